import fs from 'node:fs'
import path from 'node:path'
import { partNameOf, removePartsOf } from '../../../os/atomic-file.ts'
import { UnfinishedFile } from '../../../workers/unfinished-files.ts'
import { WatchHost } from '../../../workers/watch/watch-host.ts'
import { takeName } from '../../files/free-path.ts'
import { cleanName } from '../recording-files.ts'
import { moveSymbols } from '../names/symbols-beside.ts'

const folderPattern = /^\.flight-[\w-]+\.nettrace$/

/** One that a flight recorder of this user has made. */
export async function isFlightFolder(folder: string): Promise<boolean> {
  if (!folderPattern.test(path.basename(folder))) return false
  try {
    const found = await fs.promises.lstat(folder)
    // Windows has no such owners.
    return found.isDirectory() && found.uid === (process.geteuid?.() ?? found.uid)
  } catch {
    // ENOENT: it became a recording.
    return false
  }
}

/** One new file of all that these folders keep, oldest first; false: nothing can be made of it. */
export async function assembleFolders(watchPath: string, folders: readonly string[], to: string): Promise<boolean> {
  const worker = new WatchHost({ workerPath: watchPath })
  try {
    const streams = folders.map((folder) => ({ keeps: 'range', folder }) as const)
    const made = await worker.assemble({ to, streams, untilMs: 0, lastMs: Number.POSITIVE_INFINITY }, 2 ** 30)
    return made.ok
  } finally {
    worker.dispose()
  }
}

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
  await using part = new UnfinishedFile(partNameOf(folder))
  if (!(await assembleFolders(watchPath, [folder], part.path))) return null
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
