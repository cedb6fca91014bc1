import type { WeightUnit } from './trace-import.ts'
import type { FrameOrigin } from './trace-flame.ts'
import type { NamedFrame, TraceSelection } from './trace-selection.ts'

/**
 * What figures of two recordings are put in, so that they can be compared. `share`: percent of the samples that count. `time`: sampled
 * milliseconds. `request`: sampled milliseconds for each incoming request.
 */
export const compareUnits = ['share', 'time', 'request'] as const
export type CompareUnit = (typeof compareUnits)[number]

export const compareMeasures = ['self', 'total'] as const
export type CompareMeasure = (typeof compareMeasures)[number]

/** One of two recordings, or of two parts of one, added up by method. */
export interface CompareTotals {
  readonly sampleCount: number
  /** Between two samples of a thread; null: the file does not state it. */
  readonly intervalMs: number | null
  /** Of the selection. */
  readonly durationMs: number
  /** Incoming requests that began in it. */
  readonly requestCount: number
  /** What `sampleCount` counts in a file of another tool; left out: samples. */
  readonly unit?: WeightUnit
}

export interface CompareSide extends CompareTotals {
  readonly methods: readonly NamedFrame[]
  /** Samples by method. */
  readonly self: Float64Array
  readonly total: Float64Array
}

export interface TraceCompareQuestion {
  /** Of B. */
  readonly selection: TraceSelection
  readonly unit: CompareUnit
  readonly measure: CompareMeasure
  /** In the names of methods; empty: all. */
  readonly search: string
}

/** A method with its figures in the unit of the question; null of one side: it does not occur there. */
export interface CompareRow extends NamedFrame {
  readonly a: number | null
  readonly b: number | null
  /** B less A. */
  readonly change: number
  /** What samples alone let the change be off by, two standard deviations; a smaller change says nothing. */
  readonly noise: number
}

export interface TraceComparison {
  readonly a: CompareTotals
  readonly b: CompareTotals
  /** That of the question, or shares where a side has not what is needed for it. */
  readonly unit: CompareUnit
  /** Units that both sides have what is needed for. */
  readonly units: readonly CompareUnit[]
  /** Everything of each side, in the unit. */
  readonly whole: { readonly a: number; readonly b: number }
  /** Sum of the changes beyond noise, upwards and downwards, by self. */
  readonly more: number
  readonly less: number
  /** The largest change first, those within noise behind; at most a thousand. */
  readonly rows: readonly CompareRow[]
  readonly rowCount: number
}

/** Stacks of one side, for the other document to lay over its own: a tree, parents before their children, without those too light to be seen. */
export interface CompareStacks extends CompareTotals {
  readonly functions: readonly ComparedFunction[]
  /** By node; the root has itself. */
  readonly parent: Uint32Array
  /** Index into `functions`; that of the root has no meaning. */
  readonly function: Uint32Array
  /** Samples of the node and of everything it called. */
  readonly total: Float64Array
  /** Nodes with fewer samples are left out; 0: none are. */
  readonly cut: number
}

export interface ComparedFunction extends NamedFrame {
  readonly origin: FrameOrigin
}

/**
 * The stacks of both sides as one tree of boxes, row by row from the root down, callers in the order of their callers’ row. Each box has its samples
 * on both sides; one side of it may have none.
 */
export interface TraceCompareFlame {
  readonly a: CompareTotals
  readonly b: CompareTotals
  readonly functions: readonly ComparedFunction[]
  /** The box above; the root has itself. */
  readonly parent: Uint32Array
  /** Index into `functions`. */
  readonly function: Uint32Array
  readonly depth: Uint32Array
  readonly inA: Float64Array
  readonly inB: Float64Array
  /** Fewer samples than this of a side may be there where its column says none. */
  readonly cutA: number
  readonly cutB: number
  /** Boxes that nobody could see are left out. */
  readonly omittedBoxCount: number
}
