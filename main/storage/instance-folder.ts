import { readlinkSync } from 'node:fs'
import { lstat, rmdir, unlink } from 'node:fs/promises'
import path from 'node:path'

/**
 * Chromium keeps the socket of the one instance in a folder of its own in the temporary folder (`scoped_dir…`) and a link to it with the user's
 * data. An instance that is killed leaves both; the next one replaces the link and would leave the folder for ever.
 */

const linkName = 'SingletonSocket'
const ownNames = ['SingletonSocket', 'SingletonCookie']

/** Read before the instance lock is asked for, which replaces the link. Null: no earlier instance, or it ended in order. */
export function instanceFolder(userFolder: string): string | null {
  try {
    const target = readlinkSync(path.join(userFolder, linkName))
    const folder = path.dirname(target)
    const isChromiums = path.basename(folder).startsWith('scoped_dir') && path.basename(target) === linkName
    return isChromiums && path.isAbsolute(target) ? folder : null
  } catch {
    // ENOENT: the ordinary case; on Windows there never is one.
    return null
  }
}

/** With the instance lock held: nobody uses the folder of an earlier instance. Removes what Chromium made in it and no more; never rejects. */
export async function removeEarlierInstance(userFolder: string, earlier: string | null): Promise<boolean> {
  if (earlier === null || earlier === instanceFolder(userFolder)) return false
  try {
    const stat = await lstat(earlier)
    if (!stat.isDirectory() || stat.uid !== process.getuid?.()) return false
    for (const name of ownNames) await unlink(path.join(earlier, name)).catch(() => undefined)
    await rmdir(earlier)
    return true
  } catch {
    // ENOENT: cleaned up by somebody else; ENOTEMPTY: there is something that isn't Chromium's.
    return false
  }
}
