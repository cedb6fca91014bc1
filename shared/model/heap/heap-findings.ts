import type { Finding, Findings, Observation } from '../findings.ts'

/** Where a heap document shows an observation. */
export interface HeapFindingLink {
  readonly tab: 'types' | 'dominators' | 'paths' | 'objects'
  /** To select there; null: none. */
  readonly type: { readonly group: number; readonly name: string; readonly module: string } | null
  readonly node: number | null
  /** Of `dominators`: keys of the rows from the top down to the one that is meant. */
  readonly path: readonly number[]
}

export interface HeapFindingEvidence extends Observation {
  readonly type?: string
  /** What could be collected without what was seen. */
  readonly retainedBytes?: number
  /** What keeps it alive, at the end of the way: `static s_cache`. */
  readonly root?: string
  readonly link: HeapFindingLink
}

export interface HeapFinding extends Finding<HeapFindingEvidence> {
  /** Bytes that it is about as far as they can be counted; decides the order. */
  readonly heldBytes: number
}

export type HeapFindings = Findings<HeapFinding>

/** How to get what a check of a heap lacks. */
export const heapFindingSources = ['heap-graph', 'dump'] as const
