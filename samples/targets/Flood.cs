using System;
using System.Diagnostics;
using System.Diagnostics.Tracing;
using System.Globalization;
using System.Threading;

namespace Pipescope.Samples
{
    /// <summary>
    /// Tiny events as fast as a thread can write them (4 bytes of payload, values 0, 1, 2 ... per thread), only while somebody listens.
    /// <c>--flood-threads=1</c>, <c>--flood-per-second=0</c> (of each thread; 0 = no pause), <c>--flood-count=0</c> (then a line
    /// <c>flood done N</c>; 0 = without end).
    /// </summary>
    [EventSource(Name = SourceName)]
    internal sealed class Flood : EventSource
    {
        public const string SourceName = "Pipescope-Sample-Flood";
        private static readonly Flood Source = new Flood();

        public static void Start(int threadCount, int perSecond, int count)
        {
            for (int i = 0; i < threadCount; i++)
                Work.Background("flood-" + i.ToString(CultureInfo.InvariantCulture), () => Run(perSecond, count));
        }

        [Event(1, Level = EventLevel.Informational)]
        public void Tick(int value) => WriteEvent(1, value);

        private static void Run(int perSecond, int count)
        {
            int value = 0;
            while (count == 0 || value < count)
            {
                if (!Source.IsEnabled())
                {
                    Thread.Sleep(5);
                    continue;
                }
                if (perSecond == 0)
                {
                    for (int i = 0; i < 1000 && (count == 0 || value < count); i++) Source.Tick(value++);
                    continue;
                }
                var clock = Stopwatch.StartNew();
                int perSlice = Math.Max(1, perSecond / 100);
                for (int i = 0; i < perSlice && (count == 0 || value < count); i++) Source.Tick(value++);
                Thread.Sleep(Math.Max(0, 10 - (int)clock.ElapsedMilliseconds));
            }
            Console.Out.WriteLine("flood done " + value.ToString(CultureInfo.InvariantCulture));
            Console.Out.Flush();
        }
    }
}
