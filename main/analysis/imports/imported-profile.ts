/** Formats of other tools that can be opened. */
export const importFormats = ['speedscope', 'folded', 'pprof', 'chromium-trace', 'cpuprofile'] as const
export type ImportFormat = (typeof importFormats)[number]

/** What a weight counts. Times of every unit are kept as milliseconds; `unstated`: the file has numbers and says no more. */
export type WeightUnit = 'samples' | 'ms' | 'bytes' | 'count' | 'unstated'

/** What was left out of a file, and why. */
export type ImportNoteKind =
  /** The file ends, or is damaged, behind what was read. */
  | 'cut-off'
  | 'line-without-weight'
  | 'negative-weight'
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

/** Rows by the number of a frame; 0 is the root and has no name. */
export interface ImportedFrame {
  readonly name: string
  readonly module: string
  /** Empty and 0 where the file does not say. */
  readonly file: string
  readonly line: number
}

/** A prefix tree; node 0 is the root (no frame), and parents have smaller numbers than their children. */
export interface ImportedStacks {
  readonly count: number
  readonly frame: Uint32Array
  readonly parent: Uint32Array
}

/**
 * Columns of `count` rows. A sample stands for its thread until the thread's next one; stack 0 with weight 0 ends what was there
 * before. Without times the rows are sums.
 */
export interface ImportedSamples {
  readonly count: number
  /** Since the beginning of the file's own clock. */
  readonly timeMs: Float64Array | null
  readonly thread: Uint32Array
  readonly stack: Uint32Array
  readonly weight: Float64Array
}

export interface ImportedThread {
  /** As the file has it; null: the file names it only, or says nothing. */
  readonly id: number | null
  readonly name: string
}

/** A profile that another tool wrote, in the form that every reader here produces. */
export interface ImportedProfile {
  readonly format: ImportFormat
  /** Empty where the file does not say. */
  readonly tool: string
  readonly name: string
  readonly unit: WeightUnit
  /** The unit in the words of the file. */
  readonly statedUnit: string
  readonly startUnixMs: number | null
  readonly frames: readonly ImportedFrame[]
  readonly stacks: ImportedStacks
  readonly samples: ImportedSamples
  readonly threads: readonly ImportedThread[]
  readonly notes: readonly ImportNote[]
}
