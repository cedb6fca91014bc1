import type { NamedFrame } from './trace-selection.ts'
import type { TraceSampleCounts } from './trace.ts'

export interface TraceOverviewFunction extends NamedFrame {
  /** Samples. */
  readonly count: number
}

/** Own code that was blocked, or called what blocked. */
export interface TraceOverviewWait extends NamedFrame {
  readonly waitMs: number
  readonly count: number
  readonly longestMs: number
}

/**
 * The answer in one screen, of a selection. Parts are null when nothing of the kind was recorded anywhere in the file, which is
 * not the same as none.
 */
export interface TraceOverview {
  /** Of the range, or from the first to the last event. */
  readonly durationMs: number
  /** Of the range and threads, whichever classes are selected. */
  readonly samples: TraceSampleCounts
  /** With a sample in the selection. */
  readonly threadCount: number
  /** Samples of the selection, transforms applied; of these the shares of functions are. */
  readonly selectedCount: number
  /** Of these, samples in code that writes events: the recording's own cost. What the runtime writes by itself isn't in it. */
  readonly tracingCount: number
  /** Functions by self, any code. */
  readonly self: readonly TraceOverviewFunction[]
  /** Functions of the application by total. */
  readonly own: readonly TraceOverviewFunction[]
  readonly blocked: {
    readonly waitMs: number
    readonly rows: readonly TraceOverviewWait[]
    /** Waits without code of the application on the stack: mostly threads that wait for work. */
    readonly otherMs: number
  } | null
  readonly allocated: {
    readonly bytes: number
    /** With the raw name, and with that of C# without namespaces. */
    readonly rows: readonly { readonly type: string; readonly name: string; readonly bytes: number }[]
    readonly typeCount: number
  } | null
  readonly collections: {
    readonly count: number
    readonly inducedCount: number
    readonly pauseMs: number
    readonly generations: readonly {
      readonly generation: number
      readonly count: number
      readonly pauseMs: number
      readonly longestMs: number
    }[]
  } | null
  readonly exceptions: {
    readonly count: number
    readonly rows: readonly { readonly type: string; readonly count: number }[]
  } | null
  readonly logs: { readonly warnings: number; readonly errors: number } | null
}
