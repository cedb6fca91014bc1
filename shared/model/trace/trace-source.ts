/** Why there is no line to name. */
export type TraceSourceGap =
  /** Native code, or what is no function: a group, unresolved frames. */
  | 'not-managed'
  /** Made at run time: there never was a file. */
  | 'dynamic'
  /** The recording says neither file nor build of the module. */
  | 'module-unknown'
  /** Its module is not on this machine, or only over the network. */
  | 'module-missing'
  /** Neither beside the module nor in it. */
  | 'no-pdb'
  /** Made of another build than the one that ran. */
  | 'other-build'
  /** Of the format that only Windows reads. */
  | 'windows-pdb'
  /** Damaged, too large, or it may not be read. */
  | 'unreadable'
  /** The compiler made the method of no line. */
  | 'no-lines'

export interface TraceSourcePlace {
  /** As the compiler saw it. */
  readonly path: string
  /** From 1 on. */
  readonly line: number
}

export interface TraceSourceLine extends TraceSourcePlace {
  /** In this line or in what it calls. */
  readonly samples: number
}

/** Where the code of one function stands, and which of its lines the samples of a selection are in. */
export interface TraceSource {
  /** First line of the function; null: `gap` says why. */
  readonly start: TraceSourcePlace | null
  readonly gap: TraceSourceGap | null
  /** The most samples first. */
  readonly lines: readonly TraceSourceLine[]
  readonly lineCount: number
  /** Samples in code that was compiled before it ran: no recording has its lines. */
  readonly precompiledCount: number
  /** Samples in code whose lines this recording doesn't have. */
  readonly unmappedCount: number
  /** Samples in what the compiler made of no line. */
  readonly hiddenCount: number
}
