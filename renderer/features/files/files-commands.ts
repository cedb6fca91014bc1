import type { SavedFileEntry } from '../../../shared/model/saved-file.ts'
import { background, invoke } from '../../bridge/bridge.ts'
import { appStore } from '../../store/create-store.ts'
import { nameOf } from './files-model.ts'
import { reportAs } from '../../commands/page-actions.ts'

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
    reportAs('Couldn’t save the tags and notes'),
  )
}

export function checksum(id: string): void {
  background(invoke('shelf.checksum', { id }), 'shelf.checksum', reportAs('Couldn’t compute the checksum'))
}

/** To wherever the system lets files be dropped. */
export function dragOut(id: string): void {
  background(invoke('shelf.drag', { id }), 'shelf.drag', reportAs('The file could not be dragged'))
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
        title: files.length === 1 ? `Removed: ${nameOf(first)}` : `Removed: ${String(files.length)} files`,
        text: 'Moves to the trash in ten minutes, or when Pipescope quits.',
        action: {
          label: 'Undo',
          run: () => restore(ids),
        },
      })
    }),
    'shelf.remove',
    reportAs('Couldn’t remove the files'),
  )
}

export function restore(ids: readonly string[]): void {
  background(
    invoke('shelf.undoRemove', { ids: [...ids] }),
    'shelf.undoRemove',
    reportAs('The removed files couldn’t be restored'),
  )
}
