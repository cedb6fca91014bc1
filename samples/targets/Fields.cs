#if !SAMPLE_AOT
using System;
using System.Diagnostics.Tracing;
using System.Threading;

namespace Pipescope.Samples
{
    internal enum SmallKind : byte { None, First, Last = 255 }

    internal enum WideKind : long { Lowest = long.MinValue, None = 0, Highest = long.MaxValue }

    [Flags]
    internal enum Marks { None, Red = 1, Blue = 2 }

    /// <summary>
    /// An EventSource with every type of field that a method-based event can have, ordinary and extreme values in turn, in several
    /// versions, levels, opcodes and keywords; and the same for self-describing events (Described.cs). One round every
    /// <c>--fields-ms=20</c> while somebody listens.
    /// </summary>
    [EventSource(Name = SourceName)]
    internal sealed class Fields : EventSource
    {
        public const string SourceName = "Pipescope-Sample-Fields";
        private static readonly Fields Source = new Fields();
        private static readonly string[] Words = { "", "a", "größe 日本 \U0001F600", "line\nbreak\ttab \"quoted\" \\ back", new string('x', 2000) };

        public static class Keywords
        {
            public const EventKeywords Numbers = (EventKeywords)1;
            public const EventKeywords Texts = (EventKeywords)2;
            public const EventKeywords High = (EventKeywords)0x0000_8000_0000_0000;
        }

        public static class Tasks
        {
            public const EventTask Sorting = (EventTask)10;
        }

        public static class Opcodes
        {
            public const EventOpcode Halfway = (EventOpcode)11;
        }

        public static void Start(int everyMs) => Work.Background("fields", () =>
        {
            var described = new Described();
            for (int round = 0; ; round++)
            {
                if (Source.IsEnabled()) Source.Round(round);
                if (described.IsEnabled()) described.Round(round);
                Thread.Sleep(everyMs);
            }
        });

        // Without this, a method that is no event would be one.
        [NonEvent]
        private void Round(int round)
        {
            bool isExtreme = round % 3 == 1;
            bool isLow = round % 3 == 2;
            if (isExtreme) Integers(true, byte.MaxValue, sbyte.MaxValue, short.MaxValue, ushort.MaxValue, int.MaxValue, uint.MaxValue, long.MaxValue, ulong.MaxValue);
            else if (isLow) Integers(false, 0, sbyte.MinValue, short.MinValue, 0, int.MinValue, 0, long.MinValue, 0);
            else Integers(round % 2 == 0, (byte)round, (sbyte)-round, (short)-round, (ushort)round, -round, (uint)round, -round, (ulong)round);
            Reals(isExtreme ? float.NaN : round / 3f, isExtreme ? double.NegativeInfinity : isLow ? double.Epsilon : round / 7.0);
            Texts(Words[round % Words.Length], 'ß', "after");
            Missing(null, "after a null");
            Moments(new DateTime(2024, 2, 29, 12, 34, 56, 789, DateTimeKind.Utc).AddTicks(round), isExtreme ? Guid.Empty : new Guid(round, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11));
            var bytes = new byte[round % 5];
            for (int i = 0; i < bytes.Length; i++) bytes[i] = (byte)(i * 60 + round);
            Bytes(round, bytes, "after bytes");
            Kinds(isExtreme ? DayOfWeek.Saturday : DayOfWeek.Sunday, isExtreme ? SmallKind.Last : SmallKind.First, isExtreme ? WideKind.Highest : WideKind.Lowest, Marks.Red | Marks.Blue);
            Pointers((IntPtr)(isLow ? -1 : round), round);
            Nothing();
            Versioned(round);
            OuterStart(round);
            InnerStart(Words[round % 3]);
            Verbose(round);
            InnerStop();
            OuterStop(round);
        }

        [Event(1, Keywords = Keywords.Numbers)]
        public void Integers(bool yes, byte u8, sbyte i8, short i16, ushort u16, int i32, uint u32, long i64, ulong u64) =>
            WriteEvent(1, yes, u8, i8, i16, u16, i32, u32, i64, u64);

        [Event(2, Keywords = Keywords.Numbers | Keywords.High)]
        public void Reals(float single, double real) => WriteEvent(2, single, real);

        [Event(3, Keywords = Keywords.Texts)]
        public void Texts(string text, char letter, string last) => WriteEvent(3, text, letter, last);

        // Only the overloads without an array of objects take null.
        [Event(15, Keywords = Keywords.Texts)]
        public void Missing(string? missing, string? last) => WriteEvent(15, missing, last);

        [Event(4)]
        public void Moments(DateTime time, Guid guid) => WriteEvent(4, time, guid);

        [Event(5)]
        public void Bytes(int before, byte[] bytes, string after) => WriteEvent(5, before, bytes, after);

        [Event(6)]
        public void Kinds(DayOfWeek day, SmallKind small, WideKind wide, Marks marks) => WriteEvent(6, day, small, wide, marks);

        [Event(7)]
        public void Pointers(IntPtr pointer, int after) => WriteEvent(7, pointer, after);

        [Event(8, Message = "Nothing at all")]
        public void Nothing() => WriteEvent(8);

        [Event(9, Version = 3, Level = EventLevel.Warning, Task = Tasks.Sorting, Opcode = Opcodes.Halfway)]
        public void Versioned(int round) => WriteEvent(9, round);

        [Event(10, Level = EventLevel.Verbose)]
        public void Verbose(int round) => WriteEvent(10, round);

        [Event(11)]
        public void OuterStart(int round) => WriteEvent(11, round);

        [Event(12)]
        public void OuterStop(int round) => WriteEvent(12, round);

        [Event(13)]
        public void InnerStart(string what) => WriteEvent(13, what);

        [Event(14)]
        public void InnerStop() => WriteEvent(14);
    }
}
#endif
