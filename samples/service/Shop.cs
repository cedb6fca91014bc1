using System.Diagnostics;
using System.Diagnostics.Metrics;
using System.Runtime.CompilerServices;

namespace Pipescope.Service;

internal static class Shop
{
    public static Uri Address = new("http://127.0.0.1");
    private static readonly Meter Meter = new("Pipescope.Service.Shop");
    public static readonly Counter<long> OrdersPlaced = Meter.CreateCounter<long>("shop.orders.placed", "{order}");
    public static readonly Histogram<double> QuoteSeconds = Meter.CreateHistogram<double>("shop.quote.duration", "s");
}

internal static class Endpoints
{
    public static async Task<object> QuoteAsync(int id, QuoteCache quotes, InventoryClient inventory)
    {
        long started = Stopwatch.GetTimestamp();
        decimal price = quotes.PriceOf(id);
        int free = Fault.Is("sync-over-async") ? inventory.ReserveBlocking(id) : await inventory.ReserveAsync(id);
        Shop.QuoteSeconds.Record(Stopwatch.GetElapsedTime(started).TotalSeconds);
        return new { id, price, free };
    }

    public static async Task<object> StockAsync(int id)
    {
        await Task.Delay(1);
        return new { id, free = id % 17 };
    }
}

/// <summary>Places an order: reads it, checks the stock by a request to itself, writes it.</summary>
internal sealed class OrderService(OrderRepository repository, StockClient stock, ILogger<OrderService> logger)
{
    public async Task<object> PlaceAsync(int id, CancellationToken ending)
    {
        var lines = Fault.Is("n-plus-one-sql") ? await repository.LoadLinesOneByOneAsync(id) : await repository.LoadLinesAsync(id);
        int free = Fault.Is("n-plus-one-http") ? await stock.FetchOneByOneAsync(lines) : await stock.FetchAsync(id, ending);
        RequestFaults.Run(id);
        await repository.SaveAsync(id);
        Shop.OrdersPlaced.Add(1);
        if (id % 10 == 0) logger.LogInformation("Order {Id} with {Count} lines placed", id, lines.Count);
        return new { id, lines.Count, free };
    }
}

internal sealed class OrderRepository
{
    public async Task<List<int>> LoadLinesAsync(int id)
    {
        await Database.ExecuteAsync("SELECT o.Id, o.Total FROM Orders AS o WHERE o.Id = @id");
        await Database.ExecuteAsync("SELECT l.Id, l.Sku FROM Lines AS l WHERE l.OrderId = @id");
        return Enumerable.Range(id, 3).ToList();
    }

    /// <summary>Planted: one command per line instead of one for all.</summary>
    public async Task<List<int>> LoadLinesOneByOneAsync(int id)
    {
        var lines = Enumerable.Range(id, 24).ToList();
        foreach (int _ in lines) await Database.ExecuteAsync("SELECT l.Id, l.Sku FROM Lines AS l WHERE l.Id = @line");
        return lines;
    }

    public Task SaveAsync(int id) => Database.ExecuteAsync($"UPDATE Orders SET State = 1 WHERE Id = @id");
}

/// <summary>Announces its commands as Entity Framework Core does; there is no database behind it.</summary>
internal static class Database
{
    private static readonly DiagnosticListener Source = new("Microsoft.EntityFrameworkCore");

    public static async Task ExecuteAsync(string text)
    {
        var payload = new { Command = new Command(text), ConnectionId = Guid.Empty, IsAsync = true };
        Source.Write("Microsoft.EntityFrameworkCore.Database.Command.CommandExecuting", payload);
        await Task.Delay(1);
        Source.Write("Microsoft.EntityFrameworkCore.Database.Command.CommandExecuted", payload);
    }

    internal sealed record Command(string CommandText)
    {
        public int CommandTimeout => 30;
        public string CommandType => "Text";
        public Connection Connection { get; } = new();
    }

    internal sealed record Connection
    {
        public string Database => "shop";
        public string DataSource => "localhost";
        public string ServerVersion => "16.0";
    }
}

internal sealed class StockClient
{
    private readonly HttpClient client = new();

    public async Task<int> FetchAsync(int id, CancellationToken ending) =>
        (await client.GetStringAsync(new Uri(Shop.Address, $"/stock/{id}"), ending)).Length;

    /// <summary>Planted: one request per line, one after the other.</summary>
    public async Task<int> FetchOneByOneAsync(List<int> lines)
    {
        int sum = 0;
        for (int at = 0; at < 16; at++) sum += (await client.GetStringAsync(new Uri(Shop.Address, $"/stock/{lines[at % lines.Count] + at}"))).Length;
        return sum;
    }
}

internal sealed class InventoryClient
{
    public async Task<int> ReserveAsync(int id)
    {
        await Task.Delay(25);
        return id % 5;
    }

    /// <summary>Planted: a thread of the pool waits for what another one has to finish.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public int ReserveBlocking(int id) => ReserveAsync(id).GetAwaiter().GetResult();
}

internal sealed class PaymentGateway
{
    public async Task<object> ChargeAsync(int id)
    {
        await Task.Delay(2);
        // Planted: an asynchronous method that keeps its thread.
        if (Fault.Is("blocking-in-async")) Thread.Sleep(30);
        return new { id, charged = true };
    }
}

internal sealed class QuoteCache
{
    private readonly Lock gate = new();
    private readonly Dictionary<int, decimal> prices = [];

    public decimal PriceOf(int id)
    {
        if (Fault.Is("lock-convoy"))
            for (int at = 0; at < 4; at++) RecalculateUnderLock(id);
        lock (gate) return prices.TryGetValue(id, out decimal price) ? price : prices[id] = id * 1.1m;
    }

    /// <summary>Planted: everybody waits while one of them works under the lock.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private decimal RecalculateUnderLock(int id)
    {
        lock (gate)
        {
            Thread.Sleep(5);
            return prices[id] = id * 1.1m;
        }
    }
}

internal sealed class Catalog
{
    private static readonly string[] Skus = [.. Enumerable.Range(0, 40).Select(number => $"SKU-{number:0000}")];

    public async Task<object> ListAsync()
    {
        await Task.Delay(2);
        int valid = Skus.Count(sku => sku.Length == 8);
        if (Fault.Is("hot-regex")) valid = SkuValidator.MatchBacktracking(30);
        if (Fault.Is("hot-serializer")) valid = CatalogExporter.SerializeWholeCatalog();
        return new { count = Skus.Length, valid };
    }
}
