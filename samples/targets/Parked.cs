using System;
using System.Globalization;
using System.Runtime.CompilerServices;
using System.Threading;

namespace Pipescope.Samples
{
    /// <summary>
    /// Threads that wait for ever, each at a place of its own: recursion of a depth of its own, a generic method, a lambda, a nested
    /// type. Nothing moves, so two looks at the stacks must be the same. <c>--parked-threads=6</c>.
    /// </summary>
    internal static class Parked
    {
        private static readonly ManualResetEvent Never = new ManualResetEvent(false);
        private static readonly object Held = new object();

        public static void Start(int threadCount)
        {
            for (int i = 0; i < threadCount; i++)
            {
                int depth = i + 1;
                Work.Background("parked-" + i.ToString(CultureInfo.InvariantCulture), () => Descend(depth));
            }
            Work.Background("parked-generic", () => Pick(new[] { 1.5 }));
            Work.Background("parked-nested", new Nest.Egg().Wait);
            Work.Background("parked-sleep", () => Thread.Sleep(Timeout.Infinite));
            Monitor.Enter(Held);
            Work.Background("parked-lock", WaitForLock);
        }

        // The addition after the call keeps the compiler from turning it into a jump, which would leave no frame.
        [MethodImpl(MethodImplOptions.NoInlining)]
        private static int Descend(int depth)
        {
            if (depth > 0) return Descend(depth - 1) + 1;
            Never.WaitOne();
            return 0;
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        private static T Pick<T>(T[] values)
        {
            Never.WaitOne();
            return values[0];
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        private static void WaitForLock()
        {
            lock (Held) Never.WaitOne();
        }

        private static class Nest
        {
            internal sealed class Egg
            {
                [MethodImpl(MethodImplOptions.NoInlining)]
                public void Wait() => Never.WaitOne();
            }
        }
    }
}
