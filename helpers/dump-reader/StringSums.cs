using System;
using System.Collections.Generic;
using System.Linq;
using System.Numerics;
using System.Runtime.InteropServices;
using Microsoft.Diagnostics.Runtime;

namespace Pipescope.DumpReader
{
    /// <summary>
    /// Strings by their text: how many there are of each. Texts are told apart by their length and a hash of their first 32 768 characters, so
    /// that nothing of them is kept; those that most bytes are copies of are read again at the end.
    /// </summary>
    internal sealed class StringSums
    {
        private const int MostTexts = 4_000_000;
        private const int MostHashed = 32_768;
        private const int MostRepeated = 50;
        private const int LongestText = 200;

        private readonly IDataReader memory;
        private readonly Dictionary<(ulong hash, int length), Sum> sums = new();
        private readonly byte[] bytes = new byte[MostHashed * sizeof(char)];
        private long count;

        public StringSums(ClrRuntime runtime) => memory = runtime.DataTarget.DataReader;

        /// <summary>Texts beyond the four millionth different one are counted as strings, and nowhere else.</summary>
        public void Add(ClrObject item)
        {
            count++;
            ulong start = item.Address + (ulong)memory.PointerSize;
            int length = memory.Read<int>(start);
            if (length < 0) return;
            Span<byte> text = bytes.AsSpan(0, Math.Min(length, MostHashed) * sizeof(char));
            if (memory.Read(start + sizeof(int), text) != text.Length) return;
            var key = (HashOf(text), length);
            if (!sums.ContainsKey(key) && sums.Count >= MostTexts) return;
            ref Sum sum = ref CollectionsMarshal.GetValueRefOrAddDefault(sums, key, out bool isKnown);
            if (!isKnown) sum.First = item.Address;
            sum.Count++;
            sum.Bytes += item.Size;
        }

        public object Facts(ClrHeap heap) =>
            new
            {
                count,
                distinctCount = sums.Count,
                duplicateBytes = sums.Values.Aggregate(0UL, (all, sum) => all + sum.CopiedBytes),
                repeated = sums.Values
                    .Where(sum => sum.Count > 1)
                    .OrderByDescending(sum => sum.CopiedBytes)
                    .Take(MostRepeated)
                    .Select(sum => new { text = heap.GetObject(sum.First).AsString(LongestText) ?? "", count = sum.Count, bytes = sum.Bytes }),
            };

        private static ulong HashOf(ReadOnlySpan<byte> text)
        {
            ulong hash = 14695981039346656037;
            ReadOnlySpan<ulong> words = MemoryMarshal.Cast<byte, ulong>(text);
            foreach (ulong word in words) hash = BitOperations.RotateLeft((hash ^ word) * 0x9E3779B97F4A7C15, 29);
            foreach (byte rest in text.Slice(words.Length * sizeof(ulong))) hash = (hash ^ rest) * 1099511628211;
            return hash ^ (hash >> 32);
        }

        private struct Sum
        {
            public ulong First;
            public long Count;
            public ulong Bytes;

            /// <summary>Equal texts take the same room.</summary>
            public readonly ulong CopiedBytes => Count < 2 ? 0 : Bytes / (ulong)Count * (ulong)(Count - 1);
        }
    }
}
