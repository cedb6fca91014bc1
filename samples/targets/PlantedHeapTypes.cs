using System;
using System.Runtime.InteropServices;
using System.Threading;

// What a planted object holds is of no interest, only that it has room for it.
#pragma warning disable CS0649

/// <summary>Outside of every namespace on purpose, as Line is.</summary>
internal sealed class Order
{
    public int Id;
    public Line[]? Lines;
}

internal sealed class Line
{
    public Product? Product;
    public int Quantity;
}

internal sealed class Product
{
    public long Price;
}

namespace Pipescope.Samples
{
    internal delegate void Announcement(string text);

    internal sealed class Publisher
    {
        public event Announcement? Announced;

        public void Announce(string text) => Announced?.Invoke(text);
    }

    internal sealed class Subscriber
    {
        private long seen;

        public void Listen(Publisher publisher) => publisher.Announced += OnAnnounced;

        public void OnAnnounced(string text) => seen += text.Length;
    }

    internal sealed class CachedPage
    {
        public byte[]? Content;
    }

    internal sealed class Ring
    {
        public Ring? Next;
    }

    internal sealed class DeepLink
    {
        public DeepLink? Next;
        public int Depth;
    }

    internal sealed class Box<T>
    {
        public T Value = default!;
    }

    internal static class Outer<TOuter>
    {
        internal sealed class Inner<TInner>
        {
            public TInner Value = default!;
        }

        internal sealed class Plain
        {
            public TOuter Value = default!;
        }
    }

    internal sealed class Cell
    {
        public long Value;
    }

    internal sealed class Leaf
    {
        public int Value;
    }

    internal sealed class Tag
    {
        public long Value;
    }

    internal struct Slot
    {
        public Tag Tag;
        public long Weight;
    }

    internal sealed class SlotHolder
    {
        public Slot Slot;
    }

    internal struct Fraction
    {
        public int Above, Below;
    }

    internal sealed class Common
    {
        public string Text = "";
    }

    internal sealed class Side
    {
        public Common? Common;
    }

    internal sealed class Strong
    {
        public long Value;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal sealed class Pinned
    {
        public long First, Second;
    }

    internal sealed class Watched
    {
        public long Value;
    }

    internal sealed class Ghost
    {
        public long Value;
    }

    internal sealed class DependentKey
    {
        public long Value;
    }

    internal sealed class Attached
    {
        public byte[]? Content;
    }

    internal struct Wide
    {
        public long First, Second;
    }

    internal struct Narrow
    {
        public int Value;
    }

    internal sealed class Veteran
    {
        public long Value;
    }

    internal sealed class Newcomer
    {
        public long Value;
    }

    internal sealed class PerThread
    {
        public long Value;
    }

    internal sealed class Backlog
    {
        public static readonly ManualResetEventSlim IsBlocked = new ManualResetEventSlim();
        private readonly long started = Environment.TickCount;

        ~Backlog()
        {
            IsBlocked.Set();
            Thread.Sleep(Timeout.Infinite);
            GC.KeepAlive(started == 0 ? null : this);
        }
    }
}
