using System;
using System.Buffers.Binary;
using System.IO;
using System.Text.Json;

namespace Pipescope.DumpReader
{
    internal enum BlockKind : byte
    {
        Info = 1,
        Types = 2,
        Names = 3,
        Objects = 4,
        References = 5,
        Roots = 6,
        Threads = 7,
        Exceptions = 8,
        Values = 9,
        End = 10,
        Error = 11,
    }

    /// <summary>The stream: magic and version, then blocks of a kind, a length and so many bytes. docs/formats/dump-stream.md.</summary>
    internal sealed class BlockWriter : IDisposable
    {
        private static readonly byte[] Magic = { (byte)'P', (byte)'S', (byte)'D', (byte)'R', 1, 0, 0, 0 };

        private readonly Stream output;
        private readonly byte[] head = new byte[5];

        public BlockWriter(Stream output)
        {
            this.output = output;
            Write(Magic);
        }

        /// <summary>Nobody reads the stream any more.</summary>
        public bool IsBroken { get; private set; }

        public void Json(BlockKind kind, object value) => Block(kind, JsonSerializer.SerializeToUtf8Bytes(value));

        public void Block(BlockKind kind, ReadOnlySpan<byte> payload)
        {
            head[0] = (byte)kind;
            BinaryPrimitives.WriteUInt32LittleEndian(head.AsSpan(1), (uint)payload.Length);
            Write(head);
            Write(payload);
        }

        public void Dispose() => output.Dispose();

        private void Write(ReadOnlySpan<byte> bytes)
        {
            try
            {
                output.Write(bytes);
            }
            catch (IOException)
            {
                IsBroken = true;
                throw;
            }
        }
    }

    /// <summary>Records of one kind, collected into blocks of at most 64 KiB.</summary>
    internal sealed class RecordBlock
    {
        private readonly BlockWriter blocks;
        private readonly BlockKind kind;
        private readonly byte[] bytes;
        private readonly int recordBytes;
        private int used;

        public RecordBlock(BlockWriter blocks, BlockKind kind, int recordBytes)
        {
            this.blocks = blocks;
            this.kind = kind;
            this.recordBytes = recordBytes;
            bytes = new byte[65_536 / recordBytes * recordBytes];
        }

        public bool IsFull => used == bytes.Length;

        public Span<byte> Next()
        {
            Span<byte> record = bytes.AsSpan(used, recordBytes);
            used += recordBytes;
            return record;
        }

        public void Flush()
        {
            if (used > 0) blocks.Block(kind, bytes.AsSpan(0, used));
            used = 0;
        }
    }
}
