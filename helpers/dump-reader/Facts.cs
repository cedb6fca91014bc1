using Microsoft.Diagnostics.Runtime;

namespace Pipescope.DumpReader
{
    internal static class Facts
    {
        public static object Of(string file, DataTarget dump, ClrInfo info, ClrRuntime runtime) =>
            new
            {
                processId = dump.DataReader.ProcessId,
                pointerSize = dump.DataReader.PointerSize,
                architecture = dump.DataReader.Architecture.ToString(),
                runtimeVersion = RuntimeLibrary.Describe(info),
                isServerCollection = runtime.Heap.IsServer,
                missingBytes = DumpEnd.MissingBytes(file),
                canWalkHeap = runtime.Heap.CanWalkHeap,
            };
    }
}
