import type { FrameOrigin } from './trace-flame.ts'
import type { SampleRuleCount } from '../sample-rules.ts'
import type { NamedFrame, TraceFrame, TraceSelection } from './trace-selection.ts'

/** What is asked about one function, wherever it stands in the stacks of a selection. */
export interface TraceFrameQuestion {
  readonly selection: TraceSelection
  readonly frame: TraceFrame
}

export interface TraceFrameRow extends NamedFrame {
  readonly samples: number
}

/** The heaviest ones of a list, and how many there are. */
export interface TraceFrameRows<Row> {
  readonly rows: readonly Row[]
  readonly count: number
}

/** Code that a compiler made of a function. */
export interface TraceFrameCode {
  /** As the runtime names it; precompiled code is `ReadyToRun`. */
  readonly tier: string
  readonly sizeBytes: number
}

export interface TraceFrameFacts {
  /** Samples of the selection, of which every share is. */
  readonly sampleCount: number
  readonly self: number
  /** Each sample once, however often the function recurs in its stack. */
  readonly total: number
  /** Outermost places in the tree of calls. */
  readonly placeCount: number
  readonly callers: TraceFrameRows<TraceFrameRow>
  readonly callees: TraceFrameRows<TraceFrameRow>
  readonly threads: TraceFrameRows<{ readonly id: number; readonly name: string; readonly samples: number }>
  /** Samples with the function in equal parts of the time. */
  readonly when: { readonly fromMs: number; readonly toMs: number; readonly samples: Uint32Array }
  /** Why its samples are of their classes, the heaviest first; of the same time and threads, whatever classes are selected. */
  readonly rules: readonly SampleRuleCount[]
  /** From the function up to the first of its heaviest stack. */
  readonly stack: readonly NamedFrame[]
  readonly origin: FrameOrigin
  /** Distinct code seen in the recording, in the order of loading; empty where nothing says it. */
  readonly code: readonly TraceFrameCode[]
  /** Of all compilations in the recording; null: none was recorded. */
  readonly compileMs: number | null
  /** File of the module; empty where the recording does not say. */
  readonly modulePath: string
  /** Time between two samples of a thread as the file states it; null: it does not. */
  readonly intervalMs: number | null
}
