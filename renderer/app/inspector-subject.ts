import type { AppState } from '../store/create-store.ts'
import { selectActiveDocument } from '../store/navigation-slice.ts'

/** Beside an empty list there is nothing to inspect; while it is still being read the pane keeps its place. */
export function selectHasInspectorSubject(state: AppState): boolean {
  return state.processRows.length > 0 || !state.isProcessScanComplete
}

/** Whether the document in front can show an inspector now. */
export function selectHasInspector(state: AppState): boolean {
  return selectActiveDocument(state)?.kind === 'processes' && selectHasInspectorSubject(state)
}
