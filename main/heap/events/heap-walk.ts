import { ChunkCount } from './chunk-count.ts'
import { WordPages } from './word-pages.ts'

/** What a static variable is called, and the object that it holds. */
export interface StaticRoot {
  readonly low: number
  readonly high: number
  readonly field: string
}

export interface GenerationRange {
  readonly generation: number
  readonly start: bigint
  readonly end: bigint
}

/** Everything the events of one walk say, in columns; addresses are pairs of low and high half. */
export class HeapWalk {
  readonly collection: number | null
  readonly threadIndex: number
  readonly startTicks: number
  endTicks: number | null = null
  readonly addresses = new WordPages()
  /** Low half; the sizes that need more are in `largeSizes`. */
  readonly sizes = new WordPages()
  /** The object, low and high half of its bytes. */
  readonly largeSizes = new WordPages()
  /** Numbers of `TypeRecords`. */
  readonly types = new WordPages()
  readonly edgeCounts = new WordPages()
  readonly targets = new WordPages()
  /** Low and high half of the object, kind and flags, low and high half of the root's own id. */
  readonly roots = new WordPages()
  /** Key and value of dependent handles. */
  readonly dependents = new WordPages()
  readonly statics: StaticRoot[] = []
  /** Of the end of the walk; those from its start describe the heap before the collection. */
  ranges: GenerationRange[] = []
  readonly nodeChunks = new ChunkCount()
  readonly edgeChunks = new ChunkCount()
  readonly rootChunks = new ChunkCount()
  readonly dependentChunks = new ChunkCount()
  /** Nodes and edges before the first gap of each kind; null: no gap. */
  nodesBeforeGap: number | null = null
  edgesBeforeGap: number | null = null
  /** Nodes and edges before the last gap: those behind it are in a row up to the end. */
  nodesAtLastGap = 0
  edgesAtLastGap = 0
  /** References that the nodes announce. */
  announcedEdges = 0
  largestNodeChunk = 0

  constructor(start: { collection: number | null; threadIndex: number; startTicks: number }) {
    this.collection = start.collection
    this.threadIndex = start.threadIndex
    this.startTicks = start.startTicks
  }

  get nodeCount(): number {
    return this.types.length
  }
  get edgeCount(): number {
    return this.targets.length / 2
  }
}
