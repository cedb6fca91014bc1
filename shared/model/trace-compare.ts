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
