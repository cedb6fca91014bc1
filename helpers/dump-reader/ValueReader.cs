using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using Microsoft.Diagnostics.Runtime;

namespace Pipescope.DumpReader
{
    /// <summary>What is in chosen objects: the text of a string, the first elements of an array, the fields of anything else.</summary>
    internal static class ValueReader
    {
        private const int LongestText = 4_000;
        private const int MostElements = 200;

        public static void Write(ClrRuntime runtime, BlockWriter blocks, IReadOnlyList<ulong> addresses)
        {
            foreach (ulong address in addresses) blocks.Json(BlockKind.Values, ValueOf(runtime.Heap.GetObject(address)));
            blocks.Json(BlockKind.End, new { valueCount = addresses.Count });
        }

        private static object ValueOf(ClrObject item)
        {
            string address = item.Address.ToString("x");
            if (item.Type == null) return new { address, type = "" };
            string type = Text.Bounded(item.Type.Name ?? "");
            if (item.Type.IsString) return new { address, type, length = LengthOf(item), text = item.AsString(LongestText) };
            if (item.IsArray) return new { address, type, length = (long)item.AsArray().Length, elements = ElementsOf(item.AsArray()) };
            return new { address, type, fields = FieldsOf(item) };
        }

        private static long LengthOf(ClrObject text) => text.TryReadField("_stringLength", out int length) || text.TryReadField("m_stringLength", out length) ? length : -1;

        private static List<string> ElementsOf(ClrArray array)
        {
            var found = new List<string>();
            if (array.Rank != 1) return found;
            ClrElementType kind = array.Type.ComponentType?.ElementType ?? ClrElementType.Unknown;
            for (int at = 0; at < Math.Min(array.Length, MostElements); at++)
                found.Add(array.Type.ComponentType?.IsObjectReference == true ? Describe(array.GetObjectValue(at)) : Primitive(kind, () => array.Type.GetArrayElementAddress(array.Address, at), array.Type.Heap));
            return found;
        }

        private static List<string[]> FieldsOf(ClrObject item)
        {
            var found = new List<string[]>();
            foreach (ClrInstanceField field in item.Type!.Fields.Take(MostElements))
            {
                string value = field.IsObjectReference
                    ? Describe(field.ReadObject(item.Address, interior: false))
                    : Primitive(field.ElementType, () => field.GetAddress(item.Address), item.Type.Heap);
                found.Add(new[] { field.Name ?? "", Text.Bounded(field.Type?.Name ?? ""), value });
            }
            return found;
        }

        private static string Describe(ClrObject item)
        {
            if (item.IsNull) return "null";
            if (item.Type?.IsString == true) return "\"" + item.AsString(200) + "\"";
            return Text.Bounded(item.Type?.Name ?? "?") + " @ " + item.Address.ToString("x");
        }

        private static string Primitive(ClrElementType kind, Func<ulong> addressOf, ClrHeap heap)
        {
            IDataReader memory = heap.Runtime.DataTarget.DataReader;
            ulong address = addressOf();
            CultureInfo plain = CultureInfo.InvariantCulture;
            return kind switch
            {
                ClrElementType.Boolean => memory.Read<byte>(address) != 0 ? "true" : "false",
                ClrElementType.Char => "'" + (char)memory.Read<ushort>(address) + "'",
                ClrElementType.Int8 => memory.Read<sbyte>(address).ToString(plain),
                ClrElementType.UInt8 => memory.Read<byte>(address).ToString(plain),
                ClrElementType.Int16 => memory.Read<short>(address).ToString(plain),
                ClrElementType.UInt16 => memory.Read<ushort>(address).ToString(plain),
                ClrElementType.Int32 => memory.Read<int>(address).ToString(plain),
                ClrElementType.UInt32 => memory.Read<uint>(address).ToString(plain),
                ClrElementType.Int64 => memory.Read<long>(address).ToString(plain),
                ClrElementType.UInt64 => memory.Read<ulong>(address).ToString(plain),
                ClrElementType.Float => memory.Read<float>(address).ToString("R", plain),
                ClrElementType.Double => memory.Read<double>(address).ToString("R", plain),
                ClrElementType.NativeInt or ClrElementType.NativeUInt or ClrElementType.Pointer or ClrElementType.FunctionPointer => "0x" + memory.ReadPointer(address).ToString("x"),
                _ => "{...}",
            };
        }
    }
}
