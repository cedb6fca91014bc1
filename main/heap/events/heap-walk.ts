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

/** What an object and a reference take in a stream, where addresses have eight bytes. */
const objectBytes = 32
const referenceBytes = 12
/** Room for more is not asked for beforehand. */
const mostExpectedBytes = 2 ** 31

/** Everything the events of one walk say, in columns; addresses are pairs of low and high half. */
export class HeapWalk {
  readonly collection: number | null
  readonly threadIndex: number
  readonly startTicks: number
  endTicks: number | null = null
  readonly addresses: WordPages
  /** Low half; the sizes that need more are in `largeSizes`. */
  readonly sizes: WordPages
  /** The object, low and high half of its bytes. */
  readonly largeSizes = new WordPages()
  /** Numbers of `TypeRecords`. */
  readonly types: WordPages
  readonly edgeCounts: WordPages
  readonly targets: WordPages
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

  /** `streamBytes`: all that comes, or 0 where nobody knows; objects and references cannot be more than fit in there. */
  constructor(start: { collection: number | null; threadIndex: number; startTicks: number; streamBytes: number }) {
    const bytes = Math.min(start.streamBytes, mostExpectedBytes)
    const objects = Math.ceil(bytes / objectBytes)
    this.addresses = new WordPages(objects * 2)
    this.sizes = new WordPages(objects)
    this.types = new WordPages(objects)
    this.edgeCounts = new WordPages(objects)
    this.targets = new WordPages(Math.ceil(bytes / referenceBytes) * 2)
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
