using System;
using System.Collections.Generic;
using System.Diagnostics.Tracing;
using System.Globalization;
using System.Text;
using System.Threading;

namespace Pipescope.Samples
{
    /// <summary>
    /// Many threads that each do a bit of everything: allocate, throw, wait for a lock, serve a request with a query inside, compute.
    /// <c>--mixed-threads=40</c>, <c>--mixed-pause-ms=1</c> (after each unit of work; 0 = none).
    /// </summary>
    internal static class Mixed
    {
        private static readonly object Gate = new object();
        private static readonly List<object> Recent = new List<object>();
        private static int lastRequestId;
        private static long sink;

        public static void Start(int threadCount, int pauseMs)
        {
            for (int i = 0; i < threadCount; i++)
            {
                uint seed = 2463534242u + (uint)i * 7919;
                Work.Background("mixed-" + i.ToString(CultureInfo.InvariantCulture), () => Run(seed, pauseMs));
            }
        }

        private static void Run(uint state, int pauseMs)
        {
            while (true)
            {
                state ^= state << 13;
                state ^= state >> 17;
                state ^= state << 5;
                switch (state % 16)
                {
                    case 0: Throw(state); break;
                    case 1:
                    case 2: WaitForLock(); break;
                    case 3:
                    case 4:
                    case 5:
                    case 6: Serve(state); break;
                    case 7:
                    case 8: AllocateText(state); break;
                    case 9:
                    case 10:
                    case 11: AllocateArrays(state); break;
                    default: Compute(state); break;
                }
                if (pauseMs > 0) Thread.Sleep(pauseMs);
            }
        }

        private static void Throw(uint state)
        {
            try
            {
                if (state % 3 == 0) throw new InvalidOperationException("mixed " + (state % 5).ToString(CultureInfo.InvariantCulture));
                if (state % 3 == 1) throw new FormatException("größe/日本", new ArgumentException("inner"));
                throw new TimeoutException();
            }
            catch (Exception error)
            {
                Interlocked.Add(ref sink, error.Message.Length);
            }
        }

        private static void WaitForLock()
        {
            lock (Gate)
            {
                Compute(7);
                if (Recent.Count > 1000) Recent.Clear();
            }
        }

        private static void Serve(uint state)
        {
            int id = Interlocked.Increment(ref lastRequestId);
            Requests.Source.RequestStart(id, state % 2 == 0 ? "GET" : "POST", "/items/" + (state % 50).ToString(CultureInfo.InvariantCulture));
            Requests.Source.QueryStart(id, "select * from items where id = " + (state % 50).ToString(CultureInfo.InvariantCulture));
            AllocateArrays(state);
            Requests.Source.QueryStop(id, (int)(state % 9));
            if (state % 13 == 0) Requests.Source.Slow(id, "no reason");
            Requests.Source.RequestStop(id, state % 11 == 0 ? 500 : 200);
        }

        private static void AllocateText(uint state)
        {
            var text = new StringBuilder();
            for (int i = 0; i < 50 + state % 100; i++) text.Append(i.ToString(CultureInfo.InvariantCulture)).Append(',');
            Keep(text.ToString());
        }

        private static void AllocateArrays(uint state)
        {
            Keep(new byte[state % 20_000]);
            Keep(new int[state % 3000]);
            Keep(new Dictionary<string, int> { ["a"] = 1, ["b"] = 2 });
            if (state % 97 == 0) Keep(new byte[200_000]);
        }

        private static void Keep(object item)
        {
            lock (Recent) Recent.Add(item);
        }

        private static void Compute(uint state)
        {
            double value = state;
            for (int i = 0; i < 2000; i++) value = Math.Sqrt(value + i);
            Interlocked.Add(ref sink, (long)value);
        }
    }
}
