using System;
using System.Buffers.Binary;
using System.IO;

namespace Pipescope.DumpReader
{
    /// <summary>The number that a linker gave exactly one build of a library, out of the notes of a 64-bit ELF file.</summary>
    internal static class BuildId
    {
        private const uint NoteSegment = 4;
        private const uint BuildIdNote = 3;

        public static byte[]? OfElf(string file)
        {
            using FileStream stream = File.OpenRead(file);
            byte[] head = Bytes.Read(stream, 0, 64);
            if (head.Length < 64 || head[0] != 0x7f || head[1] != 'E' || head[4] != 2) return null;
            long table = BinaryPrimitives.ReadInt64LittleEndian(head.AsSpan(32));
            int entryBytes = BinaryPrimitives.ReadUInt16LittleEndian(head.AsSpan(54));
            int count = BinaryPrimitives.ReadUInt16LittleEndian(head.AsSpan(56));
            for (int at = 0; at < count; at++)
            {
                byte[] entry = Bytes.Read(stream, table + (long)at * entryBytes, 56);
                if (entry.Length < 56 || BinaryPrimitives.ReadUInt32LittleEndian(entry) != NoteSegment) continue;
                long offset = BinaryPrimitives.ReadInt64LittleEndian(entry.AsSpan(8));
                long size = Math.Min(BinaryPrimitives.ReadInt64LittleEndian(entry.AsSpan(32)), 4_096);
                if (InNotes(Bytes.Read(stream, offset, (int)Math.Max(0, size))) is byte[] found) return found;
            }
            return null;
        }

        private static byte[]? InNotes(ReadOnlySpan<byte> notes)
        {
            while (notes.Length >= 12)
            {
                uint nameBytes = BinaryPrimitives.ReadUInt32LittleEndian(notes);
                uint valueBytes = BinaryPrimitives.ReadUInt32LittleEndian(notes.Slice(4));
                uint kind = BinaryPrimitives.ReadUInt32LittleEndian(notes.Slice(8));
                long value = 12 + Padded(nameBytes);
                long end = value + Padded(valueBytes);
                if (end > notes.Length) return null;
                if (kind == BuildIdNote) return notes.Slice((int)value, (int)valueBytes).ToArray();
                notes = notes.Slice((int)end);
            }
            return null;
        }

        private static long Padded(uint bytes) => ((long)bytes + 3) & ~3L;
    }
}
