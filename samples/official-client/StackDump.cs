using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Diagnostics.Tracing;
using System.Globalization;
using System.IO;
using System.Text;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.Diagnostics.NETCore.Client;
using Microsoft.Diagnostics.Tracing.Etlx;

namespace Pipescope.Samples
{
    /// <summary>
    /// The stacks of all managed threads as Microsoft's client collects them and Microsoft's reader names them: the newest sample of each
    /// thread, one line <c>thread frame|frame|...</c> with a tab between, leaf first, then a line <c># ms</c>: from the first request to
    /// the named stacks.
    /// </summary>
    internal static class StackDump
    {
        /// <summary>At a thousand samples a second.</summary>
        private const int SampleMs = 20;

        public static void Write(int pid)
        {
            var clock = Stopwatch.StartNew();
            string recorded = Path.GetTempFileName();
            string converted = recorded + ".etlx";
            try
            {
                Record(pid, recorded);
                TraceLog.CreateFromEventPipeDataFile(recorded, converted);
                var newest = new SortedDictionary<int, string>();
                using (var log = new TraceLog(converted))
                {
                    foreach (var sample in log.Events)
                        if (sample.ProviderName == "Microsoft-DotNETCore-SampleProfiler") newest[sample.ThreadID] = Frames(sample.CallStack());
                }
                foreach (var (thread, frames) in newest) Console.WriteLine(thread.ToString(CultureInfo.InvariantCulture) + "\t" + frames);
                Console.WriteLine("# " + clock.Elapsed.TotalMilliseconds.ToString("0.0", CultureInfo.InvariantCulture));
            }
            finally
            {
                File.Delete(recorded);
                File.Delete(converted);
            }
        }

        private static void Record(int pid, string path)
        {
            var provider = new EventPipeProvider("Microsoft-DotNETCore-SampleProfiler", EventLevel.Informational);
            using EventPipeSession session = new DiagnosticsClient(pid).StartEventPipeSession(new[] { provider }, requestRundown: true);
            using var file = File.Create(path);
            Task copying = session.EventStream.CopyToAsync(file);
            Thread.Sleep(SampleMs);
            session.Stop();
            copying.Wait();
        }

        private static string Frames(TraceCallStack? leaf)
        {
            var text = new StringBuilder();
            for (var frame = leaf; frame != null; frame = frame.Caller)
            {
                string name = frame.CodeAddress.FullMethodName;
                text.Append(name.Length == 0 ? "?" : name);
                if (frame.Caller != null) text.Append('|');
            }
            return text.ToString();
        }
    }
}
