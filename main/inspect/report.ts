import type { TraceImport } from '../../shared/model/trace/trace-import.ts'
import type { SavedPart } from '../../shared/model/trace/trace-trim.ts'
import type { WrittenTrace } from '../workers/recorder/written-trace.ts'
import type { TypeRow } from '../analysis/trace/type-counts.ts'

/** docs/formats/inspect.md describes every field; a change here is a change of that format. */
export interface InspectReport {
  readonly format: {
    readonly container: string
    readonly major: number
    readonly minor: number
    readonly objectVersion: number
    readonly pointerSize: number
    readonly processId: number | null
    readonly cpuCount: number | null
    /** Of the clock's sync point, whole milliseconds; null: another tool wrote the file and did not say. */
    readonly sessionStartUtc: string | null
    /** Last minus first event. */
    readonly durationMs: number
  }
  readonly events: { readonly total: number; readonly lost: number }
  readonly types: readonly TypeRow[]
  readonly damage: readonly DamageRow[]
  readonly complete: boolean
  /** With --repair: the file that was written. */
  readonly repaired?: WrittenTrace
  /** With --trim: the file that was written, and what is in it. */
  readonly trimmed?: TrimmedReport
  /** Of a file that another tool wrote: it holds stacks and no events. */
  readonly imported?: TraceImport
}

export type TrimmedReport = WrittenTrace &
  Omit<SavedPart, 'file' | 'eventCount'> & { readonly sourceEventCount: number }

export interface DamageRow {
  readonly offset: number
  readonly kind: string
  readonly message: string
}
