using System;
using System.Collections.Generic;
using System.Runtime.CompilerServices;
using System.Text;
using System.Threading;

namespace Pipescope.Samples
{
    /// <summary>
    /// Answers a recording must find: one method that takes most of the processor time, one that allocates most, one lock that is
    /// held too long, one query that is slow, one exception. Their names are in the ready line under <c>planted</c>.
    /// </summary>
    internal static class Planted
    {
        private const string SlowQueryText = "select * from orders -- planted slow query";
        private static readonly object PlantedLock = new object();
        private static readonly Queue<PlantedRecord> Records = new Queue<PlantedRecord>();
        private static long sink;

        public static void Start(StringBuilder facts)
        {
            Work.Background("planted-hot", RunHot);
            Work.Background("planted-allocator", RunAllocator);
            Work.Background("planted-lock-holder", HoldLock);
            Work.Background("planted-lock-waiter", WaitForLock);
            Work.Background("planted-queries", RunQueries);
            Work.Background("planted-exceptions", ThrowPlanted);
            string type = typeof(Planted).FullName + ".";
            facts.Append(",\"planted\":{\"hotMethod\":").Append(Json.Text(type + nameof(HotMethod)));
            facts.Append(",\"warmMethod\":").Append(Json.Text(type + nameof(WarmMethod)));
            facts.Append(",\"allocator\":").Append(Json.Text(type + nameof(AllocateRecords)));
            facts.Append(",\"allocatedType\":").Append(Json.Text(typeof(PlantedRecord).FullName!));
            facts.Append(",\"lockWaiter\":").Append(Json.Text(type + nameof(WaitForPlantedLock)));
            facts.Append(",\"slowQuery\":").Append(Json.Text(SlowQueryText));
            facts.Append(",\"exception\":").Append(Json.Text(typeof(PlantedException).FullName!)).Append('}');
        }

        /// <summary>About five sixths of the thread in HotMethod, one sixth in WarmMethod.</summary>
        private static void RunHot()
        {
            while (true)
            {
                for (int i = 0; i < 5; i++) HotMethod(200_000);
                WarmMethod(200_000);
            }
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        private static void HotMethod(int rounds)
        {
            ulong state = 88172645463325252;
            for (int i = 0; i < rounds; i++)
            {
                state ^= state << 13;
                state ^= state >> 7;
                state ^= state << 17;
            }
            sink += (long)state;
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        private static void WarmMethod(int rounds)
        {
            ulong state = 88172645463325252;
            for (int i = 0; i < rounds; i++)
            {
                state ^= state << 7;
                state ^= state >> 9;
                state ^= state << 8;
            }
            sink += (long)state;
        }

        private static void RunAllocator()
        {
            while (true)
            {
                AllocateRecords(2000);
                Thread.Sleep(5);
            }
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        private static void AllocateRecords(int count)
        {
            for (int i = 0; i < count; i++)
            {
                Records.Enqueue(new PlantedRecord());
                if (Records.Count > 5000) Records.Dequeue();
            }
        }

        private static void HoldLock()
        {
            while (true)
            {
                lock (PlantedLock) Thread.Sleep(30);
                Thread.Sleep(5);
            }
        }

        private static void WaitForLock()
        {
            while (true)
            {
                WaitForPlantedLock();
                Thread.Sleep(3);
            }
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        private static void WaitForPlantedLock()
        {
            lock (PlantedLock) sink++;
        }

        private static void RunQueries()
        {
            int id = 0;
            while (true)
            {
                id++;
                bool isSlow = id % 5 == 0;
                Requests.Source.RequestStart(id, "GET", isSlow ? "/orders" : "/items");
                Requests.Source.QueryStart(id, isSlow ? SlowQueryText : "select * from items");
                Thread.Sleep(isSlow ? 120 : 3);
                Requests.Source.QueryStop(id, isSlow ? 10_000 : 3);
                Requests.Source.RequestStop(id, 200);
            }
        }

        private static void ThrowPlanted()
        {
            while (true)
            {
                try
                {
                    throw new PlantedException();
                }
                catch (PlantedException)
                {
                    Thread.Sleep(20);
                }
            }
        }
    }

    internal sealed class PlantedRecord
    {
        public readonly long[] Values = new long[12];
    }

    internal sealed class PlantedException : Exception
    {
        public PlantedException() : base("planted on purpose") { }
    }
}
