using System;
using System.Collections.Generic;
using System.Text;
using System.Threading;

namespace Pipescope.Samples
{
    /// <summary>
    /// What keeps too much memory alive in most services: a static cache without a limit, an event that nobody unsubscribes from, timers that
    /// are never disposed. <c>grow N</c> on stdin adds N orders to the cache, and says so when they are there.
    /// </summary>
    internal static class GrowingCache
    {
        private static readonly OrderCache Orders = new OrderCache();
        private static readonly PriceFeed Feed = new PriceFeed();
        private static readonly List<Timer> Pollers = new List<Timer>();

        public static void Start(int orders, int views, int pollers, StringBuilder facts)
        {
            Orders.Add(orders);
            for (int at = 0; at < views; at++) Feed.Changed += new PriceView(at).OnChanged;
            for (int at = 0; at < pollers; at++) Pollers.Add(new Timer(new Poller(at).Poll, null, 3_600_000, 3_600_000));
            facts.Append(",\"leak\":{\"owner\":").Append(Json.Text(typeof(OrderCache).FullName!));
            facts.Append(",\"field\":").Append(Json.Text(nameof(Orders)));
            facts.Append(",\"kept\":").Append(Json.Text(typeof(CachedOrder).FullName!));
            facts.Append(",\"publisher\":").Append(Json.Text(typeof(PriceFeed).FullName!));
            facts.Append(",\"subscriber\":").Append(Json.Text(typeof(PriceView).FullName!)).Append('}');
        }

        public static void Grow(int count)
        {
            Orders.Add(count);
            Console.Out.WriteLine("grown " + Orders.Count);
            Console.Out.Flush();
        }
    }

    internal sealed class OrderCache
    {
        private readonly Dictionary<int, CachedOrder> orders = new Dictionary<int, CachedOrder>();

        public int Count => orders.Count;

        public void Add(int count)
        {
            for (int left = count; left > 0; left--) orders.Add(orders.Count, new CachedOrder(orders.Count));
        }
    }

    internal sealed class CachedOrder
    {
        public CachedOrder(int number)
        {
            Customer = "customer " + number % 100;
            Document = new byte[400];
        }

        public string Customer { get; }

        public byte[] Document { get; }
    }

    internal sealed class PriceFeed
    {
        public event EventHandler? Changed;

        public void Raise() => Changed?.Invoke(this, EventArgs.Empty);
    }

    internal sealed class PriceView
    {
        private readonly int[] prices;

        public PriceView(int number) => prices = new[] { number, 0, 0, 0 };

        public void OnChanged(object? sender, EventArgs e) => prices[1]++;
    }

    internal sealed class Poller
    {
        private int rounds;

        public Poller(int first) => rounds = first;

        public void Poll(object? state) => rounds++;
    }
}
