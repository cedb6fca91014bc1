import fs from 'node:fs'
import path from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { askForeign } from '../foreign/foreign-files.ts'
import { privateFolderFault } from '../os/private-folder.ts'
import { linkFolderParents, linkFolderPrefix, linkLogPath } from './link-folder.ts'

const nameOfFolder = /^psc-[A-Za-z0-9]{6}$/
/** What a connection ever puts into its folder; ssh gives its control socket a longer name until it listens. */
const nameOfEntry = /^(?:log|ask|answer|askpass|c|c\.[A-Za-z0-9]{1,32}|\d{1,9}\.sock)$/
/** Anybody may make folders of such names among the temporary files; with more of them none is looked at. */
const maxFolders = 1000

/**
 * Removes folders that a crash left behind, and returns how many went. Only folders of this user for this user alone, with nothing in them
 * but what a connection makes, and that neither an app nor an ssh holds. Whatever is in doubt stays, and no folder inside is ever removed.
 * Folders for temporary files are everybody's, so that they are listed with a deadline; what is ours in them is a few calls each.
 */
export async function removeAbandonedLinkFolders(parents: readonly string[] = linkFolderParents()): Promise<number> {
  const lists = await Promise.all(parents.map(linkFoldersIn))
  let count = 0
  for (const folder of lists.flat()) {
    // oxlint-disable-next-line no-await-in-loop -- between two of them comes whatever else main has to do
    await nextTurn()
    try {
      if (removeIfAbandoned(folder)) count++
    } catch {
      // Somebody else removed or changed it meanwhile: then it is theirs.
    }
  }
  return count
}

async function linkFoldersIn(parent: string): Promise<readonly string[]> {
  const listed = await askForeign({ kind: 'list', path: parent, maxNames: maxFolders, prefix: linkFolderPrefix })
  const names = listed.ok ? listed.value : []
  return names.filter((name) => nameOfFolder.test(name)).map((name) => path.join(parent, name))
}

function removeIfAbandoned(folder: string): boolean {
  if (privateFolderFault(folder) !== null) return false
  const log = linkLogPath(folder)
  const names = fs.readdirSync(folder)
  if (!names.includes(path.basename(log)) || !names.every((name) => nameOfEntry.test(name))) return false
  if (!isLogAbandoned(log)) return false
  // The log goes last: a folder that could not be emptied is recognized at the next start.
  for (const name of names) if (name !== path.basename(log)) fs.unlinkSync(path.join(folder, name))
  fs.unlinkSync(log)
  fs.rmdirSync(folder)
  return true
}

/** The kernel knows who has a named pipe open: the app reads this one, ssh writes to it. A program that has ended does neither. */
function isLogAbandoned(log: string): boolean {
  if (!fs.lstatSync(log).isFIFO()) return false
  const { O_RDONLY, O_WRONLY, O_NONBLOCK, O_NOFOLLOW } = fs.constants
  try {
    fs.closeSync(fs.openSync(log, O_WRONLY | O_NONBLOCK | O_NOFOLLOW))
    return false
  } catch (error) {
    // Nobody reads it.
    if ((error as NodeJS.ErrnoException).code !== 'ENXIO') return false
  }
  const fd = fs.openSync(log, O_RDONLY | O_NONBLOCK | O_NOFOLLOW)
  try {
    // The end, at once: nobody writes either. With a writer it is EAGAIN, or what was written.
    return fs.readSync(fd, Buffer.alloc(1)) === 0
  } catch {
    return false
  } finally {
    fs.closeSync(fd)
  }
}
