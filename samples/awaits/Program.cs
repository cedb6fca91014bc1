using System;
using System.Diagnostics;
using System.Globalization;
using System.Runtime.CompilerServices;
using System.Threading;
using System.Threading.Tasks;

namespace Pipescope.Awaits
{
    internal static class Program
    {
        private static int Main()
        {
            for (int i = 0; i < 4; i++) _ = Checkout.RunAsync();
            using (Process self = Process.GetCurrentProcess())
                Console.WriteLine("ready {\"pid\":" + self.Id.ToString(CultureInfo.InvariantCulture) + ",\"modes\":[]}");
            // Ends with the test that started it.
            while (Console.In.ReadLine() != null)
            {
            }
            return 0;
        }
    }

    /// <summary>Asynchronous methods that await each other; the innermost one burns processor time after it was resumed.</summary>
    internal static class Checkout
    {
        private static long sink;

        public static async Task RunAsync()
        {
            while (true) await PlaceAsync().ConfigureAwait(false);
        }

        private static async Task PlaceAsync()
        {
            await ReserveAsync().ConfigureAwait(false);
            await Task.Delay(2).ConfigureAwait(false);
        }

        private static async Task<long> ReserveAsync()
        {
            await Task.Delay(2).ConfigureAwait(false);
            return await ChargeAsync().ConfigureAwait(false);
        }

        private static async Task<long> ChargeAsync()
        {
            await Task.Delay(2).ConfigureAwait(false);
            long spent = Burn(2_000_000);
            return Interlocked.Add(ref sink, spent);
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        private static long Burn(int rounds)
        {
            ulong state = 88172645463325252;
            for (int i = 0; i < rounds; i++)
            {
                state ^= state << 13;
                state ^= state >> 7;
                state ^= state << 17;
            }
            return (long)state;
        }
    }
}
