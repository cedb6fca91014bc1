using System;
using System.Collections.Generic;
using System.Collections.Immutable;
using System.IO;
using System.Linq;
using System.Runtime.InteropServices;
using System.Text.Json;
using Microsoft.Diagnostics.Runtime;

namespace Pipescope.Samples
{
    /// <summary>
    /// <c>Pipescope.DumpOracle FILE</c>: opens a dump with Microsoft's ClrMD, walks the threads and the heap, and prints what it could
    /// read as one JSON line. Exit 1 with the reason on stderr when it is no dump of a .NET process. Linux.
    /// </summary>
    internal static class Program
    {
        private static int Main(string[] args)
        {
            try
            {
                using DataTarget dump = DataTarget.LoadDump(args[0], new DataTargetOptions { FileLocator = new LocalFiles() });
                ClrInfo info = dump.ClrVersions.FirstOrDefault() ?? throw new InvalidOperationException("no .NET runtime in this dump");
                // Reading the runtime's own structures is its library's business, and that lies beside it.
                string beside = Path.Combine(Path.GetDirectoryName(info.ModuleInfo.FileName)!, "libmscordaccore.so");
                using ClrRuntime runtime = info.CreateRuntime(beside, ignoreMismatch: true);
                Console.Out.WriteLine(JsonSerializer.Serialize(Look(dump, info, runtime)));
                return 0;
            }
            catch (Exception error)
            {
                Console.Error.WriteLine(error.GetType().Name + ": " + error.Message);
                return 1;
            }
        }

        private static object Look(DataTarget dump, ClrInfo info, ClrRuntime runtime)
        {
            var frames = new SortedSet<string>(StringComparer.Ordinal);
            int threadCount = 0;
            int stackCount = 0;
            foreach (ClrThread thread in runtime.Threads)
            {
                threadCount++;
                bool hasFrame = false;
                foreach (ClrStackFrame frame in thread.EnumerateStackTrace(includeContext: false, maxFrames: 200))
                {
                    if (frame.Method == null) continue;
                    hasFrame = true;
                    frames.Add(frame.Method.Type?.Name + "." + frame.Method.Name);
                }
                if (hasFrame) stackCount++;
            }

            long objectCount = 0;
            ulong objectBytes = 0;
            var byType = new Dictionary<string, long>(StringComparer.Ordinal);
            var sizes = new Dictionary<string, ulong>(StringComparer.Ordinal);
            if (runtime.Heap.CanWalkHeap)
                foreach (ClrObject item in runtime.Heap.EnumerateObjects())
                {
                    if (item.Type?.Name == null) continue;
                    objectCount++;
                    objectBytes += item.Size;
                    byType[item.Type.Name] = byType.GetValueOrDefault(item.Type.Name) + 1;
                    sizes[item.Type.Name] = sizes.GetValueOrDefault(item.Type.Name) + item.Size;
                }

            return new
            {
                pid = dump.DataReader.ProcessId,
                runtime = info.Version.ToString(),
                threadCount,
                stackCount,
                frames,
                canWalkHeap = runtime.Heap.CanWalkHeap,
                objectCount,
                objectBytes,
                all = sizes.ToDictionary(pair => pair.Key, pair => new[] { (ulong)byType[pair.Key], pair.Value }),
                types = byType.Where(pair => pair.Key.StartsWith("Pipescope.", StringComparison.Ordinal)).ToDictionary(pair => pair.Key, pair => pair.Value),
            };
        }
    }
    /// <summary>What the dump leaves out (code of modules, the library to read it with) is where the process had it, and nowhere else.</summary>
    internal sealed class LocalFiles : IFileLocator
    {
        public string? FindPEImage(string fileName, int buildTimeStamp, int imageSize, bool checkProperties) => Find(fileName);

        public string? FindPEImage(string fileName, SymbolProperties archivedUnder, ImmutableArray<byte> buildIdOrUUID, OSPlatform originalPlatform, bool checkProperties) => Find(fileName);

        public string? FindElfImage(string fileName, SymbolProperties archivedUnder, ImmutableArray<byte> buildId, bool checkProperties) => Find(fileName);

        public string? FindMachOImage(string fileName, SymbolProperties archivedUnder, ImmutableArray<byte> uuid, bool checkProperties) => Find(fileName);

        private static string? Find(string fileName) => Path.IsPathRooted(fileName) && File.Exists(fileName) ? fileName : null;
    }
}
