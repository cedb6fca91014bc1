import type { AppError } from '../../../shared/base/errors.ts'
import type { ShelfEntry } from '../../../shared/model/shelf.ts'
import { background, invoke } from '../../bridge/bridge.ts'
import { commands } from '../../commands/registry.ts'
import { appStore } from '../../store/create-store.ts'
import { nameOf } from './files-model.ts'

const state = () => appStore.getState()

export function openFile(path: string): void {
  commands.runWith('files.openPath', { path, as: 'trace' })
}

export function reveal(path: string): void {
  background(invoke('files.reveal', { path }), 'files.reveal', report('Couldn’t show the file'))
}

export function copyText(text: string, title: string): void {
  background(
    invoke('clipboard.writeText', { text }).then(() => state().addNotice({ tone: 'ok', title })),
    'clipboard.writeText',
  )
}

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
    report('Couldn’t save the tags and notes'),
  )
}

export function checksum(id: string): void {
  background(invoke('shelf.checksum', { id }), 'shelf.checksum', report('Couldn’t compute the checksum'))
}

/** To wherever the system lets files be dropped. */
export function dragOut(id: string): void {
  background(invoke('shelf.drag', { id }), 'shelf.drag', report('The file could not be dragged'))
}

/** At once, with a way back. */
export function remove(files: readonly ShelfEntry[]): void {
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
    report('Couldn’t remove the files'),
  )
}

export function restore(ids: readonly string[]): void {
  background(
    invoke('shelf.undoRemove', { ids: [...ids] }),
    'shelf.undoRemove',
    report('The removed files couldn’t be restored'),
  )
}

function report(title: string): (error: AppError) => void {
  return (error) => {
    state().addNotice({ tone: 'bad', title, error })
  }
}
