using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Globalization;
using System.Threading;

namespace Pipescope.Samples
{
    /// <summary>Things a process does: computing, keeping memory, throwing, collecting, starting a child.</summary>
    internal static class Work
    {
        private static readonly List<byte[]> Kept = new List<byte[]>();
        private static long unitsDone;

        /// <summary>
        /// Computes without pause. With <paramref name="report"/> it prints <c>work N</c> each second, N = units done in that
        /// second: the measure for what an attached tool costs the target.
        /// </summary>
        public static void Busy(int threadCount, bool report)
        {
            for (int i = 0; i < threadCount; i++) Background("busy-" + i.ToString(CultureInfo.InvariantCulture), Compute);
            if (report) Background("busy-report", Report);
        }

        private static void Compute()
        {
            ulong state = 0x9E3779B97F4A7C15;
            while (true)
            {
                for (int i = 0; i < 10_000; i++)
                {
                    state ^= state << 13;
                    state ^= state >> 7;
                    state ^= state << 17;
                }
                // Some garbage per unit, so that the heap and GC counters move as in a real program.
                var garbage = new byte[256];
                garbage[0] = (byte)state;
                Interlocked.Increment(ref unitsDone);
            }
        }

        private static void Report()
        {
            var clock = Stopwatch.StartNew();
            long before = Interlocked.Read(ref unitsDone);
            while (true)
            {
                Thread.Sleep(1000);
                long now = Interlocked.Read(ref unitsDone);
                double seconds = clock.Elapsed.TotalSeconds;
                clock.Restart();
                Console.Out.WriteLine("work " + ((now - before) / seconds).ToString("F0", CultureInfo.InvariantCulture));
                Console.Out.Flush();
                before = now;
            }
        }

        public static void Leak(int megabytesPerSecond) => Background("leak", () =>
        {
            while (true)
            {
                for (int i = 0; i < megabytesPerSecond; i++)
                {
                    var block = new byte[1024 * 1024];
                    // Touched, or the operating system would not count it.
                    for (int offset = 0; offset < block.Length; offset += 4096) block[offset] = 1;
                    lock (Kept) Kept.Add(block);
                }
                Thread.Sleep(1000);
            }
        });

        public static void Throw(int perSecond) => Background("throw", () =>
        {
            while (true)
            {
                try
                {
                    throw new InvalidOperationException("thrown on purpose");
                }
                catch (InvalidOperationException)
                {
                    Thread.Sleep(1000 / perSecond);
                }
            }
        });

        public static void Collect(int everyMs) => Background("gc", () =>
        {
            while (true)
            {
                Thread.Sleep(everyMs);
                GC.Collect();
            }
        });

        /// <summary>Starts this program once more as an idle child that ends with our stdin pipe to it.</summary>
        public static int StartChild()
        {
            string self = Process.GetCurrentProcess().MainModule!.FileName!;
            string assembly = typeof(Work).Assembly.GetName().Name + ".dll";
            bool isHosted = self.EndsWith("dotnet", StringComparison.Ordinal) || self.EndsWith("dotnet.exe", StringComparison.Ordinal);
            var start = new ProcessStartInfo(self)
            {
                UseShellExecute = false,
                RedirectStandardInput = true,
                RedirectStandardOutput = true,
            };
            if (isHosted) start.ArgumentList.Add(System.IO.Path.Combine(AppContext.BaseDirectory, assembly));
            start.ArgumentList.Add("idle");
            start.ArgumentList.Add("--stdin");
            Process child = Process.Start(start)!;
            child.StandardOutput.ReadLine();
            return child.Id;
        }

        public static void Background(string name, ThreadStart action) =>
            new Thread(action) { IsBackground = true, Name = name }.Start();
    }
}
