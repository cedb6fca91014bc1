import type { FlameFunction } from './trace-flame.ts'
import type { TraceSelection } from './trace-selection.ts'

/** What is asked about the stacks of one thread in order of time. Places are in microseconds since the start of the selected range. */
export interface TraceStackChartQuestion {
  readonly selection: TraceSelection
  /** Id of the operating system; null, or a thread without samples: the first of the list. */
  readonly thread: number | null
  /** The stretch that is seen; `to` null: up to the end. */
  readonly from: number
  readonly to: number | null
  readonly widthPx: number
}

export interface StackChartThread {
  readonly id: number
  readonly name: string
  readonly samples: number
}

/**
 * Stacks of one thread: each box is a call for as long as the samples in a row have it. Row by row from the thread down and from left to right.
 * Places are in microseconds since `fromMs`. The columns have a value for each box.
 */
export interface TraceStackChart {
  /** Threads with selected samples, those in application code first, then by samples. At most a thousand. */
  readonly threads: readonly StackChartThread[]
  readonly threadCount: number
  /** The thread that is shown; null: no thread has samples. */
  readonly thread: number | null
  /** The selected range, or the whole recording. */
  readonly fromMs: number
  readonly toMs: number
  readonly from: number
  readonly to: number
  /** The box above; the first one, which stands for the thread, has itself. */
  readonly parent: Uint32Array
  /** Index into `functions`. */
  readonly function: Uint32Array
  readonly depth: Uint32Array
  readonly start: Float64Array
  readonly width: Float64Array
  /** Calls that are one box because they are too short to be seen side by side; the function is that of the longest. */
  readonly calls: Uint32Array
  /** The functions that occur; the first is the root’s. */
  readonly functions: readonly FlameFunction[]
  /** Rows of the deepest stack in the stretch that was asked for. */
  readonly maxDepth: number
  /** Boxes that are left out from the deepest row up, because nobody could read so many. */
  readonly omittedBoxCount: number
  /** Selected samples of the thread. */
  readonly sampleCount: number
}
