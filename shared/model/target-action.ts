/** A startup hook's file before it is used. */
export interface HookFacts {
  /** As the target names it, and from here; null when it cannot be seen. */
  readonly path: string
  readonly visiblePath: string | null
  readonly isThere: boolean | null
  /** An assembly with a startup hook in it; only such a file is ever sent to a runtime that would die of another. */
  readonly isVerified: boolean
}

export interface PerfMapFile {
  /** In the target's file system. */
  readonly path: string
  readonly visiblePath: string | null
  /** 0: not there (yet); null: cannot be seen. It goes on growing. */
  readonly sizeBytes: number | null
  /** Where it is, of a process on another machine: it can be fetched from there. */
  readonly machine?: string
}
