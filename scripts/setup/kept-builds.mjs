import fs from 'node:fs'
import path from 'node:path'
import { linkWhole } from './link-tree.mjs'
import { projectCache, userCache } from './paths.mjs'

/**
 * Built programs, in two places as Electron's runtimes are: `.cache/samples` of this clone, and the person's cache, from which every
 * other clone links them. A folder is named by what it was built from and is renamed when it is whole.
 */
export const buildsFolder = path.join(projectCache, 'samples')
const sharedFolder = path.join(userCache, 'samples')
/** Each state of the sources leaves folders behind: those that no clone has asked for in this time go. */
const keptDays = 30

/**
 * @param {string} name
 * @param {string} [shared]
 * @param {string} [own]
 * @returns {boolean} whether the build is now in the clone, linked from the person's cache
 */
export function takeShared(name, shared = sharedFolder, own = buildsFolder) {
  try {
    linkWhole(path.join(shared, name), path.join(own, name))
    const now = new Date()
    fs.utimesSync(path.join(shared, name), now, now)
    return true
  } catch {
    // ENOENT: nobody has built it yet. Whatever else: it can be built.
    return fs.existsSync(path.join(own, name))
  }
}

/**
 * @param {string} name
 * @param {string} [shared]
 * @param {string} [own]
 */
export function share(name, shared = sharedFolder, own = buildsFolder) {
  try {
    linkWhole(path.join(own, name), path.join(shared, name))
    const oldestMs = Date.now() - keptDays * 86_400_000
    for (const other of fs.readdirSync(shared)) {
      const folder = path.join(shared, other)
      if (fs.statSync(folder).mtimeMs < oldestMs) fs.rmSync(folder, { recursive: true, force: true })
    }
  } catch {
    // A read-only or full home folder, or another clone that does the same: the clone's own copy is enough.
  }
}
