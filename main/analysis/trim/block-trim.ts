import type { BlockOutput } from '../../nettrace/writer/block-output.ts'
import type { Redactor } from './redaction/redactor.ts'
import type { TrimFilter } from './trim-filter.ts'
import type { RedactionReport } from '../../../shared/model/trace-trim.ts'
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
  /** Null: nothing was to be masked. */
  readonly redaction: RedactionReport | null
}

/** Takes one block of the source after the other. */
export interface BlockTrim {
  setHeader(header: TraceHeader): void
  take(name: string, content: Uint8Array, offset: number): void
  finish(): void
  readonly counts: Omit<TrimCounts, 'redaction'>
}

export interface TrimTarget {
  readonly output: BlockOutput
  readonly filter: TrimFilter
  readonly redactor: Redactor | null
}
