import type { Finding, Findings, Observation } from '../findings.ts'
import type { TraceTableName } from './trace-tables.ts'
import type { TraceRange } from './trace-selection.ts'

/** The rows of a table that show an observation. */
export interface FindingLink {
  readonly table: TraceTableName
  readonly search: string
  readonly range: TraceRange | null
}

export interface FindingEvidence extends Observation {
  /** The method to change: for a blocked call the one that blocks. */
  readonly method?: string
  /** What a blocked call waits for, where the stacks show it. */
  readonly awaited?: string
  readonly type?: string
  /** Of the request below which it happened, where events show it: `GET /orders/{id}`. */
  readonly route?: string
  readonly link: FindingLink
}

export interface TraceFinding extends Finding<FindingEvidence> {
  /** Milliseconds lost as far as they can be counted; decides the order. */
  readonly lostMs: number
}

export type TraceFindings = Findings<TraceFinding>
