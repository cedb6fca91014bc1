import type { LiveId, Pid, ProcessKey, SeriesIndex } from './ids.ts'
import type { ProcessEnd } from './process.ts'

export const intervalsMs = [100, 250, 1000, 5000, 60_000] as const
export type IntervalMs = (typeof intervalsMs)[number]

export type InstrumentSource = 'meter' | 'event-counter'

/** .NET instrument type (arity suffix removed), or the shape of an EventCounter payload. */
export type InstrumentKind =
  | 'Counter'
  | 'UpDownCounter'
  | 'Histogram'
  | 'Gauge'
  | 'ObservableCounter'
  | 'ObservableUpDownCounter'
  | 'ObservableGauge'
  | 'EventCounterMean'
  | 'EventCounterSum'
  | 'Unknown'

/**
 * What the numbers of a series are.
 * - `value`: as published (gauges, up-down counters, Mean of a polling counter)
 * - `rate`: per second. Meters: published change / interval length; Sum counters: Increment / IntervalSec
 * - `total`: absolute value of a counter (meters from .NET 8 on: as published; Sum counters: increments added up since start)
 * - `p50` `p95` `p99`: quantiles of a histogram's interval; `count`, `sum`: its count and sum in that interval, as published; `count-rate`:
 *   measurements per second, `count` / interval length
 * - `mean` `min` `max` `samples`: statistics of an EventCounter with more than one sample in the interval
 */
export type Measure =
  | 'value'
  | 'rate'
  | 'total'
  | 'p50'
  | 'p95'
  | 'p99'
  | 'count'
  | 'sum'
  | 'count-rate'
  | 'mean'
  | 'min'
  | 'max'
  | 'samples'

export interface Tag {
  readonly key: string
  readonly value: string
}

export interface InstrumentDescriptor {
  /** Dense, per LiveId. */
  readonly index: number
  readonly source: InstrumentSource
  /** Meter name or EventSource name. */
  readonly provider: string
  readonly providerVersion: string
  readonly name: string
  /** EventCounters have one; empty for meters. */
  readonly displayName: string
  readonly kind: InstrumentKind
  readonly unit: string
  readonly description: string
  /** Listed by the runtime but without a value so far. */
  readonly hasValues: boolean
}

export interface SeriesDescriptor {
  readonly index: SeriesIndex
  readonly instrumentIndex: number
  readonly tags: readonly Tag[]
  /** Tag text as sent: the true identity (commas inside values are ambiguous once split). */
  readonly rawTags: string
  readonly measure: Measure
}

export type LivePhase =
  /** Sessions are being opened. */
  | 'starting'
  /** Sessions stream, no value yet (first one comes after an interval). */
  | 'waiting'
  | 'live'
  /** No data for a while: stopped by SIGSTOP, a debugger, or a long suspension. Sessions stay open. */
  | 'paused'
  /** Target ended; a process with the same entry assembly and command is waited for. */
  | 'exited'
  /** No session could be opened, see `problem`. */
  | 'failed'
  /** A file's samples, complete. */
  | 'file'
  | 'closed'

export type LiveProblem =
  /** The runtime lists a running session of another client; its values are shown as they come. Meter events 15, 17. */
  | { readonly kind: 'meters-taken'; readonly sessionId: string; readonly canJoin: boolean }
  | {
      readonly kind: 'meters-shared-settings'
      readonly refreshIntervalSec: number
      readonly maxTimeSeries: number
      readonly maxHistograms: number
    }
  | { readonly kind: 'meters-unsupported'; readonly runtimeVersion: string | null }
  | { readonly kind: 'series-limit'; readonly limit: number }
  | { readonly kind: 'histogram-limit'; readonly limit: number }
  | { readonly kind: 'instrument-error'; readonly message: string }
  | { readonly kind: 'session-refused'; readonly limit: number }
  | { readonly kind: 'connection-lost' }
  /** Answers over the link take longer than the interval that was asked for; values come at a longer one until they don't. */
  | { readonly kind: 'slow-link'; readonly machine: string; readonly askedMs: number; readonly intervalMs: number }
  /** The operating system holds all its threads (SIGSTOP, Ctrl+Z, a debugger at a breakpoint). */
  | { readonly kind: 'stopped'; readonly pid: Pid }
  | { readonly kind: 'silent'; readonly sinceMs: number }
  | { readonly kind: 'suspended-at-start' }
  | { readonly kind: 'stream-damaged'; readonly offset: number; readonly message: string }
  /** Reading ended there: the stream asks for more work than its size allows. */
  | { readonly kind: 'stream-too-costly'; readonly offset: number }
  /** Of an opened file: the stream has no end. */
  | { readonly kind: 'file-cut' }
  /** Older samples cannot be written to the folder for them: they stay in memory, as far as that goes. */
  | { readonly kind: 'samples-not-on-disk'; readonly code: string }
  | { readonly kind: 'open-failed'; readonly error: import('../base/errors.ts').AppError }

export interface LiveBudget {
  readonly seriesCount: number
  readonly seriesLimit: number
  readonly histogramCount: number
  readonly histogramLimit: number
}

export interface LiveRetention {
  readonly keptSinceMs: number | null
  readonly memoryBytes: number
  readonly diskBytes: number
  /** Samples thrown away because a limit was reached, and up to when. 0 = nothing lost. */
  readonly droppedSampleCount: number
}

/** Values come at this interval from this moment on. */
export interface LivePace {
  readonly sinceMs: number
  readonly intervalMs: number
}

export interface LiveStatus {
  readonly liveId: LiveId
  readonly processKey: ProcessKey | null
  readonly phase: LivePhase
  /** At which values come. */
  readonly intervalMs: number
  /** What was asked for, where a link carries less; absent: the same. */
  readonly askedIntervalMs?: number
  /** The paces there were, oldest first, the one of now last; absent: always the one of now. */
  readonly paces?: readonly LivePace[]
  readonly problems: readonly LiveProblem[]
  readonly budget: LiveBudget
  readonly retention: LiveRetention
  readonly bytesPerSecond: number
  readonly lostEventCount: number
  readonly firstSampleMs: number | null
  /** Newest sample kept: where a file ends, and where a view begins that was opened later than the data. */
  readonly lastSampleMs?: number | null
  readonly exit: LiveExit | null
}

/** How a target ended, as far as that can be found out: a process that we did not start tells neither code nor signal. */
export interface LiveExit extends ProcessEnd {
  readonly timeMs: number
}

/** A named line on every chart; made by the person, by a threshold, or by a restart of the target. */
export interface LiveMark {
  readonly id: string
  readonly timeMs: number
  readonly label: string
  readonly origin: 'person' | 'threshold' | 'restart' | 'exit'
}

/** A stretch without data and why. `toMs` null = still open. */
export interface LiveGap {
  readonly fromMs: number
  readonly toMs: number | null
  readonly reason: 'exited' | 'paused' | 'connection-lost' | 'interval-changed' | 'suspended'
}

/** Object messages on the stream `live.frames`; values and lanes come as ArrayBuffers (shared/frames/live-frame.ts). */
export type LiveMessage =
  | { readonly kind: 'status'; readonly status: LiveStatus }
  | {
      readonly kind: 'catalog'
      readonly instruments: readonly InstrumentDescriptor[]
      readonly series: readonly SeriesDescriptor[]
    }
  | { readonly kind: 'marks'; readonly marks: readonly LiveMark[]; readonly gaps: readonly LiveGap[] }
