/**
 * What a thread was doing, as far as a sample can show. `running`: in managed code. `spinning`: in a loop until something happens.
 * `waiting`: blocked. `idle`: there was no work for it. `unknown`: in native code, running or blocked. Each sample has a rule
 * (sample-rules.ts) that says why.
 */
export const traceSampleClasses = ['running', 'spinning', 'waiting', 'idle', 'unknown'] as const
export type TraceSampleClass = (typeof traceSampleClasses)[number]

/** A function as a person points at it; numbers of functions change from one reading of a file to the next. */
export interface TraceFrame {
  /** As the trace has it: `Namespace.Type.Method(argument types)`. */
  readonly method: string
  readonly module: string
  /** As its author wrote it, for people; it does not tell functions apart. */
  readonly name?: string | undefined
}

export interface NamedFrame extends TraceFrame {
  readonly name: string
}

export const traceGroupings = ['module', 'namespace', 'class'] as const
export type TraceGrouping = (typeof traceGroupings)[number]

/** As typed into PerfView: lists with `;` between, each may begin with a comment in brackets. Empty: changes nothing. */
export interface StackPatterns {
  readonly group: string
  readonly fold: string
  readonly include: string
  readonly exclude: string
}
export const stackPatternFields = ['group', 'fold', 'include', 'exclude'] as const
/** Of each field. */
export const mostPatternChars = 4000

/**
 * A change of the stacks before they are added up; applied in order.
 * - `focus`: only stacks with the frame, from the frame on down.
 * - `only`, `drop`: only stacks with the frame, only those without.
 * - `hide`: the frame is left out; its own time counts for its caller.
 * - `fold-module`: calls inside of a module become the frame that entered it.
 * - `fold-recursion`: a function that calls itself is one frame.
 * - `group`: neighbouring frames of one module, namespace or class become one frame with its name.
 * - `patterns`: PerfView's four fields at once.
 * - `join-async`: above an asynchronous method that was resumed stand those that await it; always applied first.
 * - `own-code`: only frames of the application, by the rules of the selection; what they call counts for them.
 */
export type TraceTransform =
  | { readonly kind: 'focus' | 'only' | 'drop' | 'hide'; readonly frame: TraceFrame }
  | { readonly kind: 'fold-module'; readonly module: string }
  | { readonly kind: 'fold-recursion' | 'own-code' | 'join-async' }
  | { readonly kind: 'group'; readonly by: TraceGrouping }
  | ({ readonly kind: 'patterns' } & StackPatterns)

/** Whose code a module is, beyond what comes with .NET: patterns of file names without extension (module-patterns.ts). */
export interface OwnCodeRules {
  /** Mine, although .NET or another rule says otherwise. */
  readonly mine: readonly string[]
  readonly notMine: readonly string[]
}

/** Milliseconds since the sync point of the session; `toMs` is not part of it. */
export interface TraceRange {
  readonly fromMs: number
  readonly toMs: number
}

/** Of one selection. */
export const mostSelectedThreads = 10_000

/** What of a trace counts, in every view alike; null and no transforms restrict nothing. */
export interface TraceSelection {
  readonly range: TraceRange | null
  /** Thread ids of the operating system. */
  readonly threads: readonly number[] | null
  /** Of samples. */
  readonly classes: readonly TraceSampleClass[] | null
  /** Of stacks. */
  readonly transforms: readonly TraceTransform[]
  /** Whose code a module is, for every view alike, transformed or not; without any: modules of .NET aren’t mine. */
  readonly ownCode?: OwnCodeRules | undefined
}

export const wholeTrace: TraceSelection = { range: null, threads: null, classes: null, transforms: [] }
