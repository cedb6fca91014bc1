/** Events of the runtime's provider that a heap walk consists of. */
export const heapEventIds = {
  collectionStart: 1,
  collectionEnd: 2,
  restartEnd: 3,
  suspendBegin: 9,
  bulkType: 15,
  rootEdge: 16,
  weakTableEdge: 17,
  node: 18,
  edge: 19,
  generationRange: 23,
  staticVariable: 38,
  runtime: 187,
  /** Generation-aware analysis (`DOTNET_GCGenAnalysisGen`): the walk lies between these two, of a collection of any kind. */
  awareBegin: 206,
  awareEnd: 207,
} as const

/** In `Kind` of a root edge. */
export const rootOfStack = 0
export const rootOfFinalizer = 1
export const rootOfHandle = 2

/** In `Flags` of a root edge. */
export const pinnedRoot = 1
export const weakRoot = 2
export const refCountedRoot = 8
