import fs from 'node:fs'
import path from 'node:path'
import { partNameOf, removePartsOf } from '../../../os/atomic-file.ts'
import { UnfinishedFile } from '../../../workers/unfinished-files.ts'
import { WatchHost } from '../../../workers/watch/watch-host.ts'
import { cleanName, takeName } from '../recording-files.ts'
import { moveSymbols } from '../names/symbols-beside.ts'

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
  // Of a save that was cut off with it.
  await removePartsOf(folder)
  if (await isEmpty(folder)) {
    await remove(folder)
    return null
  }
  const file = await makeFile(watchPath, folder, `${cleanName(`${processName ?? 'process'}_restored`)}.nettrace`)
  if (file === null) return null
  await moveSymbols(folder, file)
  await remove(folder)
  return file
}

/** Under another name until it is whole: the next start begins again where this one is cut off. */
async function makeFile(watchPath: string, folder: string, name: string): Promise<string | null> {
  using part = new UnfinishedFile(partNameOf(folder))
  const worker = new WatchHost({ workerPath: watchPath })
  const streams = [{ keeps: 'range', folder } as const]
  const made = await worker.assemble({ to: part.path, streams, untilMs: 0, lastMs: Number.POSITIVE_INFINITY }, 2 ** 30)
  worker.dispose()
  if (!made.ok) return null
  try {
    const file = await takeName(part, path.dirname(folder), name)
    return file.ok ? file.value : null
  } catch {
    // ENOSPC, EACCES, EROFS: tried again at the next start.
    return null
  }
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
