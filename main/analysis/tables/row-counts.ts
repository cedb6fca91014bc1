import type {
  CountedTableName,
  LaterTableName,
  TraceRowCounts,
  TraceTableName,
} from '../../../shared/model/trace/trace-tables.ts'
import type { Trace } from '../../nettrace/trace/trace.ts'
import { DistinctNumbers } from '../distinct-numbers.ts'
import { gcEventIds } from '../reports/gc-events.ts'
import { plainRequests } from '../requests/request-sources.ts'
import type { SampledStacks } from '../stacks/sampled-stacks.ts'
import type { PayloadListener } from '../trace/later-payloads.ts'
import type { TraceParts } from '../trace/trace-parts.ts'
import { allocationsOf } from './allocation-tables.ts'
import type { Frames } from './frames.ts'

type Counter = (parts: TraceParts, trace: Trace, frames: Frames) => number | null

/**
 * Rows of tables over the whole trace where they can be counted without being made: the first picture says how many there are. Null: only the
 * table itself tells.
 */
const counters: Partial<Record<TraceTableName, Counter>> = {
  events: (_parts, trace) => trace.eventCount,
  'event-types': ({ types }) => types.rowCount,
  threads: ({ threads, sampled }, trace) => {
    const sampledThreads = new DistinctNumbers()
    const { threadIndex, count } = sampled.samples
    // A sample of a recording is an event of its thread.
    for (let sample = 0; sample < count; sample++)
      if (threads.of(threadIndex[sample]!) === 0) sampledThreads.add(threadIndex[sample]!)
    return trace.threads.filter(({ index }) => threads.of(index) > 0 || sampledThreads.has(index)).length
  },
  collections: ({ gcEvents }) => gcEvents.countOf(gcEventIds.start),
  'exception-types': ({ exceptions }) => distinct(exceptions.typeText.values),
  thrown: ({ exceptions }) => exceptions.count,
  counters: ({ counterEvents }) => counterEvents.series.length,
  'thread-pool': ({ threadPool }) => threadPool.adjustmentTicks.count,
  loads: ({ loader }) => loader.rows.length,
  logs: ({ logs }) => logs.count,
  activities: ({ activities }) => activities.count,
  requests: ({ activities }) => plainRequests(activities.kinds)?.requestCount ?? null,
  routes: ({ activities }) => plainRequests(activities.kinds)?.routeCount ?? null,
  'lock-waiters': ({ contention }, _trace, frames) => {
    const waiters = new DistinctNumbers()
    for (let row = 0; row < contention.count; row++)
      waiters.add(frames.waiterOf(contention.stackIndex.at(row), contention.startTicks.at(row)))
    return waiters.count
  },
  'allocated-types': ({ allocations, allocationSamples }) => {
    const texts = [allocations, allocationSamples].flatMap(({ typeText, texts: pool }) =>
      distinctOf(typeText.values).map((text) => pool.text(text)),
    )
    return new Set(texts).size
  },
  'allocating-methods': (parts) => allocatingMethodCount(parts, parts.sampled),
}

/** What rows of these are made of. */
const sourcesOfLater: Readonly<Record<LaterTableName, (parts: TraceParts) => readonly PayloadListener[]>> = {
  'exception-types': ({ exceptions }) => [exceptions],
  thrown: ({ exceptions }) => [exceptions],
  'lock-waiters': ({ contention }) => [contention],
  locks: ({ contention }) => [contention],
  'blocking-waits': ({ waits }) => [waits],
  'allocated-types': ({ allocations, allocationSamples }) => [allocations, allocationSamples],
  'allocating-methods': ({ allocations, allocationSamples }) => [allocations, allocationSamples],
}

/** Payloads that its rows are made of were left out until now. */
export function isStillToCount(table: CountedTableName, parts: TraceParts): boolean {
  const sources = (
    sourcesOfLater as Partial<Record<CountedTableName, (parts: TraceParts) => readonly PayloadListener[]>>
  )[table]
  return sources?.(parts).some((listener) => parts.later.isWaitingFor(listener)) ?? false
}

/** Null: the table has to be made. */
export function countedRows(
  table: keyof TraceRowCounts,
  parts: TraceParts,
  trace: Trace,
  frames: Frames,
): number | null {
  return counters[table]?.(parts, trace, frames) ?? null
}

/** Functions on the stacks of allocations with a weight. */
function allocatingMethodCount({ allocations, allocationSamples }: TraceParts, sampled: SampledStacks): number {
  const { ticks, stackIndex, weight } = allocationsOf(allocations, allocationSamples)
  const { tree } = sampled.prepare()
  const nodes = new DistinctNumbers()
  const functions = new DistinctNumbers()
  for (let row = 0; row < weight.length; row++) {
    if (!(weight[row]! > 0)) continue
    let node = tree.nodeAt(sampled.stacks.nodeOf(stackIndex[row]!), ticks[row]!)
    // What lies above a node that was seen has been seen too.
    for (; node !== 0 && nodes.add(node); node = tree.parentOf(node)) functions.add(tree.functionOf(node))
  }
  return functions.count
}

function distinctOf(values: ArrayLike<number>): readonly number[] {
  const seen = new DistinctNumbers()
  const found: number[] = []
  for (let index = 0; index < values.length; index++) if (seen.add(values[index]!)) found.push(values[index]!)
  return found
}

function distinct(values: ArrayLike<number>): number {
  return distinctOf(values).length
}
