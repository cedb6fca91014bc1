using System;
using System.Globalization;
using System.IO;
using System.Text;
using Microsoft.Diagnostics.Tracing;
using Microsoft.Diagnostics.Tracing.Analysis;

namespace Pipescope.Samples
{
    /// <summary>
    /// The collections of a file as the library's analysis puts them together, one line each with tabs between:
    /// <c>number generation reason type pause-start-ms pause-ms duration-ms suspend-ms before-mb after-mb promoted-mb</c>.
    /// </summary>
    internal static class CollectionDump
    {
        public static void Write(string path)
        {
            using var source = new EventPipeEventSource(path);
            source.NeedLoadedDotNetRuntimes();
            source.Process();
            using var output = new StreamWriter(Console.OpenStandardOutput(), new UTF8Encoding(false));
            foreach (var process in source.Processes())
            {
                var runtime = process.LoadedDotNetRuntime();
                if (runtime == null) continue;
                foreach (var gc in runtime.GC.GCs)
                {
                    if (!gc.IsComplete) continue;
                    output.Write(string.Create(CultureInfo.InvariantCulture,
                        $"{gc.Number}\t{gc.Generation}\t{gc.Reason}\t{gc.Type}\t{gc.PauseStartRelativeMSec:R}\t{gc.PauseDurationMSec:R}\t{gc.DurationMSec:R}\t{gc.SuspendDurationMSec:R}\t{gc.HeapSizeBeforeMB:R}\t{gc.HeapSizeAfterMB:R}\t{gc.PromotedMB:R}\n"));
                }
            }
        }
    }
}
