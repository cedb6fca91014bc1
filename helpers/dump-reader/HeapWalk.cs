using System;
using System.Buffers.Binary;
using System.Collections.Generic;
using Microsoft.Diagnostics.Runtime;

namespace Pipescope.DumpReader
{
    /// <summary>Objects in the order of the heap, each with its references; then the roots. A type or name comes before what uses it.</summary>
    internal sealed class HeapWalk
    {
        private readonly ClrRuntime runtime;
        private readonly BlockWriter blocks;
        private readonly NameTable names;
        private readonly TypeTable types;
        private readonly RecordBlock objects;
        private readonly RecordBlock references;
        private readonly Dictionary<(ulong type, int offset), uint> fieldRows = new();
        private readonly Dictionary<ulong, List<ulong>> dependents;
        private readonly StaticVariables statics;
        private readonly StringSums strings;
        private long objectCount;
        private long referenceCount;
        private long freeCount;
        private ulong freeBytes;
        private long unreadCount;

        public HeapWalk(ClrRuntime runtime, BlockWriter blocks)
        {
            this.runtime = runtime;
            this.blocks = blocks;
            names = new NameTable(blocks);
            types = new TypeTable(blocks);
            dependents = DependentsOf(runtime);
            statics = new StaticVariables(runtime);
            strings = new StringSums(runtime);
            objects = new RecordBlock(blocks, BlockKind.Objects, 25);
            references = new RecordBlock(blocks, BlockKind.References, 12);
        }

        public void Write()
        {
            if (!runtime.Heap.CanWalkHeap) throw new DumpError("no-heap", "The dump does not hold the managed heap");
            foreach (ClrSegment segment in runtime.Heap.Segments)
                foreach (ClrObject item in segment.EnumerateObjects(carefully: true))
                    Add(segment, item);
            Flush();
            if (objectCount == 0) throw new DumpError("no-heap", "The dump does not hold the managed heap");
            long rootCount = new RootWalk(runtime, statics, names, blocks).Write();
            blocks.Json(BlockKind.End, new { objectCount, referenceCount, rootCount, typeCount = types.Count, nameCount = names.Count, freeCount, freeBytes, unreadCount, strings = strings.Facts(runtime.Heap) });
        }

        private void Add(ClrSegment segment, ClrObject item)
        {
            if (item.Type == null)
            {
                unreadCount++;
                return;
            }
            if (item.IsFree)
            {
                freeCount++;
                freeBytes += item.Size;
                return;
            }
            if (item.Type.IsString) strings.Add(item);
            uint count = WriteReferences(item);
            Span<byte> record = objects.Next();
            BinaryPrimitives.WriteUInt64LittleEndian(record, item.Address);
            BinaryPrimitives.WriteUInt64LittleEndian(record.Slice(8), item.Size);
            BinaryPrimitives.WriteUInt32LittleEndian(record.Slice(16), types.Row(item.Type));
            BinaryPrimitives.WriteUInt32LittleEndian(record.Slice(20), count);
            record[24] = GenerationOf(segment, item.Address);
            objectCount++;
            if (objects.IsFull) Flush();
        }

        private uint WriteReferences(ClrObject item)
        {
            uint count = 0;
            bool hasStatics = item.IsArray && statics.AreIn(item.Address, item.Size);
            if (item.ContainsPointers || item.Type!.IsCollectible)
                foreach (ClrReference reference in item.EnumerateReferencesWithFields(carefully: true, considerDependantHandles: false))
                {
                    if (hasStatics && IsStatic(item, reference)) continue;
                    WriteReference(reference.Object.Address, FieldRow(item.Type!, reference));
                    count++;
                }
            if (dependents.TryGetValue(item.Address, out List<ulong>? kept))
                foreach (ulong target in kept)
                {
                    WriteReference(target, names.Row("[dependent handle]"));
                    count++;
                }
            referenceCount += count;
            return count;
        }

        /// <summary>Offsets count from the object or from behind its type: where the reference is read is its place.</summary>
        private bool IsStatic(ClrObject item, ClrReference reference)
        {
            ulong place = item.Address + (ulong)reference.Offset;
            IDataReader memory = runtime.DataTarget.DataReader;
            if (memory.ReadPointer(place) != reference.Object.Address) place += (ulong)memory.PointerSize;
            return statics.IsAt(place);
        }

        private void WriteReference(ulong target, uint name)
        {
            // A full block of references goes out before the object they belong to: the reader pairs them by their counts.
            if (references.IsFull) Flush();
            Span<byte> record = references.Next();
            BinaryPrimitives.WriteUInt64LittleEndian(record, target);
            BinaryPrimitives.WriteUInt32LittleEndian(record.Slice(8), name);
        }

        private uint FieldRow(ClrType type, ClrReference reference)
        {
            if (type.IsArray && reference.InnerField == null) return names.Row("[]");
            var key = (type.MethodTable, type.IsArray ? -1 : reference.Offset);
            if (!type.IsArray && fieldRows.TryGetValue(key, out uint known)) return known;
            uint row = names.Row(PathOf(reference));
            if (!type.IsArray) fieldRows[key] = row;
            return row;
        }

        /// <summary><c>entries</c>, <c>pair.Value</c> inside a struct, <c>[].key</c> in an array of structs.</summary>
        private static string PathOf(ClrReference reference)
        {
            string path = reference.IsArrayElement ? "[]" : reference.Field?.Name ?? "";
            ClrReference? inner = reference.InnerField;
            for (int depth = 0; inner is ClrReference next && depth < 8; depth++, inner = next.InnerField)
                if (next.Field?.Name is string name) path += "." + name;
            return path;
        }

        private static Dictionary<ulong, List<ulong>> DependentsOf(ClrRuntime runtime)
        {
            var found = new Dictionary<ulong, List<ulong>>();
            foreach (ClrHandle handle in runtime.EnumerateHandles())
            {
                if (handle.HandleKind != ClrHandleKind.Dependent || handle.Object.IsNull || handle.Dependent.IsNull) continue;
                if (!found.TryGetValue(handle.Object.Address, out List<ulong>? list)) found[handle.Object.Address] = list = new List<ulong>();
                list.Add(handle.Dependent.Address);
            }
            return found;
        }

        private static byte GenerationOf(ClrSegment segment, ulong address) =>
            segment.GetGeneration(address) switch
            {
                Generation.Generation0 => 0,
                Generation.Generation1 => 1,
                Generation.Generation2 => 2,
                Generation.Large => 3,
                Generation.Pinned => 4,
                Generation.Frozen => 5,
                _ => 255,
            };

        private void Flush()
        {
            types.Flush();
            names.Flush();
            objects.Flush();
            references.Flush();
        }
    }
}
