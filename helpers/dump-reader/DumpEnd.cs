using System;
using System.Buffers.Binary;
using System.IO;

namespace Pipescope.DumpReader
{
    /// <summary>Where a file ends according to its own tables: a dump that was cut can be read, but not all of its heap is there.</summary>
    internal static class DumpEnd
    {
        private const int ManyHeaders = 0xffff;

        /// <summary>Bytes that are missing at the end of a 64-bit ELF core; 0 for others.</summary>
        public static long MissingBytes(string file)
        {
            using FileStream stream = File.OpenRead(file);
            byte[] head = Bytes.Read(stream, 0, 64);
            if (head.Length < 64 || head[0] != 0x7f || head[1] != 'E' || head[4] != 2) return 0;
            long table = BinaryPrimitives.ReadInt64LittleEndian(head.AsSpan(32));
            int entryBytes = BinaryPrimitives.ReadUInt16LittleEndian(head.AsSpan(54));
            long count = BinaryPrimitives.ReadUInt16LittleEndian(head.AsSpan(56));
            if (count == ManyHeaders)
            {
                byte[] section = Bytes.Read(stream, BinaryPrimitives.ReadInt64LittleEndian(head.AsSpan(40)), 64);
                if (section.Length == 64) count = BinaryPrimitives.ReadUInt32LittleEndian(section.AsSpan(44));
            }
            long end = 0;
            for (long at = 0; at < count; at++)
            {
                byte[] entry = Bytes.Read(stream, table + at * entryBytes, 56);
                if (entry.Length < 56) break;
                long segmentEnd = BinaryPrimitives.ReadInt64LittleEndian(entry.AsSpan(8)) + BinaryPrimitives.ReadInt64LittleEndian(entry.AsSpan(32));
                end = Math.Max(end, segmentEnd);
            }
            return Math.Max(0, end - stream.Length);
        }
    }

    internal static class Bytes
    {
        /// <summary>As much as there is.</summary>
        public static byte[] Read(FileStream stream, long offset, int count)
        {
            if (offset < 0 || offset >= stream.Length) return Array.Empty<byte>();
            stream.Position = offset;
            byte[] bytes = new byte[count];
            return bytes.AsSpan(0, stream.ReadAtLeast(bytes, count, throwOnEndOfStream: false)).ToArray();
        }
    }
}
