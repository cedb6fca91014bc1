import type { NamedFrame, TraceFrame, TraceSelection } from './trace-selection.ts'

/**
 * `calls`: from the first function of the stacks down. `callers`: from a function up to who called it; without a frame, from all functions in which samples
 * ended. `callees`: from a function down.
 */
export const traceTreeViews = ['calls', 'callers', 'callees'] as const
export type TraceTreeView = (typeof traceTreeViews)[number]

/** What is under one row of a tree of stacks. */
export interface TraceTreeQuestion {
  readonly selection: TraceSelection
  readonly view: TraceTreeView
  /** Where the view begins; null: at everything. */
  readonly frame: TraceFrame | null
  /** Numbers of the functions from the first row down to the one whose rows are asked for; empty: the first rows. */
  readonly path: readonly number[]
}

export interface TraceTreeRow extends NamedFrame {
  /** For paths; the same as long as the document is open. */
  readonly functionNumber: number
  /** Samples that ended here, and those that came through. In `callers` both are of the function that the view began with. */
  readonly self: number
  readonly total: number
  readonly hasRows: boolean
}

export interface TraceTreeAnswer {
  /** Samples of the selection, of which every share is. */
  readonly sampleCount: number
  /** The heaviest first. */
  readonly rows: readonly TraceTreeRow[]
  /** Lighter rows that are not in the answer, and the samples that came through them. */
  readonly omitted: { readonly rowCount: number; readonly total: number }
}
