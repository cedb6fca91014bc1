import type { SampleRuleCount } from '../sample-rules.ts'
import type { TraceImport } from './trace-import.ts'
import type { TraceSampleClass } from './trace-selection.ts'
import type { TraceRowCounts } from './trace-tables.ts'

/** An opened trace file as the page sees it. Times are milliseconds since the session's sync point, counts are of events. */
export interface TraceSummary {
  readonly format: {
    readonly container: 'netperf' | 'nettrace'
    readonly major: number
    readonly minor: number
    readonly objectVersion: number
  }
  readonly target: TraceTarget
  readonly startUnixMs: number
  readonly firstEventMs: number
  readonly lastEventMs: number
  /** Objects of a heap walk are in it: it has a heap graph. */
  readonly hasHeap: boolean
  readonly eventCount: number
  readonly lostCount: number
  readonly isComplete: boolean
  readonly damage: readonly TraceDamage[]
  /** Kinds of blocks that were skipped because nobody knows them. */
  readonly unknownBlocks: readonly { readonly name: string; readonly count: number }[]
  /** The most events first. */
  readonly providers: readonly { readonly name: string; readonly eventCount: number }[]
  readonly losses: readonly TraceLossRow[]
  readonly names: TraceNames
  readonly samples: TraceSampleCounts
  /** Time between two samples of a thread as the file states it; null: it does not. */
  readonly samplingIntervalMs: number | null
  /** Why they are of their classes, the most samples first. */
  readonly sampleRules: readonly SampleRuleCount[]
  /** Null: not kept beside the recording. */
  readonly systemCpu: TraceSystemCpu | null
  readonly rowCounts: TraceRowCounts
  readonly found: TraceFound
  /** What the file is when another tool wrote it; null: it is a recording. */
  readonly imported: TraceImport | null
}

/** What tables cannot say themselves. */
export interface TraceFound {
  /** Adjustments of the thread pool because work waited and no worker came back. */
  readonly starvations: number
  /** Activities beyond what is kept of one trace. */
  readonly activitiesLeftOut: number
  /** Awaits with which stacks of asynchronous methods can be joined; 0: tasks were not recorded. */
  readonly joinableAwaits: number
}

export interface TraceTarget {
  readonly pid: number | null
  readonly pointerBytes: number
  readonly processorCount: number | null
  /** Empty where the trace does not say. */
  readonly commandLine: string
  readonly operatingSystem: string
  readonly architecture: string
  readonly runtimeVersion: string
}

export interface TraceDamage {
  /** `too-costly`: reading ended there, because the file asks for more work than its size allows. */
  readonly kind: 'malformed' | 'unsupported' | 'too-costly'
  readonly offset: number
  readonly block: string
  readonly expected: string
  readonly found: string
  readonly canContinue: boolean
}

export interface TraceThreadRow {
  readonly id: number
  /** What its stacks begin with where the trace has no name of it; empty where that tells nothing. */
  readonly name: string
  readonly eventCount: number
  readonly sampleCount: number
  /** Running and spinning, by samples; null: it has none. */
  readonly runningMs: number | null
  /** As the operating system charged it; null: not known. */
  readonly cpuMs: number | null
}

/** CPU time of the process while it was recorded, as the operating system charged it. */
export interface TraceSystemCpu {
  readonly processMs: number
  /** Of it in no thread that is known: those that began and ended between two readings. */
  readonly missingMs: number
  readonly endedCount: number
}

export interface TraceLossRow {
  readonly timeMs: number
  readonly threadId: number
  readonly count: number
}

/**
 * Why the missing symbols of a trace are not fetched from its process; the page words them. `not-interrupted`: it is no recording that a crash
 * of ours cut off, and nothing has to be said.
 */
export type SymbolsRefusal =
  | 'not-interrupted'
  | 'process-ended'
  | 'another-process'
  | 'not-confirmed'
  | 'runtime-too-old'
  | 'native-aot'
  | 'starting'
  | 'busy'
  | 'slow'
  | 'failed'
export type SymbolsOutcome = 'fetched' | SymbolsRefusal

export interface TraceNames {
  /** Pieces of code that the trace names. */
  readonly methodCount: number
  readonly moduleCount: number
  /** Frames of all samples, and those of them that have a name. */
  readonly frameCount: number
  readonly namedFrameCount: number
  /** The trace has no end, and symbols were read from the file beside it (docs/formats/symbols-file.md). */
  readonly areBeside: boolean
}

/** Samples are of wall time, never of CPU time. */
export type TraceSampleCounts = Readonly<Record<TraceSampleClass, number>>

export interface TraceGcRow {
  readonly number: number
  readonly generation: number
  readonly reason: string
  readonly type: string
  readonly startMs: number
  readonly durationMs: number | null
  readonly pauseStartMs: number
  readonly pauseMs: number | null
  readonly suspendMs: number
  readonly heapBeforeBytes: number | null
  readonly heapAfterBytes: number | null
  readonly promotedBytes: number | null
}

export interface TraceExceptionRow {
  readonly type: string
  readonly count: number
  readonly firstMs: number
  readonly lastMs: number
  /** Of the first one. */
  readonly message: string
}

export interface TraceCounterRow {
  readonly provider: string
  readonly name: string
  readonly displayName: string
  readonly unit: string
  readonly tags: string
  /** `mean`, `increment`, `rate`, `value`, `count`, `sum`, `quantile Q`: docs/formats/inspect.md says what they are. */
  readonly kind: string
  readonly valueCount: number
  readonly min: number
  readonly max: number
  readonly last: number
}

export const traceExportKinds = [
  'speedscope',
  'folded',
  'pprof',
  'chromium-trace',
  'report',
  'methods-csv',
  'types-csv',
  'gc-csv',
  'exceptions-csv',
] as const
export type TraceExportKind = (typeof traceExportKinds)[number]
