/** Stacks of all managed threads within one moment; the reply of a stack snapshot. */
export interface SnapshotFrame {
  /** `Namespace.Type.Method`, or the address when nothing names it. */
  readonly name: string
  readonly signature: string
  readonly module: string
}

/** Threads whose stacks are the same. */
export interface StackGroup {
  /** Leaf first. */
  readonly frames: readonly SnapshotFrame[]
  /** As sampled: in managed code, or outside of it (waiting, or in native code). */
  readonly state: 'running' | 'waiting'
  readonly threadIds: readonly number[]
}

export interface SnapshotStacks {
  readonly takenMs: number
  readonly threadCount: number
  readonly sampleCount: number
  readonly unnamedFrameCount: number
  /** Most threads first. */
  readonly groups: readonly StackGroup[]
}
