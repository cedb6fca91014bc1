import { useApp } from '../../../store/create-store.ts'
import { useTraceView } from './trace-view.ts'

/** Whether this trace is the document in front: its keys are those of the window. */
export function useActiveTrace(): boolean {
  const { target } = useTraceView()
  return useApp((state) => {
    const active = state.documents.find(({ id }) => id === state.activeDocumentId)
    return active?.kind === 'trace' && active.traceTarget.documentId === target.documentId
  })
}
