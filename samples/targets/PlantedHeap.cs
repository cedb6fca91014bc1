using System;
using System.Collections.Generic;
using System.Globalization;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Text;
using System.Threading;

namespace Pipescope.Samples
{
    /// <summary>
    /// A heap whose numbers are known by construction. What a heap graph has to say about each planted type stands in the ready line under
    /// <c>heap</c>: count, bytes of the objects themselves, bytes that are kept alive by them alone, and the kind of the roots where it is told.
    /// </summary>
    internal static class PlantedHeap
    {
        internal const int OrderCount = 1000, LinesPerOrder = 3, ProductCount = 10;
        internal const int SubscriberCount = 500, PageCount = 200, RingCount = 100, DeepCount = 1_000_000;
        private const int ThreadCount = 4, BacklogCount = 6, LargeCount = 10_000, PinnedCount = 100;
        private const int VeteranCount = 40, NewcomerCount = 30;

        private static Dictionary<int, Order>? s_orders;
        private static Publisher? s_publisher;
        private static List<CachedPage>? s_pages;
        private static Ring? s_ring;
        private static DeepLink? s_deep;
        private static object[]? s_generics;
        private static object[]? s_arrays;
        private static Side? s_left, s_right;
        private static DependentKey? s_key;
        private static readonly ConditionalWeakTable<DependentKey, Attached> s_attached = new ConditionalWeakTable<DependentKey, Attached>();
        private static WeakReference<Ghost>? s_ghost;
        private static GCHandle s_strong, s_pinned, s_weak;
        private static object[]? s_veterans, s_newcomers;
        private static object? s_large, s_pinnedArray;
        private static Watched? s_watched;
        [ThreadStatic] private static PerThread? t_own;

        public static void Start(StringBuilder facts)
        {
            var expected = new StringBuilder();
            PlantOrders(expected);
            PlantEventLeak(expected);
            PlantPages(expected);
            PlantRing(expected);
            PlantDeepList(expected);
            PlantGenerics(expected);
            PlantArrays(expected);
            PlantShared(expected);
            PlantHandles(expected);
            PlantThreads(expected);
            PlantBacklog(expected);
            PlantGenerations(expected);
            facts.Append(",\"heap\":[").Append(expected).Append(']');
        }

        /// <summary>A type of the graph; <paramref name="heldBy"/>: a kind of roots, or the name of a static field.</summary>
        private static void Expect(
            StringBuilder expected, string name, long count, long shallow, long retained, string heldBy = "", string generation = "")
        {
            if (expected.Length > 0) expected.Append(',');
            expected.Append("{\"name\":").Append(Json.Text(name));
            expected.Append(",\"count\":").Append(count.ToString(CultureInfo.InvariantCulture));
            expected.Append(",\"shallowBytes\":").Append(shallow.ToString(CultureInfo.InvariantCulture));
            expected.Append(",\"retainedBytes\":").Append(retained.ToString(CultureInfo.InvariantCulture));
            expected.Append(",\"heldBy\":").Append(Json.Text(heldBy));
            expected.Append(",\"generation\":").Append(Json.Text(generation)).Append('}');
        }

        /// <summary>Header, type and fields, of 64-bit processes.</summary>
        private static long ObjectBytes(long fieldBytes) => 16 + Math.Max(8, (fieldBytes + 7) / 8 * 8);

        private static long ArrayBytes(long count, long elementBytes, int rank = 1) =>
            24 + (rank == 1 ? 0 : rank * 8) + count * elementBytes;

        /// <summary>Of an object whose fields are the business of the runtime.</summary>
        private static long BytesOf(Func<object> create)
        {
            create();
            long before = GC.GetAllocatedBytesForCurrentThread();
            object made = create();
            long after = GC.GetAllocatedBytesForCurrentThread();
            GC.KeepAlive(made);
            return after - before;
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        private static void PlantOrders(StringBuilder expected)
        {
            var products = new Product[ProductCount];
            for (int i = 0; i < ProductCount; i++) products[i] = new Product { Price = i };
            s_orders = new Dictionary<int, Order>(OrderCount);
            for (int id = 0; id < OrderCount; id++)
            {
                var lines = new Line[LinesPerOrder];
                for (int i = 0; i < LinesPerOrder; i++)
                    lines[i] = new Line { Product = products[(id + i) % ProductCount], Quantity = i };
                s_orders.Add(id, new Order { Id = id, Lines = lines });
            }
            long line = ObjectBytes(12), lineArray = ArrayBytes(LinesPerOrder, 8), order = ObjectBytes(12), product = ObjectBytes(8);
            long orderWithLines = order + lineArray + LinesPerOrder * line;
            // The smallest prime of the runtime's table that is not below a thousand.
            const int buckets = 1103;
            long entries = ArrayBytes(buckets, 24);
            long dictionary = BytesOf(() => new Dictionary<int, Order>());
            const string ofDictionary = "System.Collections.Generic.Dictionary<int, Order>";
            Expect(expected, "Order", OrderCount, OrderCount * order, OrderCount * orderWithLines);
            Expect(expected, "Line[]", OrderCount, OrderCount * lineArray, OrderCount * (orderWithLines - order));
            Expect(expected, "Line", OrderCount * LinesPerOrder, OrderCount * LinesPerOrder * line, OrderCount * LinesPerOrder * line);
            // No order alone keeps a product alive; the table does.
            Expect(expected, "Product", ProductCount, ProductCount * product, ProductCount * product);
            long kept = OrderCount * orderWithLines + ProductCount * product;
            Expect(expected, ofDictionary + ".Entry[]", 1, entries, entries + kept);
            Expect(expected, ofDictionary, 1, dictionary, dictionary + entries + ArrayBytes(buckets, 4) + kept, nameof(s_orders));
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        private static void PlantEventLeak(StringBuilder expected)
        {
            s_publisher = new Publisher();
            for (int i = 0; i < SubscriberCount; i++) new Subscriber().Listen(s_publisher);
            long handler = BytesOf(() => new Announcement(new Subscriber().OnAnnounced)) - ObjectBytes(8);
            // The list of handlers doubles; one more handler stands for all of them.
            long handlers = (SubscriberCount + 1) * handler;
            long kept = handlers + ArrayBytes(512, 8) + SubscriberCount * ObjectBytes(8);
            Expect(expected, Name<Subscriber>(), SubscriberCount, SubscriberCount * ObjectBytes(8), SubscriberCount * ObjectBytes(8));
            Expect(expected, Name<Announcement>(), SubscriberCount + 1, handlers, kept);
            Expect(expected, Name<Publisher>(), 1, ObjectBytes(8), ObjectBytes(8) + kept, nameof(s_publisher));
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        private static void PlantPages(StringBuilder expected)
        {
            s_pages = new List<CachedPage>(256);
            for (int i = 0; i < PageCount; i++) s_pages.Add(new CachedPage { Content = new byte[1001] });
            long page = ObjectBytes(8) + ArrayBytes(1001, 1);
            long list = BytesOf(() => new List<CachedPage>());
            long kept = ArrayBytes(256, 8) + PageCount * page;
            Expect(expected, Name<CachedPage>(), PageCount, PageCount * ObjectBytes(8), PageCount * page);
            Expect(expected, "System.Collections.Generic.List<" + Name<CachedPage>() + ">", 1, list, list + kept, nameof(s_pages));
        }

        /// <summary>One ring is held, another one is garbage although each of its objects is referenced.</summary>
        [MethodImpl(MethodImplOptions.NoInlining)]
        private static void PlantRing(StringBuilder expected)
        {
            s_ring = NewRing(RingCount);
            NewRing(RingCount / 2);
            Expect(expected, Name<Ring>(), RingCount, RingCount * ObjectBytes(8), RingCount * ObjectBytes(8), nameof(s_ring));
        }

        private static Ring NewRing(int count)
        {
            var first = new Ring();
            first.Next = first;
            for (int i = 1; i < count; i++) first.Next = new Ring { Next = first.Next };
            return first;
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        private static void PlantDeepList(StringBuilder expected)
        {
            for (int i = 0; i < DeepCount; i++) s_deep = new DeepLink { Next = s_deep, Depth = i };
            long bytes = DeepCount * ObjectBytes(12);
            Expect(expected, Name<DeepLink>(), DeepCount, bytes, bytes, nameof(s_deep));
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        private static void PlantGenerics(StringBuilder expected)
        {
            s_generics = new object[]
            {
                new Box<int>(), new Box<int>(), new Box<int>(), new Box<string>(), new Box<Dictionary<int, string>[]>(),
                new Outer<int>.Inner<string>(), new Outer<int>.Inner<string>(), new Outer<long>.Plain(), new Box<(int, string)>(),
                new Box<int?>(),
            };
            string box = "Pipescope.Samples.Box<", outer = "Pipescope.Samples.Outer<";
            Expect(expected, box + "int>", 3, 3 * ObjectBytes(4), 3 * ObjectBytes(4));
            Expect(expected, box + "string>", 1, ObjectBytes(8), ObjectBytes(8));
            Expect(expected, box + "System.Collections.Generic.Dictionary<int, string>[]>", 1, ObjectBytes(8), ObjectBytes(8));
            Expect(expected, box + "System.ValueTuple<int, string>>", 1, ObjectBytes(16), ObjectBytes(16));
            Expect(expected, box + "int?>", 1, ObjectBytes(8), ObjectBytes(8));
            Expect(expected, outer + "int>.Inner<string>", 2, 2 * ObjectBytes(8), 2 * ObjectBytes(8));
            Expect(expected, outer + "long>.Plain", 1, ObjectBytes(8), ObjectBytes(8));
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        private static void PlantArrays(StringBuilder expected)
        {
            var cells = new Cell[10, 20];
            for (int i = 0; i < 10; i++)
                for (int j = 0; j < 20; j++) cells[i, j] = new Cell();
            var jagged = new Leaf[5][];
            for (int i = 0; i < 5; i++)
            {
                jagged[i] = new Leaf[7];
                for (int j = 0; j < 7; j++) jagged[i][j] = new Leaf();
            }
            var slots = new Slot[50];
            for (int i = 0; i < 50; i++) slots[i].Tag = new Tag();
            s_arrays = new object[]
            {
                cells, jagged, slots, new SlotHolder { Slot = new Slot { Tag = new Tag() } }, new Fraction[3, 4, 5], new Fraction[2][,],
            };
            long small = ObjectBytes(8);
            Expect(expected, Name<Cell>(), 200, 200 * small, 200 * small);
            Expect(expected, Name<Cell>() + "[,]", 1, ArrayBytes(200, 8, 2), ArrayBytes(200, 8, 2) + 200 * small);
            Expect(expected, Name<Leaf>(), 35, 35 * small, 35 * small);
            Expect(expected, Name<Leaf>() + "[]", 5, 5 * ArrayBytes(7, 8), 5 * ArrayBytes(7, 8) + 35 * small);
            Expect(expected, Name<Leaf>() + "[][]", 1, ArrayBytes(5, 8), ArrayBytes(5, 8) + 5 * ArrayBytes(7, 8) + 35 * small);
            Expect(expected, Name<Tag>(), 51, 51 * small, 51 * small);
            Expect(expected, Name<Slot>() + "[]", 1, ArrayBytes(50, 16), ArrayBytes(50, 16) + 50 * small);
            Expect(expected, Name<SlotHolder>(), 1, ObjectBytes(16), ObjectBytes(16) + small);
            Expect(expected, Name<Fraction>() + "[,,]", 1, ArrayBytes(60, 8, 3), ArrayBytes(60, 8, 3));
            Expect(expected, Name<Fraction>() + "[][,]", 1, ArrayBytes(2, 8), ArrayBytes(2, 8));
        }

        /// <summary>Two objects share a third one: neither of them keeps it alive alone.</summary>
        [MethodImpl(MethodImplOptions.NoInlining)]
        private static void PlantShared(StringBuilder expected)
        {
            var common = new Common { Text = new string('x', 1000) };
            s_left = new Side { Common = common };
            s_right = new Side { Common = common };
            Expect(expected, Name<Side>(), 2, 2 * ObjectBytes(8), 2 * ObjectBytes(8), nameof(s_left));
            Expect(expected, Name<Common>(), 1, ObjectBytes(8), ObjectBytes(8) + 22 + 2 * 1000);
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        private static void PlantHandles(StringBuilder expected)
        {
            s_strong = GCHandle.Alloc(new Strong(), GCHandleType.Normal);
            s_pinned = GCHandle.Alloc(new Pinned(), GCHandleType.Pinned);
            s_watched = new Watched();
            s_weak = GCHandle.Alloc(s_watched, GCHandleType.Weak);
            s_ghost = new WeakReference<Ghost>(new Ghost());
            s_key = new DependentKey();
            s_attached.Add(s_key, new Attached { Content = new byte[500] });
            s_large = new Wide[LargeCount];
            Expect(expected, Name<Strong>(), 1, ObjectBytes(8), ObjectBytes(8), "strong-handle");
            Expect(expected, Name<Pinned>(), 1, ObjectBytes(16), ObjectBytes(16), "pinned-handle");
            Expect(expected, Name<Watched>(), 1, ObjectBytes(8), ObjectBytes(8), nameof(s_watched));
            Expect(expected, Name<Ghost>(), 0, 0, 0);
            long attached = ObjectBytes(8) + ArrayBytes(500, 1);
            Expect(expected, Name<Attached>(), 1, ObjectBytes(8), attached);
            Expect(expected, Name<DependentKey>(), 1, ObjectBytes(8), ObjectBytes(8) + attached, nameof(s_key));
            Expect(expected, Name<Wide>() + "[]", 1, ArrayBytes(LargeCount, 16), ArrayBytes(LargeCount, 16), nameof(s_large), "loh");
#if NET5_0_OR_GREATER
            s_pinnedArray = GC.AllocateArray<Narrow>(PinnedCount, pinned: true);
            Expect(expected, Name<Narrow>() + "[]", 1, ArrayBytes(PinnedCount, 4), ArrayBytes(PinnedCount, 4), nameof(s_pinnedArray), "poh");
#else
            s_pinnedArray = new Narrow[PinnedCount];
            Expect(expected, Name<Narrow>() + "[]", 1, ArrayBytes(PinnedCount, 4), ArrayBytes(PinnedCount, 4), nameof(s_pinnedArray));
#endif
        }

        private static void PlantThreads(StringBuilder expected)
        {
            using var isSet = new CountdownEvent(ThreadCount);
            for (int i = 0; i < ThreadCount; i++)
            {
                Work.Background("planted-static-" + i.ToString(CultureInfo.InvariantCulture), () =>
                {
                    SetOwn();
                    isSet.Signal();
                    Thread.Sleep(Timeout.Infinite);
                });
            }
            isSet.Wait();
            Expect(expected, Name<PerThread>(), ThreadCount, ThreadCount * ObjectBytes(8), ThreadCount * ObjectBytes(8));
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        private static void SetOwn() => t_own = new PerThread();

        /// <summary>The first finalizer never ends; the others wait in the queue behind it.</summary>
        private static void PlantBacklog(StringBuilder expected)
        {
            DropBacklog();
            GC.Collect();
            Backlog.IsBlocked.Wait();
            Expect(expected, Name<Backlog>(), BacklogCount, BacklogCount * ObjectBytes(8), BacklogCount * ObjectBytes(8), "finalizer-queue");
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        private static void DropBacklog()
        {
            for (int i = 0; i < BacklogCount; i++) new Backlog();
        }

        /// <summary>
        /// The collection of a heap graph moves its survivors up by one: what lived through two before is in generation 2, what
        /// comes last in generation 1.
        /// </summary>
        [MethodImpl(MethodImplOptions.NoInlining)]
        private static void PlantGenerations(StringBuilder expected)
        {
            s_veterans = new object[VeteranCount];
            for (int i = 0; i < VeteranCount; i++) s_veterans[i] = new Veteran();
            GC.Collect();
            GC.Collect();
            s_newcomers = new object[NewcomerCount];
            for (int i = 0; i < NewcomerCount; i++) s_newcomers[i] = new Newcomer();
            long size = ObjectBytes(8);
            Expect(expected, Name<Veteran>(), VeteranCount, VeteranCount * size, VeteranCount * size, "", "gen2");
            Expect(expected, Name<Newcomer>(), NewcomerCount, NewcomerCount * size, NewcomerCount * size, "", "gen1");
        }

        private static string Name<T>() => typeof(T).FullName!.Replace('+', '.');
    }
}
