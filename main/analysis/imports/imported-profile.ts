import type { ImportFormat, ImportNote, WeightUnit } from '../../../shared/model/trace/trace-import.ts'

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
 * Columns of `count` rows, each with a weight above 0. Where there are times, the weight is a time too: as long as the stack was the
 * thread's from then on. Without times the rows are sums.
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
