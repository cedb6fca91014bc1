using System;
using System.IO;

/// <summary>
/// A startup hook for the tests: the runtime looks for this type, without a namespace, and this method. Appends the id of the
/// thread it runs on to the file named by PIPESCOPE_HOOK_LOG; the process id is added to a name that ends with a hyphen.
/// </summary>
internal static class StartupHook
{
    public static void Initialize()
    {
        string? log = Environment.GetEnvironmentVariable("PIPESCOPE_HOOK_LOG");
        if (log != null && log.EndsWith('-')) log += Environment.ProcessId;
        if (log != null) File.AppendAllText(log, "hook on thread " + Environment.CurrentManagedThreadId + "\n");
    }
}
