using System.Diagnostics;
using System.Text.Json;
using Pipescope.Service;

// A small shop as an ASP.NET Core service that puts itself under load: `Pipescope.Service [--fault NAME] [--load CLIENTS]`.
// Prints one line `ready {json}` when it answers requests, and ends with its stdin (`--stdin`).
string fault = Argument("--fault") ?? "none";
int clients = int.Parse(Argument("--load") ?? "6");
if (!Fault.Names.Contains(fault))
{
    Console.Error.WriteLine($"unknown fault: {fault} (known: {string.Join(", ", Fault.Names)})");
    return 64;
}
Fault.Current = fault;

var builder = WebApplication.CreateSlimBuilder();
builder.WebHost.ConfigureKestrel(options => options.Listen(System.Net.IPAddress.Loopback, 0));
// Messages go to the event source of ILogger, not to the console.
builder.Logging.ClearProviders().AddEventSourceLogger().AddFilter("Microsoft", LogLevel.Warning).AddFilter("System", LogLevel.Warning);
builder.Services.AddSingleton<OrderRepository>().AddSingleton<OrderService>().AddSingleton<QuoteCache>();
builder.Services.AddSingleton<StockClient>().AddSingleton<InventoryClient>().AddSingleton<PaymentGateway>().AddSingleton<Catalog>();
var app = builder.Build();
app.MapGet("/orders/{id:int}", (int id, OrderService orders, CancellationToken ending) => orders.PlaceAsync(id, ending));
app.MapGet("/quotes/{id:int}", (int id, QuoteCache quotes, InventoryClient inventory) => Endpoints.QuoteAsync(id, quotes, inventory));
app.MapGet("/catalog", (Catalog catalog) => catalog.ListAsync());
app.MapGet("/payments/{id:int}", (int id, PaymentGateway payments) => payments.ChargeAsync(id));
app.MapGet("/stock/{id:int}", (int id) => Endpoints.StockAsync(id));
await app.StartAsync();

var address = new Uri(app.Urls.First());
Shop.Address = address;
using var load = new LoadGenerator(address, clients);
load.Start();
await load.FirstRound;
BackgroundFaults.Start();

var facts = new { pid = Environment.ProcessId, modes = new[] { "service" }, fault, address, plantedMethod = Fault.PlantedMethod };
Console.Out.WriteLine("ready " + JsonSerializer.Serialize(facts));
Console.Out.Flush();
if (args.Contains("--stdin"))
{
    while (await Console.In.ReadLineAsync() is not null) { }
    // Faults may have every thread of the pool blocked: no orderly end.
    Environment.Exit(0);
}
await Task.Delay(Timeout.Infinite);
return 0;

string? Argument(string name)
{
    int place = Array.IndexOf(args, name);
    return place >= 0 && place + 1 < args.Length ? args[place + 1] : null;
}
