import type { FindingConfidence } from '../findings.ts'

/** As many heap graphs may be open: each may take gigabytes. A comparison has no more, the one that is asked among them. */
export const mostOpenHeaps = 8

/** What one heap weighs, for the head of a comparison. */
export interface HeapCompareTotals {
  readonly objectCount: number
  readonly objectBytes: number
  /** ISO 8601; null: the file does not tell. */
  readonly takenUtc: string | null
  readonly isComplete: boolean
  readonly process: HeapProcess
}

/** Whose heap it is; null: the file does not tell. */
export interface HeapProcess {
  readonly name: string | null
  readonly id: number | null
  readonly machine: string | null
}

/** What is sent from one heap document to another to be compared with. */
export interface HeapCompareSide extends HeapCompareTotals {
  readonly types: HeapCompareTypes
  readonly paths: HeapComparePaths
}

/** Row by row one type of objects. */
export interface HeapCompareTypes {
  readonly names: readonly string[]
  readonly modules: readonly string[]
  /** In the document that they are of. */
  readonly groups: Uint32Array
  readonly counts: Float64Array
  readonly shallow: Float64Array
  readonly retained: Float64Array
}

/** The shortest ways from the roots to all objects, put together by type: a tree, parents before their children, without what is too light. */
export interface HeapComparePaths {
  readonly names: readonly string[]
  /** By row of `names`: the kind of root that it stands for; null: it is a type, or a field or method that holds roots. */
  readonly rootKinds: readonly (string | null)[]
  /** By node; the root has itself. */
  readonly parent: Uint32Array
  /** Row of `names`; that of the root has no meaning. */
  readonly name: Uint32Array
  /** Objects of the node and on the ways below it, and their bytes. */
  readonly counts: Float64Array
  readonly bytes: Float64Array
  /** Nodes with fewer bytes are left out, roots excepted. */
  readonly cutBytes: number
}

export const heapCompareMeasures = ['retained', 'shallow'] as const
export type HeapCompareMeasure = (typeof heapCompareMeasures)[number]

export const heapCompareStates = ['all', 'new', 'gone', 'growing'] as const
/** `growing`: from each heap to the next, of three and more. */
export type HeapCompareFilter = (typeof heapCompareStates)[number]

export const heapCompareColumns = ['name', 'countA', 'countB', 'countChange', 'change', 'b', 'module'] as const
export type HeapCompareColumn = (typeof heapCompareColumns)[number]

export interface HeapCompareQuestion {
  readonly measure: HeapCompareMeasure
  /** In names; `/…/` is a regular expression. */
  readonly search: string
  readonly show: HeapCompareFilter
  readonly sortBy: HeapCompareColumn
  readonly isDescending: boolean
  /** The last heap becomes the first one. */
  readonly isReversed: boolean
}

/** A type in all heaps, in their order. */
export interface HeapCompareRow {
  /** In the document that was asked; null: it has no objects of it. */
  readonly group: number | null
  readonly name: string
  readonly module: string
  readonly counts: readonly number[]
  readonly shallow: readonly number[]
  readonly retained: readonly number[]
  /** Last less first, of objects and of the bytes asked for. */
  readonly countChange: number
  readonly change: number
  /** Null: it is in the first and in the last heap, or in neither. */
  readonly state: 'new' | 'gone' | null
  readonly isGrowing: boolean
}

/** A prefix of ways from the roots in the first and the last heap. */
export interface HeapComparePath {
  /** Row of the one above; -1 of a kind of roots. */
  readonly parent: number
  readonly name: string
  readonly rootKind: string | null
  readonly countA: number
  readonly countB: number
  readonly bytesA: number
  readonly bytesB: number
  readonly state: 'new' | 'gone' | null
}

/** What has grown, in words. */
export interface HeapGrowth {
  readonly title: string
  readonly text: string
  readonly confidence: FindingConfidence
}

export interface HeapComparison {
  /** In the order of the comparison: by time where every file tells it, else as they were chosen with this document last. */
  readonly heaps: readonly (HeapCompareTotals & {
    /** Place among those of the question; -1: this document. */
    readonly place: number
  })[]
  /** At most a thousand. */
  readonly rows: readonly HeapCompareRow[]
  readonly rowCount: number
  /** Types whose figure has changed, whatever is searched for. */
  readonly changedCount: number
  readonly newCount: number
  readonly goneCount: number
  readonly growingCount: number
  /** Parents before their children, siblings with the largest change first; at most two thousand. */
  readonly paths: readonly HeapComparePath[]
  /** No two files tell of different ones. */
  readonly isOneProcess: boolean
  /** Null: nothing lasting has grown by much, or they are of several processes. */
  readonly growth: HeapGrowth | null
}
