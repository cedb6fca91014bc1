import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { makePrivateFolder, privateFolderFault } from '../os/private-folder.ts'

const prefix = 'psc-'
const nameOfFolder = /^psc-[A-Za-z0-9]{6}$/
/** Made for a connection first, and held open by us and by ssh for as long as either of them uses the folder. */
const logName = 'log'
/** What a connection ever puts there; ssh gives its control socket a longer name until it listens. */
const nameOfEntry = /^(?:log|ask|answer|askpass|c|c\.[A-Za-z0-9]{1,32}|\d{1,9}\.sock)$/
/** What is left of a path's length on every system, with the name that ssh gives to the socket until it listens. */
const maxFolderLength = 60

/** The folder of one connection: its sockets, log and question pipes. */
export function makeLinkFolder(): string {
  const parent = linkFolderParents().find((folder) => folder.length <= maxFolderLength && fs.existsSync(folder))
  return makePrivateFolder(prefix, parent ?? '/tmp')
}

export function linkLogPath(folder: string): string {
  return path.join(folder, logName)
}

/** Paths of sockets are short; the folder for temporary files of some systems is not. */
export function linkFolderParents(): readonly string[] {
  const runtime = process.env['XDG_RUNTIME_DIR']
  return [...new Set([...(runtime === undefined ? [] : [runtime]), os.tmpdir(), '/tmp'])]
}

/**
 * Removes folders that a crash left behind, and returns how many went. Only folders of this user for this user alone, with nothing in them
 * but what a connection makes, and that neither an app nor an ssh holds. Whatever is in doubt stays, and no folder inside is ever removed.
 */
export function removeAbandonedLinkFolders(parents: readonly string[] = linkFolderParents()): number {
  let count = 0
  for (const parent of parents)
    for (const name of entriesOf(parent)) {
      if (!nameOfFolder.test(name)) continue
      try {
        if (removeIfAbandoned(path.join(parent, name))) count++
      } catch {
        // Somebody else removed or changed it meanwhile: then it is theirs.
      }
    }
  return count
}

function entriesOf(folder: string): readonly string[] {
  try {
    return fs.readdirSync(folder)
  } catch {
    return []
  }
}

function removeIfAbandoned(folder: string): boolean {
  if (privateFolderFault(folder) !== null) return false
  const names = fs.readdirSync(folder)
  if (!names.includes(logName) || !names.every((name) => nameOfEntry.test(name))) return false
  if (!isLogAbandoned(linkLogPath(folder))) return false
  // The log goes last: a folder that could not be emptied is recognized at the next start.
  for (const name of names) if (name !== logName) fs.unlinkSync(path.join(folder, name))
  fs.unlinkSync(linkLogPath(folder))
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
