using System;
using System.Diagnostics.Tracing;
using System.Text;
using System.Threading;

namespace Pipescope.Samples
{
    /// <summary>
    /// An EventSource with all four kinds of EventCounter and values that can be predicted: per tick of 100 ms the mean
    /// counter gets 1..10 (mean 5.5, min 1, max 10) and the incrementing one 7; the polled ones give 42.5 and a total that
    /// grows by 100 a tick.
    /// </summary>
    internal sealed class Counters : EventSource
    {
        public const string DefaultSourceName = "Pipescope-Sample-Counters";
        private const int TickMs = 100;

        private EventCounter? samples;
        private IncrementingEventCounter? increments;
        private PollingCounter? level;
        private IncrementingPollingCounter? total;
        private long tickCount;

        private Counters(string name) : base(name, EventSourceSettings.EtwSelfDescribingEventFormat) { }

        public static void Start(string name, StringBuilder facts)
        {
            var source = new Counters(name);
            source.Create();
            Work.Background("counters", source.Run);
            facts.Append(",\"eventSource\":").Append(Json.Text(name));
            facts.Append(",\"eventCounters\":[\"sample-size\",\"sample-increments\",\"sample-level\",\"sample-total\"]");
        }

        private void Create()
        {
            samples = new EventCounter("sample-size", this) { DisplayName = "Sample size", DisplayUnits = "B" };
            increments = new IncrementingEventCounter("sample-increments", this)
            {
                DisplayName = "Increments",
                DisplayUnits = "items",
                DisplayRateTimeScale = TimeSpan.FromSeconds(1),
            };
            level = new PollingCounter("sample-level", this, () => 42.5) { DisplayName = "Level", DisplayUnits = "MB" };
            total = new IncrementingPollingCounter("sample-total", this, () => Interlocked.Read(ref tickCount) * 100)
            {
                DisplayName = "Total",
                DisplayRateTimeScale = TimeSpan.FromSeconds(1),
            };
        }

        private void Run()
        {
            while (true)
            {
                Thread.Sleep(TickMs);
                Interlocked.Increment(ref tickCount);
                for (int value = 1; value <= 10; value++) samples!.WriteMetric(value);
                increments!.Increment(7);
                GC.KeepAlive(level);
                GC.KeepAlive(total);
            }
        }
    }
}
