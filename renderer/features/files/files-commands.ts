import type { SavedFileEntry } from '../../../shared/model/saved-file.ts'
import { background, invoke } from '../../bridge/bridge.ts'
import { appStore } from '../../store/create-store.ts'
import { nameOf } from './files-model.ts'
import { reportAs } from '../../commands/page-actions.ts'
import { filesLabels } from './files-labels.ts'

const state = () => appStore.getState()

export function describe(id: string, change: { readonly tags?: string; readonly notes?: string }): void {
  const tags =
    change.tags === undefined
      ? null
      : change.tags
          .split(',')
          .map((tag) => tag.trim())
          .filter((tag) => tag !== '')
  background(
    invoke('shelf.describe', { id, tags, notes: change.notes ?? null }),
    'shelf.describe',
    reportAs(filesLabels.commands.couldntSave),
  )
}

export function checksum(id: string): void {
  background(invoke('shelf.checksum', { id }), 'shelf.checksum', reportAs(filesLabels.commands.couldntCompute))
}

/** To wherever the system lets files be dropped. */
export function dragOut(id: string): void {
  background(invoke('shelf.drag', { id }), 'shelf.drag', reportAs(filesLabels.commands.couldntDrag))
}

/** At once, with a way back. */
export function remove(files: readonly SavedFileEntry[]): void {
  const ids = files.map((file) => file.id)
  const [first] = files
  if (first === undefined) return
  background(
    invoke('shelf.remove', { ids }).then(() => {
      state().addNotice({
        tone: 'ok',
        title:
          files.length === 1
            ? filesLabels.commands.removedOne(nameOf(first))
            : filesLabels.commands.removedMany(String(files.length)),
        text: filesLabels.commands.movesToTrash,
        action: {
          label: filesLabels.commands.undo,
          run: () => restore(ids),
        },
      })
    }),
    'shelf.remove',
    reportAs(filesLabels.commands.couldntRemove),
  )
}

export function restore(ids: readonly string[]): void {
  background(
    invoke('shelf.undoRemove', { ids: [...ids] }),
    'shelf.undoRemove',
    reportAs(filesLabels.commands.couldntRestore),
  )
}
