#if !SAMPLE_AOT
using System;
using System.Collections.Generic;
using System.Diagnostics.Tracing;

namespace Pipescope.Samples
{
    [EventData]
    internal sealed class Point
    {
        public int X { get; set; }
        public double Y { get; set; }
    }

    [EventData]
    internal sealed class Shape
    {
        public string? Title { get; set; }
        public Point? Origin { get; set; }
        public Point[]? Corners { get; set; }
        public Marks Marks { get; set; }
    }

    /// <summary>
    /// Self-describing events, written without a declaration (<c>Write</c>) and by declared methods with arrays and nested objects. One kind of
    /// field per event where runtimes leave the description out when they cannot tell one of its fields.
    /// </summary>
    internal sealed class Described : EventSource
    {
        public const string SourceName = "Pipescope-Sample-Described";

        public Described() : base(SourceName, EventSourceSettings.EtwSelfDescribingEventFormat) { }

        [Event(1)]
        public void Lists(int[] numbers, long[] wide, double[] reals, string after) => WriteEvent(1, numbers, wide, reals, after);

        [Event(2)]
        public void Pairs(string name, IEnumerable<KeyValuePair<string, string>> pairs, int after) => WriteEvent(2, name, pairs, after);

        [Event(3)]
        public void Objects(Shape shape, Point[] points, int after) => WriteEvent(3, shape, points, after);

        [Event(4)]
        public void Blobs(byte[] bytes, Guid[] guids, short[] small, char[] letters, float[] singles, string after) => WriteEvent(4, bytes, guids, small, letters, singles, after);

        [Event(5)]
        public void Flags(bool[] flags, bool last, string after) => WriteEvent(5, flags, last, after);

        [NonEvent]
        public void Round(int round)
        {
            bool isOdd = round % 2 == 1;
            Lists(isOdd ? new int[0] : new[] { 1, -2, int.MaxValue }, new[] { long.MinValue, round }, new[] { 0.5, double.NaN }, "after");
            Pairs("name", new Dictionary<string, string> { ["key"] = "value", ["größe"] = "", ["round"] = round.ToString(System.Globalization.CultureInfo.InvariantCulture) }, round);
            Objects(NewShape(round), new[] { new Point { X = round, Y = -0.0 } }, round);
            Blobs(new byte[] { 1, 2, 255 }, new[] { Guid.Empty, new Guid(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11) }, new short[] { -1, 1 }, new[] { 'a', 'ß' }, new[] { 1.5f, float.MinValue }, "after");
            Flags(new[] { true, false, isOdd }, isOdd, "after");

            Write("Integers", new
            {
                u8 = (byte)round,
                i8 = (sbyte)-round,
                i16 = short.MinValue,
                u16 = ushort.MaxValue,
                i32 = -round,
                u32 = uint.MaxValue,
                i64 = long.MinValue,
                u64 = ulong.MaxValue,
                letter = 'ß',
            });
            Write("Reals", new { single = isOdd ? float.PositiveInfinity : 1.5f, real = isOdd ? double.NaN : Math.PI });
            Write("Truth", new { before = round, yes = isOdd, after = -round });
            Write("Pointer", new { pointer = (IntPtr)(-round), after = round });
            Write("Texts", new { text = isOdd ? "größe 日本 \U0001F600" : null, empty = "", after = round });
            Write("Guid", new { guid = new Guid(round, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11), after = round });
            Write("Time", new { time = new DateTime(2024, 2, 29, 12, 34, 56, 789, DateTimeKind.Utc), after = round });
            Write("Offset", new { offset = new DateTimeOffset(2024, 2, 29, 12, 0, 0, TimeSpan.FromHours(2)), after = round });
            Write("Span", new { span = TimeSpan.FromSeconds(round), after = round });
            Write("Money", new { money = 12345.678m, after = round });
            Write("Kinds", new { day = DayOfWeek.Friday, small = SmallKind.Last, wide = WideKind.Highest, after = round });
            Write("Maybe", new { maybe = isOdd ? (int?)round : null, after = round });
            Write("Nested", NewShape(round));
            Write("Arrays", new { numbers = isOdd ? new int[0] : new[] { 1, -2, int.MaxValue }, after = round });
            Write("Empty");
            Write("Levelled", new EventSourceOptions { Level = EventLevel.Warning, Keywords = (EventKeywords)4 }, new { round });
            Write("PhaseStart", new EventSourceOptions { Opcode = EventOpcode.Start }, new { round });
            Write("PhaseStop", new EventSourceOptions { Opcode = EventOpcode.Stop }, new { round });
        }

        private static Shape NewShape(int round) => new Shape
        {
            Title = "shape " + round.ToString(System.Globalization.CultureInfo.InvariantCulture),
            Origin = new Point { X = round, Y = 0.25 },
            Corners = new[] { new Point { X = 1, Y = 2 }, new Point { X = 3, Y = 4 } },
            Marks = Marks.Blue,
        };
    }
}
#endif
