/** Formats of other tools that can be opened. */
export const importFormats = ['speedscope', 'folded', 'pprof', 'chromium-trace', 'cpuprofile'] as const
export type ImportFormat = (typeof importFormats)[number]

/** What a weight counts. Times of every unit are kept as milliseconds; `unstated`: the file has numbers and says no more. */
export type WeightUnit = 'samples' | 'ms' | 'bytes' | 'count' | 'unstated'

/** Why something in a file of another tool is not shown. */
export type ImportNoteKind =
  /** The file ends, or is damaged, behind what was read. */
  | 'cut-off'
  | 'line-without-weight'
  | 'negative-weight'
  /** A weight or a time beyond every measure. */
  | 'excessive-figure'
  | 'unmatched-end'
  | 'overlapping-call'
  | 'asynchronous-event'
  | 'other-event'
  | 'other-unit'
  | 'other-weight'

export interface ImportNote {
  readonly kind: ImportNoteKind
  readonly count: number
  /** Of the first one: `line 12`, `traceEvents[7]`. */
  readonly firstPlace: string
  /** What the file calls it; empty where there is nothing to say. */
  readonly detail: string
}

/** What a document is that was opened from a file of another tool. */
export interface TraceImport {
  readonly format: ImportFormat
  /** Empty where the file does not say. */
  readonly tool: string
  readonly name: string
  readonly unit: WeightUnit
  /** The unit in the words of the file. */
  readonly statedUnit: string
  /** False: only sums of stacks. */
  readonly hasTimes: boolean
  /** Some functions are of .NET: whose code is whose can be told. */
  readonly hasDotNet: boolean
  /** The file says when it was recorded. */
  readonly hasStart: boolean
  readonly notes: readonly ImportNote[]
}
