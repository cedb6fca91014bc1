import type { TimelineThreadPage } from '../../../shared/model/trace/trace-timeline.ts'
import type { TraceThread } from '../../nettrace/trace/trace-tables.ts'
import { classIndex } from '../stacks/sample-class.ts'
import type { SampleIndex } from './sample-index.ts'

/** A thread with samples. */
export interface SampledThread {
  readonly index: number
  readonly id: number
  /** What the trace calls it, else its role; empty: nobody knows. */
  readonly name: string
  readonly sampleCount: number
  /** Samples in which it used a processor, as far as they tell. */
  readonly busyCount: number
}

type Compare = (a: SampledThread, b: SampledThread) => number

const byId: Compare = (a, b) => a.id - b.id || a.index - b.index
const orders: Readonly<Record<TimelineThreadPage['order'], Compare>> = {
  busiest: (a, b) => b.busyCount - a.busyCount || b.sampleCount - a.sampleCount || byId(a, b),
  id: byId,
  /** Threads without a name come last. */
  name: (a, b) =>
    Number(a.name === '') - Number(b.name === '') || (a.name < b.name ? -1 : a.name > b.name ? 1 : byId(a, b)),
}

/** Threads with samples, in the order of their index. */
export function sampledThreads(
  threads: readonly TraceThread[],
  index: SampleIndex,
  roles: readonly string[],
): readonly SampledThread[] {
  return threads.flatMap(({ index: thread, id, name }) => {
    const from = index.starts[thread]!
    const to = index.starts[thread + 1]!
    if (to === from) return []
    let busyCount = 0
    for (let row = from; row < to; row++) {
      const of = index.sampleClass[row]
      if (of === classIndex.running || of === classIndex.spinning) busyCount++
    }
    return [{ index: thread, id, name: name === '' ? roles[thread]! : name, sampleCount: to - from, busyCount }]
  })
}

/** Threads in the order of the page: pinned ones first, then those that the search leaves. */
export function orderedThreads(
  threads: readonly SampledThread[],
  { order, search, pinned }: Omit<TimelineThreadPage, 'offset' | 'count'>,
): readonly SampledThread[] {
  const isPinned = new Set(pinned)
  const wanted = search.trim().toLowerCase()
  const isFound = ({ id, name }: SampledThread): boolean =>
    wanted === '' || String(id).includes(wanted) || name.toLowerCase().includes(wanted)
  const compare = orders[order]
  return threads
    .filter((thread) => isPinned.has(thread.id) || isFound(thread))
    .sort((a, b) => Number(isPinned.has(b.id)) - Number(isPinned.has(a.id)) || compare(a, b))
}
