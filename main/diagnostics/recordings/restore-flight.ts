import fs from 'node:fs'
import path from 'node:path'
import { WatchHost } from '../../workers/watch/watch-host.ts'
import { cleanName, reservePath } from './recording-files.ts'
import { moveSymbols } from './symbols-beside.ts'

const folderPattern = /^\.flight-[\w-]+\.nettrace$/

/**
 * The folder of a flight recorder that an earlier run could not end becomes a file beside it: all that was kept, with the names that a side
 * session had brought. Null: it is none, or nothing can be made of it; then it stays as it is.
 */
export async function restoreFlight(
  watchPath: string,
  folder: string,
  processName: string | null,
): Promise<string | null> {
  if (!folderPattern.test(path.basename(folder))) return null
  const file = reservePath(path.dirname(folder), `${cleanName(`${processName ?? 'process'}_restored`)}.nettrace`)
  if (!file.ok) return null
  const worker = new WatchHost({ workerPath: watchPath })
  const streams = [{ keeps: 'range', folder } as const]
  const made = await worker.assemble({ to: file.value, streams, untilMs: 0, lastMs: Number.POSITIVE_INFINITY }, 2 ** 30)
  worker.dispose()
  if (!made.ok) return null
  await moveSymbols(folder, file.value)
  await fs.promises.rm(folder, { recursive: true, force: true }).catch(() => undefined)
  return file.value
}
