import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'

/**
 * A folder for files that live as long as one run of the app (older samples of live views). Each run has its own, so that
 * what a crashed run left behind can be removed while this one already writes.
 */
export function runFolder(parent: string, startedAtMs: number, pid: number): string {
  return path.join(parent, `run-${startedAtMs}-${pid}`)
}

/** Removes the folders of earlier runs. Only ever called by the one instance of this user's folder. Never rejects. */
export async function removeEarlierRuns(parent: string, own: string): Promise<number> {
  let removedCount = 0
  try {
    for (const name of await readdir(parent)) {
      if (!name.startsWith('run-') || name === path.basename(own)) continue
      await rm(path.join(parent, name), { recursive: true, force: true })
      removedCount += 1
    }
  } catch {
    // ENOENT at the first start; anything else costs disk space and nothing more, and is tried again at the next start.
  }
  return removedCount
}
