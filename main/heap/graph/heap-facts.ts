/** What the source of a graph tells about itself, and what had to be left out. Null: not told. */
export interface HeapFacts {
  readonly source: 'events' | 'gcdump' | 'dump'
  readonly completeness: HeapCompleteness
  readonly processId: number | null
  readonly processName: string | null
  readonly machineName: string | null
  /** Of the walk, ISO 8601. */
  readonly takenUtc: string | null
  /** That wrote the file. */
  readonly tool: string | null
  readonly runtimeVersion: string | null
  readonly pointerSize: 4 | 8
  /** Without pseudo nodes. */
  readonly objectCount: number
  readonly objectBytes: number
  /** Of objects, without those of pseudo nodes. */
  readonly referenceCount: number
  /** Threads of the process were suspended for collection and walk, by the runtime's own events. */
  readonly pauseMs: number | null
  /** References to addresses that no node has; they are not in the graph. */
  readonly danglingReferenceCount: number
  /** Nodes whose type has no name. */
  readonly unnamedObjectCount: number
  /** Between objects; left out: not told. */
  readonly free?: { readonly count: number; readonly bytes: number }
  /** What strings hold; left out: not told. */
  readonly strings?: HeapStrings
}

export interface HeapStrings {
  readonly count: number
  readonly distinctCount: number
  /** Of all strings but the first of each text. */
  readonly duplicateBytes: number
  /** Texts with the most bytes in copies, cut where they are long; `bytes` of all strings of the text. */
  readonly repeated: readonly { readonly text: string; readonly count: number; readonly bytes: number }[]
}

/** Computed from what the source holds, never assumed. */
export type HeapCompleteness =
  | { readonly kind: 'complete' }
  | {
      readonly kind: 'partial'
      /** Objects that are here of those the walk saw, 0 to 1; null: not known. */
      readonly share: number | null
      readonly reasons: readonly HeapGap[]
    }
  /** PerfView keeps a part of a large heap: counts and sizes of a type are multiplied. */
  | { readonly kind: 'sampled'; readonly countMultipliers: Float32Array }

export type HeapGap =
  /** Chunk indexes of one kind of events have a gap. */
  | { readonly kind: 'missing-chunks'; readonly of: 'nodes' | 'edges' | 'roots' | 'weak-table'; readonly count: number }
  /** The nodes announce another number of references than came. */
  | { readonly kind: 'edge-count'; readonly expected: number; readonly found: number }
  /** The end of the collection was not seen. */
  | { readonly kind: 'no-end' }
  | { readonly kind: 'lost-events'; readonly count: number }
  /** Nodes of types that no event describes. */
  | { readonly kind: 'unknown-types'; readonly objectCount: number }
  /** The file ends or is damaged at an offset. */
  | { readonly kind: 'damage'; readonly offset: number; readonly message: string }
  /** The writer of the file stops at so many objects without saying so. */
  | { readonly kind: 'writer-limit'; readonly objectCount: number }
  /** What was saved in the file was partial. */
  | { readonly kind: 'partial-source' }
