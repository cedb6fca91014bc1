import fs from 'node:fs'
import path from 'node:path'
import { WatchHost } from '../../workers/watch/watch-host.ts'
import { cleanName, reservePath } from './recording-files.ts'
import { moveSymbols } from './symbols-beside.ts'

const folderPattern = /^\.flight-[\w-]+\.nettrace$/

/**
 * The folder of a flight recorder that an earlier run could not end becomes a file beside it: all that was kept, with the names that a side
 * session had brought. Null: it is none, or nothing can be made of it; then it stays as it is, unless nothing was written into it.
 */
export async function restoreFlight(
  watchPath: string,
  folder: string,
  processName: string | null,
): Promise<string | null> {
  if (!folderPattern.test(path.basename(folder))) return null
  if (await isEmpty(folder)) {
    await remove(folder)
    return null
  }
  const file = reservePath(path.dirname(folder), `${cleanName(`${processName ?? 'process'}_restored`)}.nettrace`)
  if (!file.ok) return null
  const worker = new WatchHost({ workerPath: watchPath })
  const streams = [{ keeps: 'range', folder } as const]
  const made = await worker.assemble({ to: file.value, streams, untilMs: 0, lastMs: Number.POSITIVE_INFINITY }, 2 ** 30)
  worker.dispose()
  if (!made.ok) return null
  await moveSymbols(folder, file.value)
  await remove(folder)
  return file.value
}

/** Its session never sent anything. */
async function isEmpty(folder: string): Promise<boolean> {
  try {
    const names = await fs.promises.readdir(folder)
    const stats = await Promise.all(names.map((name) => fs.promises.lstat(path.join(folder, name))))
    return stats.every((stat) => stat.isFile() && stat.size === 0)
  } catch {
    // ENOENT, ENOTDIR, EACCES: nothing that could be removed.
    return false
  }
}

/** What can't be removed is found again at the next start. */
async function remove(folder: string): Promise<void> {
  await fs.promises.rm(folder, { recursive: true, force: true }).catch(() => undefined)
}
