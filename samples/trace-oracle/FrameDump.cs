using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Text;
using Microsoft.Diagnostics.Tracing.Etlx;

namespace Pipescope.Samples
{
    /// <summary>
    /// The sampled stacks of a file with names, after the library's conversion: one line for each thread and stack,
    /// <c>count thread frame|frame|...</c> with tabs between, leaf first; a frame is <c>module!method</c>, <c>?!?</c> without a name.
    /// </summary>
    internal static class FrameDump
    {
        public static void Write(string path)
        {
            string converted = Path.Combine(Path.GetTempPath(), Path.GetRandomFileName() + ".etlx");
            try
            {
                TraceLog.CreateFromEventPipeDataFile(path, converted);
                using var log = new TraceLog(converted);
                var counts = new Dictionary<string, int>();
                foreach (var traceEvent in log.Events)
                {
                    if (traceEvent.ProviderName != "Microsoft-DotNETCore-SampleProfiler") continue;
                    var text = new StringBuilder().Append(CultureInfo.InvariantCulture, $"{traceEvent.ThreadID}\t");
                    for (var frame = traceEvent.CallStack(); frame != null; frame = frame.Caller)
                    {
                        string method = frame.CodeAddress.FullMethodName;
                        text.Append(method.Length == 0 ? "?!?" : frame.CodeAddress.ModuleName + "!" + method);
                        if (frame.Caller != null) text.Append('|');
                    }
                    string key = text.ToString();
                    counts[key] = counts.TryGetValue(key, out int count) ? count + 1 : 1;
                }
                using var output = new StreamWriter(Console.OpenStandardOutput(), new UTF8Encoding(false));
                foreach (var entry in counts.OrderBy(entry => entry.Key, StringComparer.Ordinal))
                    output.Write(string.Create(CultureInfo.InvariantCulture, $"{entry.Value}\t{entry.Key}\n"));
            }
            finally
            {
                File.Delete(converted);
            }
        }
    }
}
