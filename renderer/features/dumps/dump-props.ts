import type { RecordTarget } from '../../store/record-slice.ts'

/** What every part of one dump page is about. */
export interface DumpProps {
  readonly documentId: string
  readonly target: RecordTarget
}
