using System;
using System.Collections.Generic;
using System.Diagnostics.Tracing;
using System.Globalization;
using System.Linq;
using System.Text.Json;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.Diagnostics.NETCore.Client;
using Microsoft.Diagnostics.Tracing;

namespace Pipescope.Samples
{
    /// <summary>Talks to one process through Microsoft's own client and says what came back.</summary>
    internal static class Program
    {
        private static int Main(string[] args)
        {
            if (args[0] == "--stacks")
            {
                StackDump.Write(int.Parse(args[1], CultureInfo.InvariantCulture));
                return 0;
            }
            int pid = int.Parse(args[0], CultureInfo.InvariantCulture);
            double seconds = double.Parse(args[1], CultureInfo.InvariantCulture);
            var client = new DiagnosticsClient(pid);
            // GetPublishedProcesses is left out: this version throws at the first kernel thread when it runs as root.
            var told = new Dictionary<string, object?>
            {
                ["environment"] = client.GetProcessEnvironment(),
                ["resume"] = Try(client.ResumeRuntime),
                ["setVariable"] = Try(() => client.SetEnvironmentVariable("A", "b")),
                ["dump"] = Try(() => client.WriteDump(DumpType.Normal, "/tmp/never-written.dmp")),
            };
            Read(client, seconds, told);
            Console.WriteLine(JsonSerializer.Serialize(told));
            return 0;
        }

        private static string Try(Action action)
        {
            try
            {
                action();
                return "ok";
            }
            catch (DiagnosticsClientException exception)
            {
                return exception.GetType().Name;
            }
        }

        /// <summary>One session of counters, stopped through the protocol, read to its end.</summary>
        private static void Read(DiagnosticsClient client, double seconds, Dictionary<string, object?> told)
        {
            var arguments = new Dictionary<string, string> { ["EventCounterIntervalSec"] = "1" };
            var provider = new EventPipeProvider("System.Runtime", EventLevel.Informational, -1, arguments);
            var counters = new SortedSet<string>(StringComparer.Ordinal);
            int events = 0;
            using EventPipeSession session = client.StartEventPipeSession(new[] { provider }, requestRundown: false);
            using var source = new EventPipeEventSource(session.EventStream);
            source.Dynamic.All += data =>
            {
                events++;
                if (data.EventName != "EventCounters") return;
                var payload = (IDictionary<string, object>)((IDictionary<string, object>)data.PayloadValue(0))["Payload"];
                counters.Add((string)payload["Name"]);
            };
            Task reading = Task.Run(() => source.Process());
            Thread.Sleep(TimeSpan.FromSeconds(seconds));
            session.Stop();
            reading.Wait();
            told["events"] = events;
            told["counters"] = counters.ToArray();
            told["lost"] = source.EventsLost;
        }
    }
}
