import { channelNames, exceptionTypes, warehouses, type Simulation } from './simulation.ts'

export type MeterInstrumentKind =
  | 'Counter'
  | 'UpDownCounter'
  | 'Gauge'
  | 'Histogram'
  | 'ObservableCounter'
  | 'ObservableUpDownCounter'
  | 'ObservableGauge'

export interface Reading {
  /** `key=value,key=value`, as the runtime joins them. */
  readonly tags: string
  /** Counters: total so far. Gauges and up-down counters: the value now. Histograms: recordings so far. */
  readonly value: number
  readonly histogram?: { readonly p50: number; readonly p95: number; readonly p99: number; readonly sum: number }
}

export interface MeterInstrument {
  readonly meter: string
  readonly meterVersion: string
  readonly name: string
  readonly kind: MeterInstrumentKind
  readonly unit: string
  readonly description: string
  readonly read: (simulation: Simulation) => readonly Reading[]
}

const one = (value: number): readonly Reading[] => [{ tags: '', value }]
const generations = ['gen0', 'gen1', 'gen2', 'loh', 'poh'] as const

/** `System.Runtime` of .NET 9 and later: the 19 instruments of the built-in meter. */
export const runtimeInstruments: readonly MeterInstrument[] = [
  runtime('dotnet.process.cpu.time', 'ObservableCounter', 's', 'CPU time used by the process.', (s) => [
    { tags: 'cpu.mode=user', value: s.cpuUserMs / 1000 },
    { tags: 'cpu.mode=system', value: s.cpuSystemMs / 1000 },
  ]),
  runtime('dotnet.process.cpu.count', 'ObservableUpDownCounter', '{cpu}', 'Processors available.', () => one(4)),
  runtime('dotnet.process.memory.working_set', 'ObservableUpDownCounter', 'By', 'Working set of the process.', (s) =>
    one(s.workingSetBytes),
  ),
  runtime('dotnet.gc.collections', 'ObservableCounter', '{collection}', 'Collections since the start.', (s) =>
    s.gcCounts.map((value, index) => ({ tags: `gc.heap.generation=${generations[index]}`, value })),
  ),
  runtime('dotnet.gc.heap.total_allocated', 'ObservableCounter', 'By', 'Bytes allocated since the start.', (s) =>
    one(s.allocatedBytes),
  ),
  runtime(
    'dotnet.gc.last_collection.memory.committed_size',
    'ObservableUpDownCounter',
    'By',
    'Memory committed at the last collection.',
    (s) => one(s.heapBytes.reduce((sum, bytes) => sum + bytes, 12e6)),
  ),
  runtime(
    'dotnet.gc.last_collection.heap.size',
    'ObservableUpDownCounter',
    'By',
    'Heap size by generation at the last collection.',
    (s) => s.heapBytes.map((value, index) => ({ tags: `gc.heap.generation=${generations[index]}`, value })),
  ),
  runtime(
    'dotnet.gc.last_collection.heap.fragmentation.size',
    'ObservableUpDownCounter',
    'By',
    'Fragmentation by generation at the last collection.',
    (s) =>
      s.heapBytes.map((value, index) => ({ tags: `gc.heap.generation=${generations[index]}`, value: value * 0.04 })),
  ),
  runtime('dotnet.gc.pause.time', 'ObservableCounter', 's', 'Time paused by collections.', (s) =>
    one(s.pauseMs / 1000),
  ),
  runtime('dotnet.jit.compiled_il.size', 'ObservableCounter', 'By', 'IL compiled since the start.', (s) =>
    one(s.jittedMethods * 74),
  ),
  runtime('dotnet.jit.compiled_methods', 'ObservableCounter', '{method}', 'Methods compiled since the start.', (s) =>
    one(s.jittedMethods),
  ),
  runtime('dotnet.jit.compilation.time', 'ObservableCounter', 's', 'Time spent compiling.', (s) =>
    one(s.jittedMethods * 0.00031),
  ),
  runtime('dotnet.monitor.lock_contentions', 'ObservableCounter', '{contention}', 'Contended locks.', (s) =>
    one(Math.floor(s.lockContentions)),
  ),
  runtime('dotnet.thread_pool.thread.count', 'ObservableUpDownCounter', '{thread}', 'Threads of the pool.', (s) =>
    one(s.threadCount),
  ),
  runtime('dotnet.thread_pool.work_item.count', 'ObservableCounter', '{work_item}', 'Work items completed.', (s) =>
    one(Math.floor(s.workItems)),
  ),
  runtime('dotnet.thread_pool.queue.length', 'ObservableUpDownCounter', '{work_item}', 'Work items queued.', (s) =>
    one(s.queueLength),
  ),
  runtime('dotnet.timer.count', 'ObservableUpDownCounter', '{timer}', 'Active timers.', () => one(5)),
  runtime('dotnet.assembly.count', 'ObservableUpDownCounter', '{assembly}', 'Assemblies loaded.', () => one(63)),
  runtime('dotnet.exceptions', 'Counter', '{exception}', 'Exceptions thrown.', (s) =>
    exceptionTypes.map((name) => ({ tags: `error.type=${name}`, value: s.exceptionCounts[name] ?? 0 })),
  ),
]

/** The demo application's own meter: every kind of instrument, with tags. */
export const ordersInstruments: readonly MeterInstrument[] = [
  orders('orders.placed', 'Counter', '{order}', 'Orders placed by sales channel.', (s) =>
    channelNames.map((channel) => ({ tags: `channel=${channel}`, value: Math.floor(s.orders[channel]) })),
  ),
  orders('orders.failed', 'Counter', '{order}', 'Orders whose payment failed.', (s) =>
    exceptionTypes.map((name, index) => ({
      tags: `reason=${index === 0 ? 'declined' : 'timeout'}`,
      value: s.exceptionCounts[name] ?? 0,
    })),
  ),
  orders('orders.in_progress', 'UpDownCounter', '{order}', 'Orders being handled now.', (s) => one(s.ordersInProgress)),
  orders('orders.duration', 'Histogram', 's', 'Time from request to answer.', (s) =>
    channelNames.map((channel) => ({
      tags: `channel=${channel}`,
      value: Math.floor(s.orders[channel]),
      histogram: { ...s.orderDurationS(channel), sum: s.orderDurationSumMs[channel] / 1000 },
    })),
  ),
  orders('stock.level', 'Gauge', '{item}', 'Items on the shelf by warehouse.', (s) =>
    warehouses.map((warehouse) => ({ tags: `warehouse=${warehouse}`, value: s.stock(warehouse) })),
  ),
  orders('payments.latency', 'ObservableGauge', 'ms', 'Newest answer time of the payment provider.', (s) =>
    one(Math.round((38 + 55 * s.load) * 10) / 10),
  ),
]

const lanes = (count: number) => Array.from({ length: count }, (_, index) => index)

/** Many series for load measurements and limits; none in the ordinary demo. */
export function loadInstruments(seriesCount: number, histogramSeriesCount: number): readonly MeterInstrument[] {
  const gauge: MeterInstrument = {
    meter: 'Demo.Load',
    meterVersion: '',
    name: 'load.value',
    kind: 'ObservableGauge',
    unit: '',
    description: 'A wave per lane.',
    read: (s) =>
      lanes(seriesCount).map((lane) => ({
        tags: `lane=${lane}`,
        value: 50 + 40 * Math.sin(s.ageS / (3 + (lane % 17)) + lane),
      })),
  }
  const histogram: MeterInstrument = {
    ...gauge,
    name: 'load.duration',
    kind: 'Histogram',
    unit: 's',
    description: 'Made-up durations per lane.',
    read: (s) =>
      lanes(histogramSeriesCount).map((lane) => ({
        tags: `lane=${lane}`,
        value: Math.floor(s.ageS * 1000),
        histogram: { ...s.orderDurationS('web'), sum: s.ageS },
      })),
  }
  return [...(seriesCount > 0 ? [gauge] : []), ...(histogramSeriesCount > 0 ? [histogram] : [])]
}

function runtime(
  name: string,
  kind: MeterInstrumentKind,
  unit: string,
  description: string,
  read: MeterInstrument['read'],
): MeterInstrument {
  return { meter: 'System.Runtime', meterVersion: '', name, kind, unit, description, read }
}

function orders(
  name: string,
  kind: MeterInstrumentKind,
  unit: string,
  description: string,
  read: MeterInstrument['read'],
): MeterInstrument {
  return { meter: 'Demo.Orders', meterVersion: '1.2.0', name, kind, unit, description, read }
}
