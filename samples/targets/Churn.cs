using System;
using System.Globalization;
#if !SAMPLE_AOT
using System.Reflection.Emit;
#endif
using System.Threading;

namespace Pipescope.Samples
{
    /// <summary>
    /// Nothing lasts: threads live for a few milliseconds, and each runs code that was made for it and is thrown away with it (not under
    /// NativeAOT, which makes none), throws, allocates and recurses. The hardest process to walk the stacks of.
    /// <c>--churn-threads=4</c>: so many at a time.
    /// </summary>
    internal static class Churn
    {
        private static long sink;

        public static void Start(int threadCount)
        {
            for (int i = 0; i < threadCount; i++)
            {
                int lane = i;
                Work.Background("churn-" + i.ToString(CultureInfo.InvariantCulture), () => Replace(lane));
            }
        }

        private static void Replace(int lane)
        {
            for (int round = lane; ; round++)
            {
                int seed = round;
                var thread = new Thread(() => Live(seed)) { IsBackground = true };
                thread.Start();
                if (round % 3 != 0) thread.Join();
                else Thread.Sleep(round % 7);
            }
        }

        private static void Live(int seed)
        {
            Func<int, int> made = Make(seed);
            for (int i = 0; i < 20 + seed % 50; i++)
            {
                try
                {
                    Interlocked.Add(ref sink, Recurse(seed % 40, made));
                    var garbage = new byte[200 + i * 50];
                    garbage[0] = (byte)i;
                    if (i % 16 == 0) throw new InvalidOperationException("churn");
                }
                catch (InvalidOperationException error)
                {
                    Interlocked.Add(ref sink, error.Message.Length);
                }
            }
        }

        private static int Recurse(int depth, Func<int, int> made) => depth == 0 ? made(depth) : made(depth) ^ Recurse(depth - 1, made);

#if SAMPLE_AOT
        private static Func<int, int> Make(int seed) => value => value * 31 + seed;
#else
        private static Func<int, int> Make(int seed)
        {
            var method = new DynamicMethod("Made" + (seed % 100).ToString(CultureInfo.InvariantCulture), typeof(int), new[] { typeof(int) }, typeof(Churn).Module, true);
            ILGenerator code = method.GetILGenerator();
            code.Emit(OpCodes.Ldarg_0);
            for (int i = 0; i < 10 + seed % 90; i++)
            {
                code.Emit(OpCodes.Ldc_I4, seed + i);
                code.Emit(i % 2 == 0 ? OpCodes.Add : OpCodes.Xor);
            }
            code.Emit(OpCodes.Ret);
            return (Func<int, int>)method.CreateDelegate(typeof(Func<int, int>));
        }
#endif
    }
}
