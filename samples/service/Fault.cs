namespace Pipescope.Service;

/// <summary>Which mistake is planted in this run. The method that makes it has a name of its own, to be looked for in answers.</summary>
internal static class Fault
{
    private static readonly Dictionary<string, string> Planted = new()
    {
        ["none"] = "",
        ["sync-over-async"] = "InventoryClient.ReserveBlocking",
        ["blocking-in-async"] = "PaymentGateway.ChargeAsync",
        ["pool-starvation"] = "BatchImporter.ImportBatchBlocking",
        ["lock-convoy"] = "QuoteCache.RecalculateUnderLock",
        ["exception-storm"] = "PriceParser.ParseOrThrow",
        ["induced-gc"] = "ReportBuilder.CollectEagerly",
        ["loh-churn"] = "ImageBuffer.RentLargeBuffer",
        ["allocation-hot-spot"] = "BasketTotals.SumWithGarbage",
        ["n-plus-one-sql"] = "OrderRepository.LoadLinesOneByOneAsync",
        ["n-plus-one-http"] = "StockClient.FetchOneByOneAsync",
        ["timer-flood"] = "HeartbeatScheduler.OnHeartbeat",
        ["hot-regex"] = "SkuValidator.MatchBacktracking",
        ["hot-serializer"] = "CatalogExporter.SerializeWholeCatalog",
        ["jit-storm"] = "TemplateCompiler.CompileTemplate",
        ["finalizer-backlog"] = "LeasedHandle.Finalize",
    };

    public static string Current = "none";
    public static ICollection<string> Names => Planted.Keys;
    public static string PlantedMethod => Planted[Current];
    public static bool Is(string name) => Current == name;
}
