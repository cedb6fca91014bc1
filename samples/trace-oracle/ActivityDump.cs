using System;
using System.Globalization;
using System.IO;
using System.Text;
using Microsoft.Diagnostics.Symbols;
using Microsoft.Diagnostics.Tracing;
using Microsoft.Diagnostics.Tracing.Etlx;

namespace Pipescope.Samples
{
    /// <summary>
    /// Activities with a start and a stop as the library pairs them, one line each in the order of their stops, with tabs between:
    /// <c>task activity-id start-ms duration-ms</c>.
    /// </summary>
    internal static class ActivityDump
    {
        public static void Write(string path)
        {
            string converted = Path.Combine(Path.GetTempPath(), Path.GetRandomFileName() + ".etlx");
            try
            {
                TraceLog.CreateFromEventPipeDataFile(path, converted);
                using var log = new TraceLog(converted);
                using var source = log.Events.GetSource();
                using var symbols = new SymbolReader(TextWriter.Null);
                using var output = new StreamWriter(Console.OpenStandardOutput(), new UTF8Encoding(false));
                var computer = new StartStopActivityComputer(source, new ActivityComputer(source, symbols));
                computer.Stop += (activity, stopped) => output.Write(string.Create(CultureInfo.InvariantCulture,
                    $"{stopped.TaskName}\t{stopped.ActivityID}\t{activity.StartTimeRelativeMSec:R}\t{activity.DurationMSec:R}\n"));
                source.Process();
            }
            finally
            {
                File.Delete(converted);
            }
        }
    }
}
