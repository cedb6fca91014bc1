namespace Pipescope.Service;

/// <summary>Clients of the service in its own process: each asks for one thing after the other, with short pauses.</summary>
internal sealed class LoadGenerator(Uri address, int clients) : IDisposable
{
    private readonly HttpClient client = new() { BaseAddress = address, Timeout = TimeSpan.FromSeconds(30) };
    private readonly TaskCompletionSource firstRound = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>Every path was asked for once.</summary>
    public Task FirstRound => clients == 0 ? Task.CompletedTask : firstRound.Task;

    public void Start()
    {
        for (int number = 0; number < clients; number++) _ = RunAsync(number);
    }

    private async Task RunAsync(int number)
    {
        for (int round = number * 1000; ; round++)
        {
            string[] paths = [$"/orders/{round}", $"/quotes/{round % 50}", "/catalog", $"/payments/{round}"];
            foreach (string path in paths)
            {
                try
                {
                    await client.GetStringAsync(path);
                }
                catch (Exception error) when (error is HttpRequestException or TaskCanceledException)
                {
                    // A starved service answers late or not at all.
                }
                await Task.Delay(20);
            }
            firstRound.TrySetResult();
        }
    }

    public void Dispose() => client.Dispose();
}
