using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Text;
using Microsoft.Diagnostics.Tracing;
using Microsoft.Diagnostics.Tracing.Parsers;

namespace Pipescope.Samples
{
    /// <summary>
    /// Waits for locks as the library delivers their events, in order of time, paired by thread; one line each with tabs between:
    /// <c>thread start-ms duration-ms</c>. The duration is what the runtime measured, or the time between both events where it says nothing.
    /// </summary>
    internal static class ContentionDump
    {
        public static void Write(string path)
        {
            using var source = new EventPipeEventSource(path);
            using var output = new StreamWriter(Console.OpenStandardOutput(), new UTF8Encoding(false));
            var starts = new Dictionary<int, double>();
            var clr = new ClrTraceEventParser(source);
            clr.ContentionStart += started => starts[started.ThreadID] = started.TimeStampRelativeMSec;
            clr.ContentionStop += stopped =>
            {
                if (!starts.Remove(stopped.ThreadID, out double start)) return;
                double duration = stopped.Version >= 1 ? stopped.DurationNs / 1e6 : stopped.TimeStampRelativeMSec - start;
                output.Write(string.Create(CultureInfo.InvariantCulture, $"{stopped.ThreadID}\t{start:R}\t{duration:R}\n"));
            };
            source.Process();
        }
    }
}
