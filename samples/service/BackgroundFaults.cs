using System.Runtime.CompilerServices;

namespace Pipescope.Service;

/// <summary>Planted mistakes that need no request.</summary>
internal static class BackgroundFaults
{
    public static void Start()
    {
        if (Fault.Is("timer-flood")) HeartbeatScheduler.StartMany(4000);
        if (Fault.Is("pool-starvation")) new Thread(BatchImporter.QueueForever) { IsBackground = true, Name = "importer" }.Start();
    }
}

internal static class HeartbeatScheduler
{
    private static readonly List<Timer> Timers = [];
    private static long beats;

    public static void StartMany(int count)
    {
        for (int at = 0; at < count; at++) Timers.Add(new Timer(OnHeartbeat, null, at % 100, 100));
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void OnHeartbeat(object? state)
    {
        // Long enough that some samples find it running; a spinning thread would only wait.
        long sum = Interlocked.Read(ref beats);
        for (int at = 0; at < 2000; at++) sum = sum * 31 + at;
        Interlocked.Exchange(ref beats, sum);
    }
}

internal static class BatchImporter
{
    public static void QueueForever()
    {
        while (true)
        {
            if (ThreadPool.PendingWorkItemCount < 60)
                for (int at = 0; at < 20; at++) ThreadPool.QueueUserWorkItem(_ => ImportBatchBlocking());
            Thread.Sleep(100);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void ImportBatchBlocking() => Thread.Sleep(2500);
}
