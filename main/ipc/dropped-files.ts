import type { IpcMain } from 'electron'
import { toDisposable, type Disposable } from '../../shared/base/disposable.ts'
import { grantFileChannel } from '../../shared/contract/wire.ts'
import type { PathGrants } from './consent/path-grants.ts'
import { isTrustedFrame, type TrustedOrigin } from './sender.ts'

/** Takes the paths of dropped files from preload, before the page asks to open them; messages of one frame keep their order. */
export function takeDroppedFiles(ipcMain: IpcMain, grants: PathGrants, trusted: TrustedOrigin): Disposable {
  const take = (event: Electron.IpcMainEvent, path: unknown): void => {
    if (isTrustedFrame(event.senderFrame, trusted) && typeof path === 'string' && path.length <= 4096) grants.add(path)
  }
  ipcMain.on(grantFileChannel, take)
  return toDisposable(() => ipcMain.off(grantFileChannel, take))
}
