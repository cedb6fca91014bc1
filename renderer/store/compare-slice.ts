import type { StateCreator } from 'zustand'
import type { TraceSelection } from '../../shared/model/trace/trace-selection.ts'

/** What a recording is compared with: A. */
export interface TraceBaseline {
  readonly documentId: string
  readonly name: string
  /** Range and threads; classes and transforms are those of the page. */
  readonly selection: TraceSelection
}

/** A heap that another one is compared with. */
export interface HeapBaseline {
  readonly documentId: string
  readonly path: string
  readonly name: string
}

export interface CompareSlice {
  /** By document of a trace: what it is compared with. */
  readonly baselines: Readonly<Record<string, TraceBaseline | null>>
  /** Null: with nothing. */
  readonly compare: (documentId: string, baseline: TraceBaseline | null) => void
  /** By document of a heap: the others that it is compared with. */
  readonly heapBaselines: Readonly<Record<string, readonly HeapBaseline[]>>
  readonly compareHeap: (documentId: string, baselines: readonly HeapBaseline[]) => void
}

export const createCompareSlice: StateCreator<CompareSlice, [], [], CompareSlice> = (set) => ({
  baselines: {},

  heapBaselines: {},

  compareHeap(documentId, baselines) {
    set((state) => ({ heapBaselines: { ...state.heapBaselines, [documentId]: baselines } }))
  },

  compare(documentId, baseline) {
    set(({ baselines }) => ({ baselines: { ...baselines, [documentId]: baseline } }))
  },
})
