import type { NamedFrame } from './trace/trace-selection.ts'

/** Threads whose stacks are the same. */
export interface StackGroup {
  /** Leaf first; both names are the address when nothing names it. */
  readonly frames: readonly NamedFrame[]
  /** As sampled: in managed code, or outside of it (waiting, or in native code). */
  readonly state: 'running' | 'waiting'
  readonly threadIds: readonly number[]
}

/** Stacks of all managed threads within one moment; the reply of a stack snapshot. */
export interface SnapshotStacks {
  readonly takenMs: number
  readonly threadCount: number
  readonly sampleCount: number
  readonly unnamedFrameCount: number
  /** Most threads first. */
  readonly groups: readonly StackGroup[]
}
