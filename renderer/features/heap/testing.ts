import type { HeapSummary } from '../../../shared/model/heap/heap-document.ts'
import type { HeapView } from './heap-view.ts'

/** What a tab of a heap graph is given in tests: nothing is selected in it. `summary`: what the tab reads of one. */
export function heapViewOf(tab: HeapView['tab'], summary: Partial<HeapSummary>): HeapView {
  return {
    tab,
    type: null,
    object: null,
    row: null,
    target: { documentId: 'heap-1', name: 'a.gcdump', path: '/x/a.gcdump', sizeBytes: 1 },
    summary,
    go: () => undefined,
  } as unknown as HeapView
}
