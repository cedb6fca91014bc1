import { appStore } from '../../../store/create-store.ts'
import type { MenuEntry } from '../../../ui/overlay/menu.tsx'
import { exportEntries } from './export-entries.ts'
import { liveViewOf, type LiveContextValue } from '../live-context.ts'
import { liveLabels } from '../live-labels.ts'

/** What can be done with the selected stretch, for the menu under the pointer; nothing while there is none. */
export function rangeEntries(context: LiveContextValue): MenuEntry[] {
  const { documentId } = context
  const { selection } = liveViewOf(documentId)
  if (selection === null) return []
  const { selectLive, zoomLive } = appStore.getState()
  return [
    {
      kind: 'item',
      label: liveLabels.rangeEntries.zoomToSelection,
      run: () => {
        zoomLive(documentId, selection)
        selectLive(documentId, null)
      },
    },
    { kind: 'submenu', label: liveLabels.rangeEntries.exportSelection, entries: exportEntries(context) },
    { kind: 'item', label: liveLabels.rangeEntries.clearSelection, run: () => selectLive(documentId, null) },
    { kind: 'separator' },
  ]
}
