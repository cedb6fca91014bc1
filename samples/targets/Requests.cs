using System.Diagnostics.Tracing;
#if NET5_0_OR_GREATER
using System.Diagnostics.CodeAnalysis;
#endif

namespace Pipescope.Samples
{
    /// <summary>Requests and the queries inside them, as nested start/stop activities.</summary>
    [EventSource(Name = SourceName)]
    internal sealed class Requests : EventSource
    {
        public const string SourceName = "Pipescope-Sample-Requests";
        public static readonly Requests Source = new Requests();

#if NET5_0_OR_GREATER
        [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = "an int and two strings need no reflection")]
#endif
        [Event(1, Level = EventLevel.Informational)]
        public void RequestStart(int requestId, string method, string path) => WriteEvent(1, new object[] { requestId, method, path });

        [Event(2, Level = EventLevel.Informational)]
        public void RequestStop(int requestId, int status) => WriteEvent(2, requestId, status);

        [Event(3, Level = EventLevel.Informational)]
        public void QueryStart(int queryId, string text) => WriteEvent(3, queryId, text);

        [Event(4, Level = EventLevel.Informational)]
        public void QueryStop(int queryId, int rowCount) => WriteEvent(4, queryId, rowCount);

        [Event(5, Level = EventLevel.Warning)]
        public void Slow(int requestId, string reason) => WriteEvent(5, requestId, reason);
    }
}
