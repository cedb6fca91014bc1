using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Runtime.InteropServices;
using Microsoft.Diagnostics.Runtime;

namespace Pipescope.DumpReader
{
    /// <summary>
    /// <c>pipescope-dump-reader MODE DUMP [--runtime-folder FOLDER]... [--dac FILE] [--address HEX]...</c>, MODE one of heap, threads, values.
    /// Writes the stream of docs/formats/dump-stream.md to its standard output and nothing anywhere else; whatever goes wrong is a block
    /// of the stream and exit code 1. Loads the native library that reads the runtime's structures from the folders given, from no other.
    /// </summary>
    internal static class Program
    {
        private static int Main(string[] args)
        {
            ParentWatch.Start();
            using var blocks = new BlockWriter(Console.OpenStandardOutput());
            try
            {
                Answer(Options.Read(args), blocks);
                return 0;
            }
            catch (DumpError error)
            {
                blocks.Json(BlockKind.Error, error.Facts);
            }
            catch (IOException error) when (blocks.IsBroken)
            {
                // Nobody reads any more.
                Console.Error.WriteLine(error.Message);
            }
            catch (Exception error)
            {
                Console.Error.WriteLine(error);
                blocks.Json(BlockKind.Error, new DumpError("damaged", error.GetType().Name + ": " + error.Message).Facts);
            }
            return 1;
        }

        private static void Answer(Options options, BlockWriter blocks)
        {
            using DataTarget dump = Open(options.Dump);
            ClrInfo info = OnlyRuntime(dump);
            using ClrRuntime runtime = RuntimeLibrary.Load(info, options);
            blocks.Json(BlockKind.Info, Facts.Of(options.Dump, dump, info, runtime));
            switch (options.Mode)
            {
                case "heap":
                    new HeapWalk(runtime, blocks).Write();
                    break;
                case "threads":
                    ThreadWalk.Write(runtime, blocks);
                    break;
                default:
                    ValueReader.Write(runtime, blocks, options.Addresses);
                    break;
            }
        }

        private static DataTarget Open(string file)
        {
            DataTarget dump;
            try
            {
                dump = DataTarget.LoadDump(file, new DataTargetOptions { FileLocator = new NoOtherFiles(), SymbolPaths = Array.Empty<string>() });
            }
            catch (Exception error) when (error is not OutOfMemoryException)
            {
                throw new DumpError("not-a-dump", error.Message);
            }
            CheckPlace(dump);
            return dump;
        }

        /// <summary>The library that reads the structures of a runtime runs on the system and the processor of that runtime only.</summary>
        private static void CheckPlace(DataTarget dump)
        {
            string own = RuntimeInformation.ProcessArchitecture.ToString();
            string its = dump.DataReader.Architecture.ToString();
            if (!string.Equals(own, its, StringComparison.OrdinalIgnoreCase))
                throw new DumpError("foreign-architecture", "The dump is of another processor") { Needed = its, Actual = own };
            if (!RuntimeInformation.IsOSPlatform(dump.DataReader.TargetPlatform))
                throw new DumpError("foreign-system", "The dump is of another operating system")
                {
                    Needed = dump.DataReader.TargetPlatform.ToString(),
                    Actual = RuntimeInformation.OSDescription,
                };
        }

        private static ClrInfo OnlyRuntime(DataTarget dump)
        {
            ClrInfo? core = dump.ClrVersions.FirstOrDefault(one => one.Flavor != ClrFlavor.NativeAOT);
            if (core != null) return core;
            if (dump.ClrVersions.Length > 0) throw new DumpError("native-aot", "The process was compiled ahead of time");
            throw new DumpError("no-runtime", "No .NET runtime is loaded in the process of this dump");
        }
    }

    internal sealed class Options
    {
        public string Mode { get; private init; } = "";
        public string Dump { get; private init; } = "";
        public List<string> RuntimeFolders { get; } = new();
        public string? Library { get; private set; }
        public List<ulong> Addresses { get; } = new();

        public static Options Read(string[] args)
        {
            if (args.Length < 2 || args[0] is not ("heap" or "threads" or "values")) throw new DumpError("usage", "MODE DUMP expected");
            var options = new Options { Mode = args[0], Dump = args[1] };
            for (int at = 2; at < args.Length; at += 2)
            {
                if (at + 1 == args.Length) throw new DumpError("usage", args[at] + " needs a value");
                string value = args[at + 1];
                switch (args[at])
                {
                    case "--runtime-folder":
                        options.RuntimeFolders.Add(value);
                        break;
                    case "--dac":
                        options.Library = value;
                        break;
                    case "--address":
                        options.Addresses.Add(Convert.ToUInt64(value, 16));
                        break;
                    default:
                        throw new DumpError("usage", "unknown option " + args[at]);
                }
            }
            return options;
        }
    }
}
