import type { TraceHeader } from '../../nettrace/trace-header.ts'

export interface TrimCounts {
  /** In the source. */
  readonly eventCount: number
  /** Of the selection, without those that give names. */
  readonly selectedCount: number
  /** Kept whenever they were written. */
  readonly nameCount: number
  /** Lost by the runtime within the range: a reader of the new file finds as many. */
  readonly lostCount: number
}

/** Takes one block of the source after the other. */
export interface BlockTrim {
  setHeader(header: TraceHeader): void
  take(name: string, content: Uint8Array, offset: number): void
  finish(): void
  readonly counts: TrimCounts
}
