import type { BlockOutput } from '../../nettrace/writer/block-output.ts'
import type { Redactor } from './redaction/redactor.ts'
import type { TrimFilter } from './trim-filter.ts'
import type { TrimPreview } from '../../../shared/model/trace/trace-trim.ts'
import type { TraceHeader } from '../../nettrace/trace-header.ts'

/** Takes one block of the source after the other. */
export interface BlockTrim {
  setHeader(header: TraceHeader): void
  take(name: string, content: Uint8Array, offset: number): void
  finish(): void
  readonly counts: Omit<TrimPreview, 'redaction'>
}

export interface TrimTarget {
  readonly output: BlockOutput
  readonly filter: TrimFilter
  readonly redactor: Redactor | null
}
