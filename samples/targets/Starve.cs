using System.Runtime.CompilerServices;
using System.Text;
using System.Threading;

namespace Pipescope.Samples
{
    /// <summary>
    /// Work that blocks its thread of the pool, and more of it than there are threads: the pool keeps adding some. The name of the method
    /// that blocks is in the ready line under <c>starve</c>.
    /// </summary>
    internal static class Starve
    {
        public static void Start(StringBuilder facts)
        {
            Work.Background("starve", () =>
            {
                while (true)
                {
                    // Without end and yet bounded: the pool needs minutes to get there.
                    if (Volatile.Read(ref waiting) < 200 && ThreadPool.QueueUserWorkItem(_ => BlockPoolThread()))
                        Interlocked.Increment(ref waiting);
                    Thread.Sleep(10);
                }
            });
            facts.Append(",\"starve\":{\"blocks\":").Append(Json.Text(typeof(Starve).FullName + "." + nameof(BlockPoolThread))).Append('}');
        }

        private static int waiting;

        [MethodImpl(MethodImplOptions.NoInlining)]
        private static void BlockPoolThread()
        {
            using var never = new ManualResetEvent(false);
            never.WaitOne(800);
            Interlocked.Decrement(ref waiting);
        }
    }
}
