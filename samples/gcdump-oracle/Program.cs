using System;
using System.Collections.Generic;
using System.Text.Json;
using FastSerialization;

/// <summary>
/// Reads a .gcdump with Microsoft's serialization library, the one that Microsoft's own tools write and read such files with, and prints its totals as
/// one JSON object: <c>gcdump-oracle FILE</c>. The classes here have the names that the file asks for.
/// </summary>
internal static class Program
{
    private static int Main(string[] args)
    {
        if (args.Length != 1)
        {
            Console.Error.WriteLine("usage: gcdump-oracle FILE");
            return 64;
        }
        var settings = SerializationSettings.Default.WithStreamLabelWidth(StreamLabelWidth.FourBytes);
        using var deserializer = new Deserializer(args[0], settings);
        deserializer.RegisterFactory(typeof(GCHeapDump), () => new GCHeapDump());
        deserializer.RegisterFactory(typeof(Graphs.MemoryGraph), () => new Graphs.MemoryGraph());
        var dump = (GCHeapDump)deserializer.GetEntryObject();
        Graphs.MemoryGraph graph = dump.Graph!;
        Console.WriteLine(JsonSerializer.Serialize(new
        {
            nodes = graph.NodeCount, edges = graph.EdgeCount, totalBytes = graph.TotalBytes, root = graph.Root, tool = dump.Tool, is64 = dump.Is64,
            types = graph.Totals,
        }));
        return 0;
    }
}

/// <summary>Version 10 of what stands at the top of a file.</summary>
internal sealed class GCHeapDump : IFastSerializable, IFastSerializableVersion
{
    public Graphs.MemoryGraph? Graph;
    public bool Is64;
    public string? Tool;

    public int Version => 10;
    public int MinimumVersionCanRead => 8;
    public int MinimumReaderVersion => 8;

    public void ToStream(Serializer serializer) => throw new NotSupportedException();

    public void FromStream(Deserializer deserializer)
    {
        Graph = (Graphs.MemoryGraph)deserializer.ReadObject();
        Is64 = deserializer.ReadBool();
        deserializer.ReadFloat();
        deserializer.ReadFloat();
        IFastSerializable script = deserializer.ReadObject(), heapInfo = deserializer.ReadObject();
        if (script != null || heapInfo != null) throw new FormatException("written by another tool");
        deserializer.ReadString();
        deserializer.ReadInt64();
        deserializer.ReadString();
        deserializer.ReadString();
        deserializer.ReadInt();
        deserializer.ReadInt64();
        deserializer.ReadInt64();
        int multipliers = deserializer.ReadInt();
        for (int i = 0; i < multipliers; i++) deserializer.ReadFloat();
        IFastSerializable? interop = null;
        deserializer.TryReadTagged(ref interop!);
        deserializer.TryReadTagged(ref Tool!);
    }
}

namespace Graphs
{
    internal sealed class MemoryGraph : IFastSerializable, IFastSerializableVersion
    {
        public readonly Dictionary<string, long[]> Totals = new Dictionary<string, long[]>();
        public long TotalBytes, EdgeCount;
        public int NodeCount, Root;
        private byte[] records = Array.Empty<byte>();
        private int at;

        public int Version => 1;
        public int MinimumVersionCanRead => 0;
        public int MinimumReaderVersion => 0;

        public void ToStream(Serializer serializer) => throw new NotSupportedException();

        public void FromStream(Deserializer deserializer)
        {
            TotalBytes = deserializer.ReadInt64();
            Root = deserializer.ReadInt();
            var names = new string[deserializer.ReadInt()];
            var sizes = new int[names.Length];
            for (int type = 0; type < names.Length; type++)
            {
                names[type] = deserializer.ReadString();
                sizes[type] = deserializer.ReadInt();
                deserializer.ReadString();
            }
            NodeCount = deserializer.ReadInt();
            var offsets = new int[NodeCount];
            for (int node = 0; node < NodeCount; node++) offsets[node] = deserializer.ReadInt();
            records = new byte[deserializer.ReadInt()];
            for (int index = 0; index < records.Length; index++) records[index] = deserializer.ReadByte();
            foreach (int offset in offsets) AddNode(offset, names, sizes);
            int addresses = deserializer.ReadInt();
            for (int index = 0; index < addresses; index++) deserializer.ReadInt64();
            bool is64 = false;
            deserializer.TryReadTagged(ref is64);
        }

        private void AddNode(int offset, string[] names, int[] sizes)
        {
            at = offset;
            int head = ReadNumber();
            int bytes = (head & 1) != 0 ? ReadNumber() : sizes[head >> 1];
            EdgeCount += ReadNumber();
            string name = names[head >> 1] ?? "";
            if (!Totals.TryGetValue(name, out long[]? total)) Totals.Add(name, total = new long[2]);
            total[0]++;
            total[1] += bytes;
        }

        /// <summary>Groups of seven bits, the highest first; the sign is that of the first group.</summary>
        private int ReadNumber()
        {
            int value = (sbyte)(records[at] << 1) >> 1;
            while ((records[at++] & 0x80) != 0) value = (value << 7) | (records[at] & 0x7f);
            return value;
        }
    }
}
