using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Threading;

namespace Pipescope.Samples
{
    /// <summary>A program that is not ready before it has done something long: <c>ReadPlantedSettings</c> is the answer to be found.</summary>
    internal static class SlowStart
    {
        private static long sink;

        [MethodImpl(MethodImplOptions.NoInlining)]
        public static void ReadPlantedSettings(int lengthMs)
        {
            var clock = Stopwatch.StartNew();
            while (clock.ElapsedMilliseconds < lengthMs)
                for (int i = 0; i < 10_000; i++) Volatile.Write(ref sink, sink + i);
        }
    }
}
