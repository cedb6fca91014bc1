import { toDisposable, type Disposable } from '../../shared/base/disposable.ts'
import { diskRoom } from '../diagnostics/recordings/recording-files.ts'

const periodMs = 30_000

/**
 * Tells how much room the disk of `folder` has, at once and then each half minute, null when it cannot be known. Only
 * while somebody looks (`isWanted`): an idle app should do nothing.
 */
export function watchDisk(
  folder: string,
  isWanted: () => boolean,
  onFree: (freeBytes: number | null) => void,
): Disposable {
  let isStopped = false
  const look = async () => {
    const room = await diskRoom(folder)
    if (!isStopped) onFree(room?.freeBytes ?? null)
  }
  void look()
  const timer = setInterval(() => {
    if (isWanted()) void look()
  }, periodMs)
  return toDisposable(() => {
    isStopped = true
    clearInterval(timer)
  })
}
