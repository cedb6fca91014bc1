import fs from 'node:fs'
import { pause } from './pause.ts'

/** A disk that hangs keeps nobody. */
const longestMs = 1000

/**
 * Removes a file, or a folder with all that is in it, that is of no use to anybody. Never rejects: where it can't be removed nothing is to be done about
 * it. Resolves after a second at the latest.
 */
export async function removeWithin(path: string, ms = longestMs): Promise<void> {
  const over = new AbortController()
  const removed = fs.promises.rm(path, { recursive: true, force: true }).catch(() => undefined)
  await Promise.race([removed, pause(ms, over.signal)])
  over.abort()
}
