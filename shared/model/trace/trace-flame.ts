import type { NamedFrame, TraceSelection } from './trace-selection.ts'

/** Where the code of a frame is from: the application, a framework beside it, or .NET’s base library, the runtime and native code. */
export const frameOrigins = ['own', 'framework', 'base'] as const
export type FrameOrigin = (typeof frameOrigins)[number]

/** A stretch of a flame graph: of the box at the end of `path`, as parts of its width; 0 to 1 is the box. */
export interface FlameStretch {
  /** Numbers of the functions from the first frame down; empty: everything. Where it leads nowhere any more, the last box that is there. */
  readonly path: readonly number[]
  readonly from: number
  readonly to: number
}

export interface TraceFlameQuestion {
  readonly selection: TraceSelection
  readonly stretch: FlameStretch
  /** Boxes narrower than half a pixel are left out. */
  readonly widthPx: number
  /** Looked for in names of functions, readable or as the trace has them, case does not matter; empty: nothing is looked for. */
  readonly search: string
}

export interface FlameFunction extends NamedFrame {
  /** For paths; the same as long as the document is open. */
  readonly functionNumber: number
  readonly origin: FrameOrigin
}

/**
 * Boxes of a flame graph that are wide enough to be seen, row by row from the root down and from left to right. Widths and places are in samples
 * from the left edge of everything. The columns have a value for each box.
 */
export interface FlameBoxes {
  /** The box above; the root has itself. */
  readonly parent: Uint32Array
  /** Index into `functions`. */
  readonly function: Uint32Array
  readonly depth: Uint32Array
  readonly start: Float64Array
  readonly width: Float64Array
  /** Samples that ended in the box itself. */
  readonly self: Float64Array
  /** The functions that occur; the first is the root’s. */
  readonly functions: readonly FlameFunction[]
}

/** Outermost boxes that a search found, from left to right. */
export interface FlameMatches {
  readonly placeCount: number
  readonly samples: number
  /** The widest of them, at most a thousand. */
  readonly start: Float64Array
  readonly width: Float64Array
  readonly depth: Uint32Array
}

export interface TraceFlame extends FlameBoxes {
  /** Samples of the selection: the width of everything. */
  readonly sampleCount: number
  /** What was asked for, in samples from the left edge of everything. */
  readonly from: number
  readonly to: number
  /** Rows of the deepest stack of the selection, drawn or not. */
  readonly maxDepth: number
  /** Boxes wide enough that are left out, because nobody could read so many. */
  readonly omittedBoxCount: number
  /** Null: nothing was looked for. */
  readonly matches: FlameMatches | null
  /** Time between two samples of a thread as the file states it; null: it does not. */
  readonly intervalMs: number | null
}
