using System;
using System.Collections.Generic;
using System.Globalization;
using System.Text;
using System.Threading;

namespace Pipescope.Samples
{
    /// <summary>
    /// A target with switchable behaviour: <c>Pipescope.Sample [MODE]... [--name=value]... [-- anything]</c>.
    /// Prints one line that starts with <c>ready </c> and goes on with JSON facts once every mode runs, then lives until it
    /// is told to end: a line on stdin (<c>exit N</c>, <c>crash</c>, <c>gc</c>, <c>grow N</c>, <c>env NAME</c>) or, with <c>--stdin</c>, the end of stdin,
    /// so that a target never outlives the test that started it.
    /// </summary>
    internal static class Program
    {
        private static int Main(string[] args)
        {
            var options = Options.Parse(args);
            var facts = new StringBuilder();
            facts.Append("{\"pid\":").Append(CurrentPid().ToString(CultureInfo.InvariantCulture));
            facts.Append(",\"modes\":[").Append(string.Join(",", options.Modes.ConvertAll(Json.Text))).Append(']');

            foreach (string mode in options.Modes)
            {
                switch (mode)
                {
                    case "idle":
                    case "longargs":
                        break;
                    case "busy":
                        Work.Busy(options.Number("threads", 1), options.Has("report"));
                        break;
                    case "leak":
                        Work.Leak(options.Number("mb-per-second", 1));
                        break;
                    case "cache":
                        GrowingCache.Start(options.Number("orders", 20_000), options.Number("views", 1500), options.Number("pollers", 1200), facts);
                        break;
                    case "throw":
                        Work.Throw(options.Number("per-second", 10));
                        break;
                    case "gc":
                        Work.Collect(options.Number("gc-ms", 1000));
                        break;
                    case "child":
                        facts.Append(",\"childPid\":").Append(
                            Work.StartChild().ToString(CultureInfo.InvariantCulture));
                        break;
                    case "flood":
                        Flood.Start(options.Number("flood-threads", 1), options.Number("flood-per-second", 0), options.Number("flood-count", 0));
                        break;
                    case "deep":
                        Deep.Start(options.Number("deep-threads", 1), options.Number("deep-pause-ms", 0));
                        break;
                    case "mixed":
                        Mixed.Start(options.Number("mixed-threads", 40), options.Number("mixed-pause-ms", 1));
                        break;
                    case "churn":
                        Churn.Start(options.Number("churn-threads", 4));
                        break;
                    case "parked":
                        Parked.Start(options.Number("parked-threads", 6));
                        break;
                    case "planted":
                        Planted.Start(facts);
                        break;
                    case "heap":
                        PlantedHeap.Start(facts);
                        break;
                    case "slowstart":
                        SlowStart.ReadPlantedSettings(options.Number("start-ms", 1000));
                        break;
                    case "starve":
                        Starve.Start(facts);
                        break;
                    case "web":
#if !SAMPLE_AOT
                        Web.Start(facts);
                        break;
#else
                        Console.Error.WriteLine("web needs reflection, which NativeAOT has not");
                        return 64;
#endif
                    case "workload":
                        if (Workloads.Start(options.Text("work", "loop"))) break;
                        Console.Error.WriteLine("unknown workload");
                        return 64;
                    case "fields":
#if !SAMPLE_AOT
                        Fields.Start(options.Number("fields-ms", 20));
                        break;
#else
                        Console.Error.WriteLine("fields need reflection, which NativeAOT has not");
                        return 64;
#endif
                    case "counters":
                        Counters.Start(options.Text("source", Counters.DefaultSourceName), facts);
                        break;
                    case "meters":
#if NET8_0_OR_GREATER
                        Meters.Start(options.Number("series", 0), options.Number("tick-ms", 100), facts);
                        break;
#else
                        Console.Error.WriteLine("meters need .NET 8 or newer");
                        return 64;
#endif
                    default:
                        Console.Error.WriteLine("unknown mode: " + mode);
                        return 64;
                }
            }

            facts.Append('}');
            Console.Out.WriteLine("ready " + facts);
            Console.Out.Flush();
            return WaitForEnd(options.Has("stdin"));
        }

        private static int WaitForEnd(bool endsWithStdin)
        {
            string? line;
            while ((line = Console.In.ReadLine()) != null)
            {
                if (line == "crash") ThreadPool.QueueUserWorkItem(_ => throw new InvalidOperationException("asked to crash"));
                else if (line == "gc") GC.Collect();
                else if (line.StartsWith("grow ", StringComparison.Ordinal)) GrowingCache.Grow(int.Parse(line.Substring(5), CultureInfo.InvariantCulture));
                else if (line.StartsWith("env ", StringComparison.Ordinal)) PrintVariable(line.Substring(4));
                else if (line.StartsWith("exit", StringComparison.Ordinal))
                    return line.Length > 5 ? int.Parse(line.Substring(5), CultureInfo.InvariantCulture) : 0;
            }
            if (!endsWithStdin) Thread.Sleep(Timeout.Infinite);
            return 0;
        }

        /// <summary>What the application itself sees of a variable: <c>env NAME=value</c> or <c>env NAME unset</c>.</summary>
        private static void PrintVariable(string name)
        {
            string? value = Environment.GetEnvironmentVariable(name);
            Console.Out.WriteLine(value == null ? "env " + name + " unset" : "env " + name + "=" + value);
            Console.Out.Flush();
        }

        private static int CurrentPid()
        {
#if NET5_0_OR_GREATER
            return Environment.ProcessId;
#else
            return System.Diagnostics.Process.GetCurrentProcess().Id;
#endif
        }
    }

    /// <summary>Modes in order, named values, switches; everything after <c>--</c> is ignored (it only fills the command line).</summary>
    internal sealed class Options
    {
        public List<string> Modes { get; } = new List<string>();
        private readonly Dictionary<string, string> values = new Dictionary<string, string>();

        public static Options Parse(string[] args)
        {
            var options = new Options();
            foreach (string arg in args)
            {
                if (arg == "--") break;
                if (!arg.StartsWith("--", StringComparison.Ordinal))
                {
                    options.Modes.Add(arg);
                    continue;
                }
                int equals = arg.IndexOf('=');
                if (equals < 0) options.values[arg.Substring(2)] = "";
                else options.values[arg.Substring(2, equals - 2)] = arg.Substring(equals + 1);
            }
            if (options.Modes.Count == 0) options.Modes.Add("idle");
            return options;
        }

        public bool Has(string name) => values.ContainsKey(name);
        public string Text(string name, string otherwise) => values.TryGetValue(name, out var value) ? value : otherwise;
        public int Number(string name, int otherwise) =>
            values.TryGetValue(name, out var value) ? int.Parse(value, CultureInfo.InvariantCulture) : otherwise;
    }

    /// <summary>Writes the few JSON values of the ready line; reflection serializers are not available under NativeAOT.</summary>
    internal static class Json
    {
        public static string Text(string value)
        {
            var text = new StringBuilder("\"");
            foreach (char c in value)
            {
                if (c == '"' || c == '\\') text.Append('\\').Append(c);
                else if (c < ' ' || c > '~') text.Append("\\u").Append(((int)c).ToString("x4", CultureInfo.InvariantCulture));
                else text.Append(c);
            }
            return text.Append('"').ToString();
        }

        public static string Number(double value) => value.ToString("R", CultureInfo.InvariantCulture);
    }
}
