/** What can be known before a capture of one process. Null: nobody knows. */
export interface HeapPlan {
  readonly pause: ExpectedPause | null
  /** Objects on the heap: of the last capture, or guessed from the size of the heap in Live. */
  readonly objects: { readonly count: number; readonly from: 'capture' | 'heap-size' } | null
  /** What the process needs until all of the graph is read. Objects that are not known: the most it can be, by what it has in memory. */
  readonly neededBytes: number | null
  /** Room for events in the process; events beyond it are lost. Empty: the runtime waits for room instead. */
  readonly buffersMB: readonly HeapBufferMB[]
  /** The smallest buffer that takes all objects; of unknown ones those that usually fill its memory, if there is room. Null: none does. */
  readonly fittingBufferMB: HeapBufferMB | null
  readonly room: MemoryRoom | null
}

/** A full collection of this process, as the runtime told it. */
export interface ExpectedPause {
  readonly ms: number
  /** `capture`: the last one, walk included. `live`: the longest pause of generation 2; the walk comes on top. */
  readonly from: 'capture' | 'live'
  readonly seenCount: number
}

/** Memory that the process can still have. */
export interface MemoryRoom {
  readonly bytes: number
  readonly limitedBy: 'container' | 'machine'
}

/** The first is what is taken unless somebody chooses. */
export const heapBuffersMB = [1024, 2048, 4096] as const
export type HeapBufferMB = (typeof heapBuffersMB)[number]
