import { nativeImage, type NativeImage } from 'electron'
import { err, ok } from '../../../shared/base/result.ts'
import type { SavedFiles } from '../../diagnostics/files/saved-files.ts'
import { isForeignThere } from '../../foreign/foreign-files.ts'
import type { Handlers } from '../request-context.ts'

type SavedFileChannels = Extract<keyof Handlers, `shelf.${string}`>

export function savedFileHandlers(savedFiles: SavedFiles): Pick<Handlers, SavedFileChannels> {
  return {
    'shelf.list': async () => ok(await savedFiles.list()),
    'shelf.describe': ({ id, tags, notes }) =>
      savedFiles.describe(id, { ...(tags === null ? {} : { tags }), ...(notes === null ? {} : { notes }) }),
    'shelf.checksum': async ({ id }) => {
      const computed = await savedFiles.checksum(id)
      return computed.ok ? ok({ sha256: computed.value }) : computed
    },
    'shelf.drag': async ({ id }, { page }) => {
      const file = savedFiles.get(id)
      if (file === null || (await isForeignThere(file.path)) !== true) return err({ kind: 'not-found', what: 'file' })
      page.window.webContents.startDrag({ file: file.path, icon: dragIcon() })
      return ok(null)
    },
    'shelf.remove': ({ ids }) => savedFiles.remove(ids),
    'shelf.undoRemove': ({ ids }) => savedFiles.undoRemove(ids),
  }
}

const iconSize = 32

/** A sheet of paper under the pointer: Electron wants a picture, and ends the app without one on some systems. */
function dragIcon(): NativeImage {
  const bitmap = Buffer.alloc(iconSize * iconSize * 4)
  for (let y = 2; y < iconSize - 2; y++)
    for (let x = 6; x < iconSize - 6; x++) {
      const isEdge = y === 2 || y === iconSize - 3 || x === 6 || x === iconSize - 7
      // Blue, green, red, opacity.
      bitmap.set(isEdge ? [96, 88, 80, 255] : [252, 250, 248, 255], (y * iconSize + x) * 4)
    }
  return nativeImage.createFromBitmap(bitmap, { width: iconSize, height: iconSize })
}
