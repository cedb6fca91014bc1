import fs from 'node:fs'
import path from 'node:path'

/**
 * A second copy of a folder: hard links where possible (no time, no space), copies otherwise.
 *
 * @param {string} source
 * @param {string} target an existing folder
 */
export function linkTree(source, target) {
  for (const entry of fs.readdirSync(source, { withFileTypes: true })) {
    const from = path.join(source, entry.name)
    const to = path.join(target, entry.name)
    if (entry.isDirectory()) {
      fs.mkdirSync(to)
      linkTree(from, to)
    } else if (entry.isSymbolicLink()) {
      fs.symlinkSync(fs.readlinkSync(from), to)
    } else {
      try {
        fs.linkSync(from, to)
      } catch {
        // EXDEV (another file system) or EPERM (hard links not allowed): a copy does as well.
        fs.copyFileSync(from, to)
      }
    }
  }
}

/**
 * The same into a place of its own, atomically: linked into a sibling folder, then renamed.
 *
 * @param {string} source
 * @param {string} target
 * @param {(folder: string) => boolean} isWhole what stays if somebody else was first
 */
export function linkWhole(source, target, isWhole = fs.existsSync) {
  fs.mkdirSync(path.dirname(target), { recursive: true })
  const copy = fs.mkdtempSync(path.join(path.dirname(target), 'linking-'))
  try {
    // mkdtemp gives 0700; an unprivileged test user must be able to run what is in here.
    fs.chmodSync(copy, 0o755)
    linkTree(source, copy)
    if (isWhole(target)) return
    fs.rmSync(target, { recursive: true, force: true })
    fs.renameSync(copy, target)
  } catch (error) {
    if (!isWhole(target)) throw error
  } finally {
    fs.rmSync(copy, { recursive: true, force: true })
  }
}
