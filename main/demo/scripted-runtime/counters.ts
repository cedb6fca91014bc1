import { channelNames, type Simulation } from './simulation.ts'

/** One EventCounter of a provider. `total` is differenced per interval, `value` is sent as it is. */
export type CounterScript =
  | {
      readonly shape: 'polling' | 'incrementing'
      readonly name: string
      readonly displayName: string
      readonly unit: string
      readonly scale?: string
      /** polling: the value now; incrementing: the total so far. */
      readonly read: (simulation: Simulation) => number
    }
  | {
      /** A true EventCounter: statistics of what was written during the interval. */
      readonly shape: 'statistics'
      readonly name: string
      readonly displayName: string
      readonly unit: string
      readonly readTotalCount: (simulation: Simulation) => number
      readonly readStatistics: (simulation: Simulation) => { readonly mean: number; readonly deviation: number }
    }

export interface CounterProvider {
  readonly name: string
  readonly counters: readonly CounterScript[]
}

const polling = (name: string, displayName: string, unit: string, read: (s: Simulation) => number): CounterScript => ({
  shape: 'polling',
  name,
  displayName,
  unit,
  read,
})
const incrementing = (
  name: string,
  displayName: string,
  unit: string,
  read: (s: Simulation) => number,
  scale = '',
): CounterScript => ({ shape: 'incrementing', name, displayName, unit, read, scale })

const heapTotal = (s: Simulation) => s.heapBytes.reduce((sum, bytes) => sum + bytes, 0)

/** `System.Runtime` of .NET 8 and later: 27 counters. */
const systemRuntime: readonly CounterScript[] = [
  polling('cpu-usage', 'CPU Usage', '%', (s) => Math.round(10 * (8 + 41 * s.load)) / 40),
  polling('working-set', 'Working Set', 'MB', (s) => s.workingSetBytes / 1e6),
  polling('gc-heap-size', 'GC Heap Size', 'MB', (s) => heapTotal(s) / 1e6),
  incrementing(
    'gen-0-gc-count',
    'Gen 0 GC Count',
    '',
    (s) => s.gcCounts[0] + s.gcCounts[1] + s.gcCounts[2],
    '00:01:00',
  ),
  incrementing('gen-1-gc-count', 'Gen 1 GC Count', '', (s) => s.gcCounts[1] + s.gcCounts[2], '00:01:00'),
  incrementing('gen-2-gc-count', 'Gen 2 GC Count', '', (s) => s.gcCounts[2], '00:01:00'),
  polling('threadpool-thread-count', 'ThreadPool Thread Count', '', (s) => s.threadCount),
  incrementing(
    'monitor-lock-contention-count',
    'Monitor Lock Contention Count',
    '',
    (s) => Math.floor(s.lockContentions),
    '00:00:01',
  ),
  polling('threadpool-queue-length', 'ThreadPool Queue Length', '', (s) => s.queueLength),
  incrementing(
    'threadpool-completed-items-count',
    'ThreadPool Completed Work Item Count',
    '',
    (s) => Math.floor(s.workItems),
    '00:00:01',
  ),
  incrementing('alloc-rate', 'Allocation Rate', 'B', (s) => Math.floor(s.allocatedBytes), '00:00:01'),
  polling('active-timer-count', 'Number of Active Timers', '', () => 5),
  polling('gc-fragmentation', 'GC Fragmentation', '%', (s) => 3 + 2 * s.load),
  polling('gc-committed', 'GC Committed Bytes', 'MB', (s) => (heapTotal(s) + 12e6) / 1e6),
  incrementing(
    'exception-count',
    'Exception Count',
    '',
    (s) => Object.values(s.exceptionCounts).reduce((sum, count) => sum + count, 0),
    '00:00:01',
  ),
  polling('time-in-gc', '% Time in GC since last GC', '%', (s) => Math.round(2 * s.load)),
  incrementing('total-pause-time-by-gc', 'Time paused by GC', 'ms', (s) => Math.floor(s.pauseMs)),
  polling('gen-0-size', 'Gen 0 Size', 'B', (s) => Math.floor(s.heapBytes[0])),
  polling('gen-1-size', 'Gen 1 Size', 'B', (s) => Math.floor(s.heapBytes[1])),
  polling('gen-2-size', 'Gen 2 Size', 'B', (s) => Math.floor(s.heapBytes[2])),
  polling('loh-size', 'LOH Size', 'B', (s) => Math.floor(s.heapBytes[3])),
  polling('poh-size', 'POH (Pinned Object Heap) Size', 'B', (s) => Math.floor(s.heapBytes[4])),
  polling('gen-0-gc-budget', 'Gen 0 GC Budget', 'MB', () => 24),
  polling('assembly-count', 'Number of Assemblies Loaded', '', () => 63),
  polling('il-bytes-jitted', 'IL Bytes Jitted', 'B', (s) => s.jittedMethods * 74),
  polling('methods-jitted-count', 'Number of Methods Jitted', '', (s) => s.jittedMethods),
  incrementing('time-in-jit', 'Time spent in JIT', 'ms', (s) => Math.floor(s.jittedMethods * 0.31), '00:00:01'),
]

const allOrders = (s: Simulation) => channelNames.reduce((sum, channel) => sum + s.orders[channel], 0)

/** The application's own EventSource; its name is in no list of ours, so it shows up only when added by name. */
const demoOrders: readonly CounterScript[] = [
  incrementing('orders', 'Orders', '', (s) => Math.floor(allOrders(s)), '00:00:01'),
  polling('orders-in-progress', 'Orders in Progress', '', (s) => s.ordersInProgress),
  {
    shape: 'statistics',
    name: 'order-duration',
    displayName: 'Order Duration',
    unit: 'ms',
    readTotalCount: (s) => Math.floor(allOrders(s)),
    readStatistics: (s) => ({ mean: s.orderDurationS('web').p50 * 1180, deviation: s.orderDurationS('web').p50 * 310 }),
  },
]

export const counterProviders: readonly CounterProvider[] = [
  { name: 'System.Runtime', counters: systemRuntime },
  { name: 'Demo-Orders', counters: demoOrders },
]
