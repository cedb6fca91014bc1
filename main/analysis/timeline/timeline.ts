import type { TraceRange } from '../../../shared/model/trace/trace-selection.ts'
import type {
  TimelineBinTrack,
  TimelineLosses,
  TraceTimeline,
  TraceTimelineQuestion,
} from '../../../shared/model/trace/trace-timeline.ts'
import type { Trace } from '../../nettrace/trace/trace.ts'
import { countedAllocations } from '../reports/counted-allocations.ts'
import { type EventFilter, eventFilter } from '../reports/event-filter.ts'
import { gcTable } from '../reports/gc-table.ts'
import type { RequestRow } from '../requests/request-rows.ts'
import type { SampleFilter } from '../stacks/prepared-samples.ts'
import { selectionFilter } from '../stacks/selected-stacks.ts'
import { threadRoles } from '../stacks/thread-role.ts'
import { samplingIntervalMs, ticksToMs } from '../trace/sample-question.ts'
import type { Steps } from '../steps.ts'
import type { TraceParts } from '../trace/trace-parts.ts'
import { collectionSpans, type CollectionSpans, collectionTrack } from './collection-track.ts'
import { counterTrack, shownCounters } from './counter-tracks.ts'
import { countTrack, durationTrack, heldTrack, logTrack, named, requestTrack } from './event-tracks.ts'
import { type QueueLengths, queueLengths } from './pool-queue.ts'
import { indexSamples, type SampleIndex } from './sample-index.ts'
import { allDensity, threadDensity, withoutRows } from './thread-density.ts'
import { orderedThreads, type SampledThread, sampledThreads } from './thread-order.ts'
import { TimeBins } from './time-bins.ts'

const usPerMs = 1000

interface TimelineGround {
  readonly index: SampleIndex
  readonly threads: readonly SampledThread[]
  readonly collections: CollectionSpans
  readonly queue: QueueLengths
}

/** What the timeline of one trace is drawn from, made when it is first asked for. */
export class Timeline {
  readonly #parts: TraceParts
  readonly #trace: Trace
  readonly #requests: () => readonly RequestRow[]
  #making: Steps<TimelineGround> | null = null
  #ground: TimelineGround | null = null
  /** Of the last order, search and pinned threads: pages of it are asked for one after another. */
  #ordered: { readonly key: string; readonly threads: readonly SampledThread[] } | null = null

  constructor(parts: TraceParts, trace: Trace, requests: () => readonly RequestRow[]) {
    this.#parts = parts
    this.#trace = trace
    this.#requests = requests
  }

  /** What does not depend on the question. Whoever asks goes on where another one has stopped. */
  *prepare(): Steps<TimelineGround> {
    this.#making ??= this.#make()
    while (this.#ground === null) {
      const step = this.#making.next()
      if (step.done === true) this.#ground = step.value
      else yield
    }
    return this.#ground
  }

  *#make(): Steps<TimelineGround> {
    const { gcEvents, sampled, span, threadPool } = this.#parts
    const { samples, tree } = sampled.prepare()
    const { threads } = this.#trace
    const index = indexSamples(samples, threads.length)
    yield
    const roles = threadRoles(samples, tree, threads.length)
    yield
    const collections = collectionSpans(gcTable(gcEvents.inOrder()), span.lastTicks)
    yield
    const queue = queueLengths(threadPool)
    yield
    this.#requests()
    yield
    return { index, threads: sampledThreads(threads, index, roles), collections, queue }
  }

  *answer(question: TraceTimelineQuestion): Steps<TraceTimeline> {
    const ground = yield* this.prepare()
    const extent = this.#extent()
    const range = question.range === null ? extent : notEmpty(question.range)
    const intervalMs = samplingIntervalMs(this.#trace)
    const bins = new TimeBins(range, this.#ticksPerMs, binCountOf(range, question.binCount, intervalMs))
    const { all, mostOfThread } = allDensity(ground.index, bins)
    const ordered = this.#orderedThreads(ground, question)
    const { offset, count, pinned } = question.threads
    const threads = ordered.slice(offset, offset + count).map((thread) => ({
      id: thread.id,
      name: thread.name,
      sampleCount: thread.sampleCount,
      isPinned: pinned.includes(thread.id),
      density: threadDensity(ground.index, thread.index, bins),
    }))
    const densities = threads.map(({ density }) => density)
    const isIn = eventFilter(selectionFilter(this.#trace, question.selection))
    const selectedTime = selectionFilter(this.#trace, { ...question.selection, threads: null })
    const isInTime = eventFilter(selectedTime)
    return {
      extent,
      range,
      binCount: bins.count,
      all,
      mostOfThread,
      threadCount: ordered.length,
      allThreadCount: ground.threads.length,
      offset,
      threads,
      others: withoutRows(all, densities),
      collections: ground.collections.rows.length === 0 ? null : collectionTrack(ground.collections, bins, isInTime),
      tracks: yield* this.#tracks(ground, bins, isIn, selectedTime),
      counters: shownCounters(this.#parts.counterEvents.series).map((series) => counterTrack(series, bins, isInTime)),
      losses: losses(this.#trace, bins),
    }
  }

  *#tracks(
    { queue }: TimelineGround,
    bins: TimeBins,
    isIn: EventFilter,
    selectedTime: SampleFilter,
  ): Steps<readonly TimelineBinTrack[]> {
    const { exceptions, contention, waits, allocations, allocationSamples, threadPool, jit, logs } = this.#parts
    const endTicks = this.#parts.span.lastTicks
    const { activeTicks, activeCount, adjustmentTicks, workerCount } = threadPool
    const [poolTicks, poolCount] = activeTicks.count > 0 ? [activeTicks, activeCount] : [adjustmentTicks, workerCount]
    const { ticks: queueTicks, lengths } = queue
    const allocated = (): Omit<TimelineBinTrack, 'name'> | null => {
      const { count, places, bytes } = countedAllocations(allocations, allocationSamples)
      return count === 0 ? null : countTrack(places, bins, isIn, bytes)
    }
    const tracks: TimelineBinTrack[] = [
      ...named('exceptions', exceptions.count === 0 ? null : countTrack(exceptions.places, bins, isIn)),
      ...named('contention', contention.count === 0 ? null : durationTrack(contention, bins, isIn)),
      ...named('waits', waits.count === 0 ? null : durationTrack(waits, bins, isIn)),
      ...named('requests', requestTrack(this.#requests(), bins, isIn, endTicks)),
    ]
    yield
    tracks.push(...named('allocations', allocated()))
    yield
    tracks.push(
      ...named(
        'pool-threads',
        poolTicks.count === 0 ? null : heldTrack(poolTicks.values, poolCount.values, bins, selectedTime),
      ),
      ...named('pool-queue', queueTicks.length === 0 ? null : heldTrack(queueTicks, lengths, bins, selectedTime)),
      ...named('jit', jit.count === 0 ? null : durationTrack(jit, bins, isIn)),
      ...named('logs', logs.count === 0 ? null : logTrack(logs, bins, isIn)),
    )
    return tracks
  }

  get #ticksPerMs(): number {
    return (this.#trace.header?.ticksPerSecond ?? 1) / 1000
  }

  /** Whole microseconds around all events, so that the last one is part of it. */
  #extent(): TraceRange {
    const { span } = this.#parts
    if (span.isEmpty) return { fromMs: 0, toMs: 1 }
    const fromMs = Math.floor(ticksToMs(this.#trace, span.firstTicks) * usPerMs) / usPerMs
    return { fromMs, toMs: (Math.ceil(ticksToMs(this.#trace, span.lastTicks) * usPerMs) + 1) / usPerMs }
  }

  #orderedThreads(
    ground: TimelineGround,
    { threads: { order, search, pinned } }: TraceTimelineQuestion,
  ): readonly SampledThread[] {
    const key = JSON.stringify([order, search, pinned])
    if (this.#ordered?.key !== key)
      this.#ordered = { key, threads: orderedThreads(ground.threads, { order, search, pinned }) }
    return this.#ordered.threads
  }
}

/** Shorter stretches have no picture: time is not told more exactly. */
const shortestMs = 0.001

function notEmpty({ fromMs, toMs }: TraceRange): TraceRange {
  return { fromMs, toMs: Math.max(toMs, fromMs + shortestMs) }
}

function binCountOf({ fromMs, toMs }: TraceRange, wanted: number, intervalMs: number | null): number {
  const most = intervalMs === null ? wanted : Math.ceil((toMs - fromMs) / intervalMs)
  return Math.max(1, Math.min(wanted, most))
}

/** Losses in sight; those in one bin are one. */
function losses(trace: Trace, bins: TimeBins): TimelineLosses {
  const counts = new Map<number, { ticks: number; count: number }>()
  for (const { ticks, count } of trace.losses) {
    if (!bins.has(ticks)) continue
    const bin = bins.indexOf(ticks)
    const known = counts.get(bin)
    if (known === undefined) counts.set(bin, { ticks, count })
    else known.count += count
  }
  const inOrder = [...counts.values()].sort((a, b) => a.ticks - b.ticks)
  return {
    timeMs: Float64Array.from(inOrder, ({ ticks }) => ticks / bins.ticksPerMs),
    eventCount: Float64Array.from(inOrder, ({ count }) => count),
  }
}
