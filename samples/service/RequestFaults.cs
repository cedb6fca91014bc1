using System.Linq.Expressions;
using System.Runtime.CompilerServices;
using System.Text.Json;
using System.Text.RegularExpressions;

namespace Pipescope.Service;

/// <summary>Planted mistakes that a request makes by itself.</summary>
internal static class RequestFaults
{
    public static void Run(int id)
    {
        switch (Fault.Current)
        {
            case "exception-storm":
                for (int at = 0; at < 8; at++) PriceParser.TryParse($"{id},-");
                break;
            case "induced-gc":
                if (id % 3 == 0) ReportBuilder.CollectEagerly();
                break;
            case "loh-churn":
                for (int at = 0; at < 12; at++) ImageBuffer.RentLargeBuffer();
                break;
            case "allocation-hot-spot":
                BasketTotals.SumWithGarbage();
                break;
            case "jit-storm":
                for (int at = 0; at < 4; at++) TemplateCompiler.CompileTemplate(id + at);
                break;
            case "finalizer-backlog":
                for (int at = 0; at < 400; at++) LeasedHandle.Lease();
                break;
        }
    }
}

internal static class PriceParser
{
    public static bool TryParse(string text)
    {
        try
        {
            return ParseOrThrow(text) > 0;
        }
        catch (FormatException)
        {
            return false;
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int ParseOrThrow(string text) =>
        text.EndsWith('-') ? throw new FormatException("planted: not a price") : text.Length;
}

internal static class ReportBuilder
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void CollectEagerly() => GC.Collect();
}

internal static class ImageBuffer
{
    private static byte[] last = [];

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void RentLargeBuffer() => last = new byte[600_000 + last.Length % 2];
}

internal static class BasketTotals
{
    private static string last = "";

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void SumWithGarbage()
    {
        for (int at = 0; at < 2000; at++) last = new string('x', 200 + at % 2);
    }
}

internal static class TemplateCompiler
{
    /// <summary>A new dynamic method each time, as templates and mappers do that forget their cache.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int CompileTemplate(int id)
    {
        var input = Expression.Parameter(typeof(int));
        return Expression.Lambda<Func<int, int>>(Expression.Add(input, Expression.Constant(id)), input).Compile()(1);
    }
}

internal sealed class LeasedHandle
{
    /// <summary>So large that there are collections on a slow machine too.</summary>
    private readonly byte[] buffer = new byte[8192];

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void Lease() => _ = new LeasedHandle().buffer.Length;

    ~LeasedHandle() => Thread.SpinWait(20);
}

internal static class SkuValidator
{
    private static readonly Regex Backtracking = new("^(\\w+)+-$", RegexOptions.CultureInvariant);

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int MatchBacktracking(int length) => Backtracking.IsMatch(new string('a', length % 14 + 14)) ? 1 : 0;
}

internal static class CatalogExporter
{
    private static readonly List<Article> Articles =
        [.. Enumerable.Range(0, 4000).Select(number => new Article(number, $"Article {number}", number * 1.1m))];

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int SerializeWholeCatalog() => JsonSerializer.Serialize(Articles).Length;

    internal sealed record Article(int Id, string Name, decimal Price);
}
