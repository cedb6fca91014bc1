import { statfs } from 'node:fs/promises'
import { toDisposable, type Disposable } from '../../shared/base/disposable.ts'

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
    const freeBytes = await freeBytesOf(folder)
    if (!isStopped) onFree(freeBytes)
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

async function freeBytesOf(folder: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  } catch {
    // ENOENT before the first file of ours is written, ENOSYS on odd file systems.
    return null
  }
}
