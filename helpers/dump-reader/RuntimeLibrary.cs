using System;
using System.IO;
using System.Linq;
using System.Reflection.PortableExecutable;
using System.Runtime.InteropServices;
using Microsoft.Diagnostics.Runtime;

namespace Pipescope.DumpReader
{
    /// <summary>
    /// The DAC: the native library that knows the structures of exactly one build of the runtime. It is code that this process runs, so it
    /// comes from the folders that the caller has vouched for, never from where a dump says that the process had it.
    /// </summary>
    internal static class RuntimeLibrary
    {
        private static readonly bool IsWindows = RuntimeInformation.IsOSPlatform(OSPlatform.Windows);

        public static string FileName =>
            IsWindows ? "mscordaccore.dll"
            : RuntimeInformation.IsOSPlatform(OSPlatform.OSX) ? "libmscordaccore.dylib"
            : "libmscordaccore.so";

        public static ClrRuntime Load(ClrInfo info, Options options)
        {
            if (!IsWindows && info.BuildId.IsDefaultOrEmpty && options.Library == null)
                throw new DumpError("damaged", "The dump does not hold the build id of its runtime: it ends early or was cut");
            string? library = options.Library ?? options.RuntimeFolders.FirstOrDefault(folder => IsOf(folder, info));
            if (library == null)
                throw new DumpError("missing-dac", "No installed runtime is the one of the dump") { Needed = FileName, Actual = Describe(info) };
            CheckChosen(options.Library, info);
            string file = Directory.Exists(library) ? Path.Combine(library, FileName) : library;
            try
            {
                // Build ids were compared; versions in file names are not there to compare on Linux.
                return info.CreateRuntime(file, ignoreMismatch: true);
            }
            catch (Exception error) when (error is not OutOfMemoryException)
            {
                throw new DumpError("dac-failed", error.Message) { Needed = FileName, Actual = Describe(info) };
            }
        }

        /// <summary>A library that was chosen has to be of the same build too, where the runtime lies beside it to compare.</summary>
        private static void CheckChosen(string? library, ClrInfo info)
        {
            string folder = Path.GetDirectoryName(library) ?? "";
            if (library == null || !File.Exists(Path.Combine(folder, IsWindows ? "coreclr.dll" : "libcoreclr.so")) || IsOf(folder, info)) return;
            throw new DumpError("missing-dac", "The chosen library is of another build of the runtime") { Needed = FileName, Actual = Describe(info) };
        }

        /// <summary>What a person needs to find the right one: the version is part of where the process had it, where it was installed.</summary>
        public static string Describe(ClrInfo info)
        {
            string folder = Path.GetFileName(Path.GetDirectoryName(info.ModuleInfo.FileName?.Replace('\\', '/')) ?? "");
            bool isVersion = folder.Length > 0 && char.IsAsciiDigit(folder[0]) && folder.Length < 60;
            string version = isVersion ? folder : info.Version.Major > 0 ? info.Version.ToString() : "";
            string build = info.BuildId.IsDefaultOrEmpty ? "" : "build id " + Convert.ToHexString(info.BuildId.AsSpan()).ToLowerInvariant();
            return string.Join(", ", new[] { version, build }.Where(text => text != ""));
        }

        private static bool IsOf(string folder, ClrInfo info)
        {
            try
            {
                if (!File.Exists(Path.Combine(folder, FileName))) return false;
                return IsWindows ? IsSamePe(Path.Combine(folder, "coreclr.dll"), info) : IsSameElf(Path.Combine(folder, "libcoreclr.so"), info);
            }
            catch (Exception error) when (error is IOException or UnauthorizedAccessException or InvalidDataException or BadImageFormatException)
            {
                return false;
            }
        }

        private static bool IsSameElf(string file, ClrInfo info)
        {
            if (info.BuildId.IsDefaultOrEmpty || !File.Exists(file)) return false;
            return BuildId.OfElf(file) is byte[] found && found.AsSpan().SequenceEqual(info.BuildId.AsSpan());
        }

        private static bool IsSamePe(string file, ClrInfo info)
        {
            if (!File.Exists(file)) return false;
            using var image = new PEReader(File.OpenRead(file));
            return image.PEHeaders.CoffHeader.TimeDateStamp == info.IndexTimeStamp && image.PEHeaders.PEHeader?.SizeOfImage == info.IndexFileSize;
        }
    }
}
