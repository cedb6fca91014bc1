using System;
using System.Collections;
using System.Collections.Generic;
using System.Diagnostics;
using System.Globalization;
using System.IO;
using System.Text;
using System.Text.Json;
using Microsoft.Diagnostics.Tracing;

namespace Pipescope.Samples
{
    /// <summary>
    /// Reads a .nettrace with Microsoft's TraceEvent library and prints what it saw, as the independent second opinion of
    /// the tests and the benches.
    ///
    ///   trace-oracle FILE            one JSON line per EventCounters payload and per System.Diagnostics.Metrics event, then a summary
    ///   trace-oracle --events FILE   every event with all its fields and addresses as text (EventDump.cs)
    ///   trace-oracle --passes FILE   for each line on stdin one pass with a callback for every event: events and wall seconds as JSON
    ///   trace-oracle --collections FILE   the collections (CollectionDump.cs)
    ///   trace-oracle --contention FILE    waits for locks (ContentionDump.cs)
    ///   trace-oracle --activities FILE    activities with a start and a stop (ActivityDump.cs)
    ///   trace-oracle --native-events      the runtime's own description of its events (NativeEventDump.cs)
    ///   trace-oracle --frames FILE   the sampled stacks with names (FrameDump.cs)
    ///   trace-oracle --speed FILE N  events and processor seconds of N passes with a callback for every event, one JSON line per pass
    /// </summary>
    internal static class Program
    {
        private static int Main(string[] args)
        {
            if (args.Length == 3 && args[0] == "--speed")
            {
                int passes = int.Parse(args[2], CultureInfo.InvariantCulture);
                for (int pass = 0; pass < passes; pass++) Measure(args[1]);
                return 0;
            }
            if (args.Length == 2 && args[0] == "--passes")
            {
                while (Console.In.ReadLine() != null) TimePass(args[1]);
                return 0;
            }
            if (args.Length == 2 && args[0] == "--frames")
            {
                FrameDump.Write(args[1]);
                return 0;
            }
            if (args.Length == 2 && args[0] == "--collections")
            {
                CollectionDump.Write(args[1]);
                return 0;
            }
            if (args.Length == 2 && args[0] == "--contention")
            {
                ContentionDump.Write(args[1]);
                return 0;
            }
            if (args.Length == 2 && args[0] == "--activities")
            {
                ActivityDump.Write(args[1]);
                return 0;
            }
            if (args.Length == 1 && args[0] == "--native-events")
            {
                NativeEventDump.Write();
                return 0;
            }
            if (args.Length == 2 && args[0] == "--events")
            {
                EventDump.Write(args[1]);
                return 0;
            }
            if (args.Length != 1)
            {
                Console.Error.WriteLine("usage: trace-oracle FILE | trace-oracle --events FILE | trace-oracle --frames FILE | trace-oracle --speed FILE PASSES");
                return 64;
            }
            Dump(args[0]);
            return 0;
        }

        private static void TimePass(string path)
        {
            var clock = Stopwatch.StartNew();
            long count = 0;
            using (var source = new EventPipeEventSource(path))
            {
                source.AllEvents += _ => count++;
                source.Process();
            }
            double seconds = clock.Elapsed.TotalSeconds;
            Console.WriteLine(string.Create(CultureInfo.InvariantCulture, $"{{\"events\":{count},\"seconds\":{seconds}}}"));
        }

        private static void Measure(string path)
        {
            using var process = Process.GetCurrentProcess();
            TimeSpan start = process.TotalProcessorTime;
            long count = 0;
            using (var source = new EventPipeEventSource(path))
            {
                source.AllEvents += _ => count++;
                source.Process();
            }
            process.Refresh();
            double seconds = (process.TotalProcessorTime - start).TotalSeconds;
            Console.WriteLine(string.Create(CultureInfo.InvariantCulture, $"{{\"events\":{count},\"seconds\":{seconds}}}"));
        }

        private static void Dump(string path)
        {
            using Stream output = Console.OpenStandardOutput();
            var options = new JsonWriterOptions { SkipValidation = true };
            long events = 0;
            using var source = new EventPipeEventSource(path);
            source.Dynamic.All += traceEvent =>
            {
                bool isCounter = traceEvent.EventName == "EventCounters";
                if (!isCounter && traceEvent.ProviderName != "System.Diagnostics.Metrics") return;
                using var writer = new Utf8JsonWriter(output, options);
                writer.WriteStartObject();
                writer.WriteString("provider", traceEvent.ProviderName);
                writer.WriteNumber("id", (int)traceEvent.ID);
                writer.WriteNumber("version", traceEvent.Version);
                writer.WriteNumber("timeMs", UnixMs(traceEvent.TimeStamp));
                writer.WritePropertyName("fields");
                if (isCounter) WriteFields(writer, Innermost(traceEvent.PayloadValue(0)));
                else WriteFields(writer, Named(traceEvent));
                writer.WriteEndObject();
                writer.Flush();
                output.WriteByte((byte)'\n');
            };
            source.AllEvents += _ => events++;
            source.Process();
            var summary = string.Create(CultureInfo.InvariantCulture,
                $"{{\"summary\":true,\"events\":{events},\"lost\":{source.EventsLost}}}\n");
            output.Write(Encoding.UTF8.GetBytes(summary));
        }

        /// <summary>An EventCounters payload is a dictionary inside a dictionary named Payload.</summary>
        private static IEnumerable<KeyValuePair<string, object?>> Innermost(object payload)
        {
            var fields = (IDictionary<string, object>)payload;
            object inner = fields.TryGetValue("Payload", out object? nested) ? nested! : payload;
            foreach (var field in (IDictionary<string, object>)inner)
                yield return new KeyValuePair<string, object?>(field.Key, field.Value);
        }

        private static IEnumerable<KeyValuePair<string, object?>> Named(TraceEvent traceEvent)
        {
            for (int index = 0; index < traceEvent.PayloadNames.Length; index++)
                yield return new KeyValuePair<string, object?>(traceEvent.PayloadNames[index], traceEvent.PayloadValue(index));
        }

        private static void WriteFields(Utf8JsonWriter writer, IEnumerable<KeyValuePair<string, object?>> fields)
        {
            writer.WriteStartObject();
            foreach (var field in fields)
            {
                switch (field.Value)
                {
                    case int value:
                        writer.WriteNumber(field.Key, value);
                        break;
                    case long value:
                        writer.WriteNumber(field.Key, value);
                        break;
                    // Round trip text: a JSON number could not carry NaN, and readers must not lose a digit.
                    case float value:
                        writer.WriteString(field.Key, ((double)value).ToString("R", CultureInfo.InvariantCulture));
                        break;
                    case double value:
                        writer.WriteString(field.Key, value.ToString("R", CultureInfo.InvariantCulture));
                        break;
                    case DateTime value:
                        writer.WriteNumber(field.Key, UnixMs(value));
                        break;
                    default:
                        writer.WriteString(field.Key, Convert.ToString(field.Value, CultureInfo.InvariantCulture));
                        break;
                }
            }
            writer.WriteEndObject();
        }

        private static double UnixMs(DateTime time) =>
            (time.ToUniversalTime() - DateTime.UnixEpoch).Ticks / (double)TimeSpan.TicksPerMillisecond;
    }
}
