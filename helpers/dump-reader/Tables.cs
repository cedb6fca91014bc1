using System;
using System.Collections.Generic;
using System.IO;
using Microsoft.Diagnostics.Runtime;

namespace Pipescope.DumpReader
{
    /// <summary>Rows of texts that records name by number; new ones go out as a block before the records that use them.</summary>
    internal sealed class NameTable
    {
        private readonly BlockWriter blocks;
        private readonly Dictionary<string, uint> rows = new(StringComparer.Ordinal);
        private readonly List<string> added = new();

        public NameTable(BlockWriter blocks)
        {
            this.blocks = blocks;
            Row("");
        }

        public int Count => rows.Count;

        public uint Row(string name)
        {
            if (rows.TryGetValue(name, out uint row)) return row;
            row = (uint)rows.Count;
            rows[name] = row;
            added.Add(Text.Bounded(name));
            return row;
        }

        public void Flush()
        {
            for (int from = 0; from < added.Count; from += 256) blocks.Json(BlockKind.Names, added.GetRange(from, Math.Min(256, added.Count - from)));
            added.Clear();
        }
    }

    internal sealed class TypeTable
    {
        private readonly BlockWriter blocks;
        private readonly Dictionary<ulong, uint> rows = new();
        private readonly List<string[]> added = new();

        public TypeTable(BlockWriter blocks)
        {
            this.blocks = blocks;
        }

        public int Count => rows.Count;

        public uint Row(ClrType type)
        {
            if (rows.TryGetValue(type.MethodTable, out uint row)) return row;
            row = (uint)rows.Count;
            rows[type.MethodTable] = row;
            added.Add(new[] { Text.Bounded(type.Name ?? ""), Text.Bounded(ModuleOf(type)) });
            return row;
        }

        public void Flush()
        {
            for (int from = 0; from < added.Count; from += 128) blocks.Json(BlockKind.Types, added.GetRange(from, Math.Min(128, added.Count - from)));
            added.Clear();
        }

        private static string ModuleOf(ClrType type) => type.Module?.Name ?? "";
    }

    internal static class Text
    {
        private const int Longest = 4_000;

        public static string Bounded(string text) => text.Length <= Longest ? text : text.Substring(0, Longest) + "…";
    }
}
