import type { TraceRange, TraceSelection } from './trace-selection.ts'

/** `busiest`: the most samples of running and spinning first, over the whole file, so that rows stay where they are. */
export const traceThreadOrders = ['busiest', 'id', 'name'] as const
export type TraceThreadOrder = (typeof traceThreadOrders)[number]

/** Which threads have a row of their own. */
export interface TimelineThreadPage {
  readonly order: TraceThreadOrder
  /** Looked for in names and ids; empty: every thread. */
  readonly search: string
  /** Ids of threads that come first, whatever the order. */
  readonly pinned: readonly number[]
  readonly offset: number
  readonly count: number
}

export interface TraceTimelineQuestion {
  /** Restricts the figures beside the tracks; the tracks are of everything. */
  readonly selection: TraceSelection
  /** What is in sight; null: the whole recording. */
  readonly range: TraceRange | null
  readonly binCount: number
  readonly threads: TimelineThreadPage
}

/**
 * Samples by class and bin: the bins of the first class of `traceSampleClasses`, then those of the second, and so on.
 */
export type TimelineDensity = Uint32Array

export interface TimelineThread {
  readonly id: number
  /** What the trace calls it, else its role as its stacks tell it; empty: nobody knows. */
  readonly name: string
  /** In the whole file. */
  readonly sampleCount: number
  readonly isPinned: boolean
  readonly density: TimelineDensity
}

/** Stretches of time in their order, ms; those that nobody could tell apart are one. */
export interface TimelineSpans {
  readonly startMs: Float64Array
  readonly endMs: Float64Array
  /** Of the time in between, what one of them takes. */
  readonly coveredMs: Float64Array
  /** What `level` says depends on the track; the highest of the stretches that became one. */
  readonly level: Uint8Array
}

/** Tracks with a value for each bin; those of counters have points instead. */
export const timelineBinTracks = [
  'exceptions',
  'contention',
  'waits',
  'allocations',
  'pool-threads',
  'pool-queue',
  'jit',
  'requests',
  'logs',
] as const
export type TimelineBinTrackName = (typeof timelineBinTracks)[number]

/**
 * - `exceptions`, `logs`: events in the bin; `logs` has three series: warnings, errors, everything else.
 * - `contention`, `waits`, `jit`: threads that were at it, on average over the bin; `requests`: requests under way.
 * - `allocations`: bytes.
 * - `pool-threads`, `pool-queue`: the largest value in the bin, or the one that still holds; NaN before the first.
 */
export interface TimelineBinTrack {
  readonly name: TimelineBinTrackName
  readonly seriesCount: number
  /** Bins of the first series, then those of the second. */
  readonly bins: Float64Array
  /** The largest bin in sight. */
  readonly most: number
  /** Events of the selection; of `allocations` bytes, of `pool-threads` and `pool-queue` the largest value in its time, NaN: none was known. */
  readonly figure: number
}

/** A counter with the points in sight and one on either side. */
export interface TimelineCounter {
  readonly name: string
  /** Of its instrument. The others are shown when somebody asks for them. */
  readonly isLeading: boolean
  readonly unit: string
  readonly timeMs: Float64Array
  readonly values: Float64Array
  /** Of the points of the selection; null: it has none. */
  readonly mean: number | null
}

export interface TimelineCollections {
  /** `level` is the generation. */
  readonly pauses: TimelineSpans
  /** Background collections from start to stop. */
  readonly background: TimelineSpans
  /** Of the selection. */
  readonly count: number
  readonly pauseMs: number
}

export interface TimelineLosses {
  readonly timeMs: Float64Array
  readonly eventCount: Float64Array
}

export interface TraceTimeline {
  /** First to last event. */
  readonly extent: TraceRange
  /** What the bins divide evenly. */
  readonly range: TraceRange
  /** Fewer than asked for where a bin would be shorter than the time between two samples. */
  readonly binCount: number
  /** Of all threads. */
  readonly all: TimelineDensity
  /** By bin: samples of the thread that has the most there. A bar of that many is as high as its row. */
  readonly mostOfThread: Uint32Array
  /** Threads with samples that the search leaves, and those there are. */
  readonly threadCount: number
  readonly allThreadCount: number
  readonly offset: number
  readonly threads: readonly TimelineThread[]
  /** Samples of all threads that have no row in this answer. */
  readonly others: TimelineDensity
  readonly collections: TimelineCollections | null
  /** Only those for which the file has something. */
  readonly tracks: readonly TimelineBinTrack[]
  readonly counters: readonly TimelineCounter[]
  readonly losses: TimelineLosses
}
