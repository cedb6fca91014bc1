import { toDisposable, type Disposable } from '../../shared/base/disposable.ts'
import type { AppError } from '../../shared/base/errors.ts'
import type { SavedFileList } from '../../shared/model/saved-file.ts'
import { background, invoke, openStream } from './bridge.ts'

/**
 * The saved files now, and again after each change. The stream begins with a change, so that nothing is missed between the first question
 * and its opening; one question at a time, so that no older answer comes last.
 */
export function watchSavedFiles(take: (list: SavedFileList) => void, onError?: (error: AppError) => void): Disposable {
  let isOpen = true
  let isAsking = false
  let hasChanged = false
  const look = () => {
    hasChanged = true
    if (isAsking) return
    isAsking = true
    background(ask(), 'shelf.list', onError)
  }
  const ask = async () => {
    try {
      while (hasChanged) {
        hasChanged = false
        const list = await invoke('shelf.list', {})
        if (!isOpen) return
        take(list)
      }
    } finally {
      isAsking = false
    }
  }
  look()
  const stream = openStream('shelf.changes', null, { onMessage: look, ...(onError ? { onError } : {}) })
  return toDisposable(() => {
    isOpen = false
    stream.dispose()
  })
}
