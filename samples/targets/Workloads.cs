using System;
using System.IO;
using System.IO.Compression;
using System.Net;
using System.Net.Sockets;
using System.Threading;
using System.Threading.Tasks;

namespace Pipescope.Samples
{
    /// <summary>
    /// One kind of work at a time, for comparing what samples say with what the operating system charges:
    /// <c>--work=loop|allocate|native|convoy|async|pool</c>.
    /// </summary>
    internal static class Workloads
    {
        private static readonly object Gate = new object();
        private static long sink;

        public static bool Start(string work)
        {
            switch (work)
            {
                case "loop":
                    Work.Background("work-loop", Loop);
                    return true;
                case "allocate":
                    Work.Background("work-allocate", Allocate);
                    return true;
                case "native":
                    Work.Background("work-native", Compress);
                    return true;
                case "convoy":
                    for (int i = 0; i < 4; i++) Work.Background("work-convoy", Convoy);
                    return true;
                case "async":
                    _ = Echo();
                    return true;
                case "pool":
                    Work.Background("work-pool", Queue);
                    return true;
                default:
                    return false;
            }
        }

        private static void Loop()
        {
            while (true) Interlocked.Exchange(ref sink, Compute(1_000_000));
        }

        private static long Compute(int steps)
        {
            ulong state = 0x9E3779B97F4A7C15;
            for (int i = 0; i < steps; i++)
            {
                state ^= state << 13;
                state ^= state >> 7;
                state ^= state << 17;
            }
            return (long)state;
        }

        private static void Allocate()
        {
            var kept = new byte[1000][];
            for (int i = 0; ; i++) kept[i % kept.Length] = new byte[1000 + i % 9000];
        }

        private static void Compress()
        {
            var text = new byte[1 << 20];
            new Random(1).NextBytes(text);
            while (true)
            {
                using var packed = new MemoryStream();
                using (var packer = new BrotliStream(packed, CompressionLevel.Optimal, true)) packer.Write(text, 0, text.Length);
                Interlocked.Exchange(ref sink, packed.Length);
            }
        }

        private static void Convoy()
        {
            while (true)
            {
                lock (Gate) Compute(100_000);
            }
        }

        private static async Task Echo()
        {
            var listener = new TcpListener(IPAddress.Loopback, 0);
            listener.Start();
            int port = ((IPEndPoint)listener.LocalEndpoint).Port;
            for (int i = 0; i < 4; i++)
            {
                var client = new TcpClient();
                Task connected = client.ConnectAsync(IPAddress.Loopback, port);
                TcpClient server = await listener.AcceptTcpClientAsync().ConfigureAwait(false);
                await connected.ConfigureAwait(false);
                _ = Repeat(server.GetStream(), false);
                _ = Repeat(client.GetStream(), true);
            }
        }

        private static async Task Repeat(NetworkStream stream, bool begins)
        {
            var bytes = new byte[64];
            if (begins) await stream.WriteAsync(bytes, 0, bytes.Length).ConfigureAwait(false);
            while (true)
            {
                int count = await stream.ReadAsync(bytes, 0, bytes.Length).ConfigureAwait(false);
                if (count == 0) return;
                await stream.WriteAsync(bytes, 0, count).ConfigureAwait(false);
            }
        }

        private static void Queue()
        {
            while (true)
            {
                for (int i = 0; i < 8; i++) ThreadPool.QueueUserWorkItem(_ => Interlocked.Exchange(ref sink, Compute(1000)));
                Thread.Sleep(50);
            }
        }
    }
}
