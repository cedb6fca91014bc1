#if NET8_0_OR_GREATER
using System;
using System.Collections.Generic;
using System.Diagnostics.Metrics;
using System.Globalization;
using System.Text;
using System.Threading;

namespace Pipescope.Samples
{
    /// <summary>
    /// Every instrument type, under meter and instrument names made up at each start (nobody can have a list of them) and
    /// printed in the ready line. Values per tick are fixed, so that totals can be predicted from the number of ticks.
    /// </summary>
    internal static class Meters
    {
        private static readonly List<object> Alive = new List<object>();
        private static long ticks;

        public static void Start(int extraSeries, int tickMs, StringBuilder facts)
        {
            string id = Guid.NewGuid().ToString("N").Substring(0, 8);
            var first = new Meter("Sample.M" + id + ".First", "1.2.3");
            var second = new Meter(new MeterOptions("Sample.M" + id + ".Second")
            {
                Version = "0.1",
                Tags = new[] { new KeyValuePair<string, object?>("region", "north") },
            });
            Alive.Add(first);
            Alive.Add(second);
            var list = new List<string>();

            string Name(Meter meter, string kind, string instrumentType, string unit)
            {
                string name = kind + "-" + Guid.NewGuid().ToString("N").Substring(0, 6);
                list.Add("{\"meter\":" + Json.Text(meter.Name) + ",\"name\":" + Json.Text(name) + ",\"type\":"
                    + Json.Text(instrumentType) + ",\"unit\":" + Json.Text(unit) + "}");
                return name;
            }

            var requests = first.CreateCounter<long>(Name(first, "counter", "Counter", "{request}"), "{request}",
                "3 per tick for GET, 1 per tick for POST");
            var bytes = second.CreateCounter<double>(Name(second, "bytes", "Counter", "By"), "By", "1024.5 per tick");
            var queue = first.CreateUpDownCounter<int>(Name(first, "queue", "UpDownCounter", "{item}"), "{item}",
                "+5, then -3, and so on");
            var duration = first.CreateHistogram<double>(Name(first, "duration", "Histogram", "ms"), "ms",
                "1 to 100 in each tick, for two routes");
            var plain = second.CreateHistogram<long>(Name(second, "size", "Histogram", "By"), "By", "10, 20, 30 in each tick");
            Alive.Add(first.CreateObservableCounter(Name(first, "observed-total", "ObservableCounter", "{tick}"),
                () => Interlocked.Read(ref ticks) * 10, "{tick}", "10 per tick"));
            Alive.Add(first.CreateObservableUpDownCounter(
                Name(first, "observed-level", "ObservableUpDownCounter", ""), () => 42L, null, "always 42"));
            Alive.Add(second.CreateObservableGauge(Name(second, "observed-gauge", "ObservableGauge", "Cel"), Temperatures, "Cel",
                "17.25 and -3.5"));
#if NET9_0_OR_GREATER
            var gauge = second.CreateGauge<double>(Name(second, "gauge", "Gauge", "1"), "1", "tick modulo 7");
#endif
            // Listed by the runtime, never a value.
            Alive.Add(second.CreateCounter<int>(Name(second, "unused", "Counter", ""), null, "never used"));

            var many = extraSeries > 0
                ? second.CreateCounter<long>(Name(second, "many", "Counter", ""), null, "one series per index")
                : null;

            Work.Background("meters", () =>
            {
                var values = new KeyValuePair<string, object?>[extraSeries];
                for (int i = 0; i < extraSeries; i++)
                    values[i] = new KeyValuePair<string, object?>("index", i.ToString(CultureInfo.InvariantCulture));
                while (true)
                {
                    long tick = Interlocked.Increment(ref ticks);
                    requests.Add(3, Tag("method", "GET"), Tag("route", "/a,b=c"));
                    requests.Add(1, Tag("method", "POST"), Tag("route", "/größe/日本"));
                    bytes.Add(1024.5);
                    queue.Add(tick % 2 == 1 ? 5 : -3);
                    for (int value = 1; value <= 100; value++)
                    {
                        duration.Record(value, Tag("route", "/one"));
                        duration.Record(value * 10, Tag("route", "/two"));
                    }
                    plain.Record(10);
                    plain.Record(20);
                    plain.Record(30);
#if NET9_0_OR_GREATER
                    gauge.Record(tick % 7);
#endif
                    foreach (var tag in values) many!.Add(tick % 10 + 1, tag);
                    Thread.Sleep(tickMs);
                }
            });

            facts.Append(",\"meters\":[").Append(Json.Text(first.Name)).Append(',').Append(Json.Text(second.Name)).Append(']');
            facts.Append(",\"instruments\":[").Append(string.Join(",", list)).Append(']');
        }

        private static KeyValuePair<string, object?> Tag(string key, object? value) =>
            new KeyValuePair<string, object?>(key, value);

        private static IEnumerable<Measurement<double>> Temperatures()
        {
            yield return new Measurement<double>(17.25, Tag("room", "kitchen"));
            yield return new Measurement<double>(-3.5, Tag("room", "cellar"));
        }
    }
}
#endif
