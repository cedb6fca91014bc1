#if !SAMPLE_AOT
using System;
using System.Diagnostics;
using System.Diagnostics.Tracing;
using System.Net;
using System.Net.Http;
using System.Net.Sockets;
using System.Runtime.CompilerServices;
using System.Text;
using System.Threading;

namespace Pipescope.Samples
{
    /// <summary>
    /// A service that calls itself: HTTP requests out and in, SQL commands as SqlClient announces them, log messages as ILogger writes
    /// them. One path, one command and one message are the answers to be found; they are in the ready line under <c>web</c>.
    /// </summary>
    internal static class Web
    {
        private const string SlowPath = "/planted-slow-orders";
        private const string SlowCommand = "select * from orders where planted = 1";
        private const string LogCategory = "Pipescope.Samples.Orders";
        private const string LogText = "planted: order 4711 was refused";
        private const string LogWithSecret = "planted sign-in with password=planted-secret";
        private static readonly DiagnosticListener SqlClient = new DiagnosticListener("SqlClientDiagnosticListener");

        public static void Start(StringBuilder facts)
        {
            int port = FreePort();
            var server = new HttpListener();
            server.Prefixes.Add("http://127.0.0.1:" + port.ToString(System.Globalization.CultureInfo.InvariantCulture) + "/");
            server.Start();
            Work.Background("web-server", () => Serve(server));
            Work.Background("web-client", () => Call("http://127.0.0.1:" + port.ToString(System.Globalization.CultureInfo.InvariantCulture)));
            facts.Append(",\"web\":{\"path\":").Append(Json.Text(SlowPath));
            facts.Append(",\"command\":").Append(Json.Text(SlowCommand));
            facts.Append(",\"category\":").Append(Json.Text(LogCategory));
            facts.Append(",\"message\":").Append(Json.Text(LogText)).Append('}');
        }

        private static void Serve(HttpListener server)
        {
            while (true)
            {
                HttpListenerContext context = server.GetContext();
                bool isSlow = context.Request.Url!.AbsolutePath == SlowPath;
                Thread.Sleep(isSlow ? 120 : 2);
                context.Response.StatusCode = 200;
                context.Response.Close();
            }
        }

        private static void Call(string address)
        {
            using var client = new HttpClient();
            while (true)
            {
                client.GetAsync(address + "/items").GetAwaiter().GetResult().Dispose();
                client.GetAsync(address + SlowPath).GetAwaiter().GetResult().Dispose();
                Query("select * from items", 2);
                Query(SlowCommand, 110);
                Logs.Source.Message(2, LogCategory, 1, "Listed", "3 items");
                Logs.Source.Message(3, LogCategory, 9, "SignedIn", LogWithSecret);
                Logs.Source.Message(4, LogCategory, 7, "Refused", LogText);
            }
        }

        /// <summary>Announced before and after, like a command of SqlClient.</summary>
        [MethodImpl(MethodImplOptions.NoInlining)]
        private static void Query(string text, int lengthMs)
        {
            var command = new SqlCommand(text);
            if (SqlClient.IsEnabled("System.Data.SqlClient.WriteCommandBefore"))
                SqlClient.Write("System.Data.SqlClient.WriteCommandBefore", new { Operation = "ExecuteReader", ConnectionId = Guid.Empty, Command = command });
            Thread.Sleep(lengthMs);
            if (SqlClient.IsEnabled("System.Data.SqlClient.WriteCommandAfter"))
                SqlClient.Write("System.Data.SqlClient.WriteCommandAfter", new { Operation = "ExecuteReader", ConnectionId = Guid.Empty, Command = command });
        }

        private static int FreePort()
        {
            var probe = new TcpListener(IPAddress.Loopback, 0);
            probe.Start();
            int port = ((IPEndPoint)probe.LocalEndpoint).Port;
            probe.Stop();
            return port;
        }

        /// <summary>The parts of a real one that tools ask for.</summary>
        internal sealed class SqlCommand
        {
            public SqlCommand(string text) => CommandText = text;
            public string CommandText { get; }
            public int CommandTimeout => 30;
            public string CommandType => "Text";
            public SqlConnection Connection { get; } = new SqlConnection();
        }

        internal sealed class SqlConnection
        {
            public string ConnectionString => "Server=localhost;Password=planted-secret";
            public string Database => "shop";
            public string DataSource => "localhost";
            public string ServerVersion => "16.0";
            public int PacketSize => 8000;
        }

        /// <summary>The event that ILogger's own source writes for a message, under its name.</summary>
        [EventSource(Name = "Microsoft-Extensions-Logging")]
        internal sealed class Logs : EventSource
        {
            public static readonly Logs Source = new Logs();

            public static class Keywords
            {
                public const EventKeywords FormattedMessage = (EventKeywords)4;
            }

            [NonEvent]
            public void Message(int level, string category, int id, string name, string text)
            {
                if (IsEnabled(EventLevel.LogAlways, Keywords.FormattedMessage)) FormattedMessage(level, 0, category, id, name, text);
            }

            [Event(1, Keywords = Keywords.FormattedMessage, Level = EventLevel.LogAlways)]
            public void FormattedMessage(int Level, int FactoryID, string LoggerName, int EventId, string EventName, string FormattedMessage) =>
                WriteEvent(1, new object[] { Level, FactoryID, LoggerName, EventId, EventName, FormattedMessage });
        }
    }
}
#endif
