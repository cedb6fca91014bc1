using System.Diagnostics.Tracing;
using System.Globalization;
using System.Runtime.CompilerServices;
using System.Threading;

namespace Pipescope.Samples
{
    /// <summary>
    /// Stacks that hardly ever repeat: recursion through eight methods in an order drawn anew each time, about fifty frames deep, with
    /// two or three events at the bottom, which share their stack as the events of real programs do. <c>--deep-threads=1</c>, <c>--deep-pause-ms=0</c>.
    /// </summary>
    [EventSource(Name = SourceName)]
    internal sealed class Deep : EventSource
    {
        public const string SourceName = "Pipescope-Sample-Deep";
        private const int LeastDepth = 8;
        private const int DepthRange = 31;
        private static readonly Deep Source = new Deep();

        public static void Start(int threadCount, int pauseMs)
        {
            for (int i = 0; i < threadCount; i++)
            {
                ulong seed = 0x9E3779B97F4A7C15 + (ulong)i;
                Work.Background("deep-" + i.ToString(CultureInfo.InvariantCulture), () => Run(seed, pauseMs));
            }
        }

        [Event(1, Level = EventLevel.Informational)]
        public void Bottom(int depth) => WriteEvent(1, depth);

        private static void Run(ulong state, int pauseMs)
        {
            while (true)
            {
                if (!Source.IsEnabled())
                {
                    Thread.Sleep(5);
                    continue;
                }
                for (int i = 0; i < 100; i++)
                {
                    state = Next(state);
                    Step(state, LeastDepth + (int)(state % DepthRange));
                }
                if (pauseMs > 0) Thread.Sleep(pauseMs);
            }
        }

        private static ulong Next(ulong state)
        {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            return state;
        }

        // The addition after each call keeps the compiler from turning it into a jump, which would leave no frame.
        private static int Step(ulong state, int depth)
        {
            if (depth == 0)
            {
                int events = (state & 0x300) == 0 ? 3 : 2;
                for (int i = 0; i < events; i++) Source.Bottom((int)(state & 0xFFFF));
                return 1;
            }
            ulong next = Next(state);
            switch (next & 7)
            {
                case 0: return One(next, depth - 1) + 1;
                case 1: return Two(next, depth - 1) + 1;
                case 2: return Three(next, depth - 1) + 1;
                case 3: return Four(next, depth - 1) + 1;
                case 4: return Five(next, depth - 1) + 1;
                case 5: return Six(next, depth - 1) + 1;
                case 6: return Seven(next, depth - 1) + 1;
                default: return Eight(next, depth - 1) + 1;
            }
        }

        [MethodImpl(MethodImplOptions.NoInlining)] private static int One(ulong state, int depth) => Step(state, depth) + 1;
        [MethodImpl(MethodImplOptions.NoInlining)] private static int Two(ulong state, int depth) => Step(state, depth) + 2;
        [MethodImpl(MethodImplOptions.NoInlining)] private static int Three(ulong state, int depth) => Step(state, depth) + 3;
        [MethodImpl(MethodImplOptions.NoInlining)] private static int Four(ulong state, int depth) => Step(state, depth) + 4;
        [MethodImpl(MethodImplOptions.NoInlining)] private static int Five(ulong state, int depth) => Step(state, depth) + 5;
        [MethodImpl(MethodImplOptions.NoInlining)] private static int Six(ulong state, int depth) => Step(state, depth) + 6;
        [MethodImpl(MethodImplOptions.NoInlining)] private static int Seven(ulong state, int depth) => Step(state, depth) + 7;
        [MethodImpl(MethodImplOptions.NoInlining)] private static int Eight(ulong state, int depth) => Step(state, depth) + 8;
    }
}
