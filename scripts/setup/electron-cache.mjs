import fs from 'node:fs'
import path from 'node:path'
import { projectCache, userCache } from './paths.mjs'

/**
 * Unpacked Electron runtimes, in two places: the person's cache (shared by all clones) and `.cache/electron` of this
 * clone, which is made of hard links into the first where the file system allows it. A folder is named by the content it
 * was made from, is filled under a temporary name and renamed when complete, so a folder that is there is whole.
 *
 * @typedef {{ id: string, electronVersion: string, source: string, executable: string }} RuntimeRecord
 * @typedef {RuntimeRecord & { folder: string, executablePath: string }} ElectronRuntime
 */

const recordName = 'pipescope-runtime.json'
const projectFolder = path.join(projectCache, 'electron')
const sharedFolder = path.join(userCache, 'electron')

/**
 * @param {string} id
 * @returns {ElectronRuntime | null}
 */
export function cachedRuntime(id) {
  const own = readRuntime(path.join(projectFolder, id))
  if (own) return own
  const shared = readRuntime(path.join(sharedFolder, id))
  return shared && publish(shared.folder, path.join(projectFolder, id))
}

/**
 * Makes a runtime folder with `fill` and keeps it in both caches.
 *
 * @param {RuntimeRecord} record
 * @param {(folder: string) => Promise<void>} fill gets an empty folder
 * @returns {Promise<ElectronRuntime>}
 */
export async function keepRuntime(record, fill) {
  fs.mkdirSync(projectFolder, { recursive: true })
  const temporary = fs.mkdtempSync(path.join(projectFolder, 'filling-'))
  try {
    // mkdtemp gives 0700; an unprivileged test user must be able to run what is in here.
    fs.chmodSync(temporary, 0o755)
    await fill(temporary)
    fs.writeFileSync(path.join(temporary, recordName), JSON.stringify(record, null, 2))
    const runtime = publish(temporary, path.join(projectFolder, record.id))
    try {
      publish(runtime.folder, path.join(sharedFolder, record.id))
    } catch {
      // A read-only or full home folder: the clone's own copy is enough.
    }
    removeOthers(record.id)
    return runtime
  } finally {
    fs.rmSync(temporary, { recursive: true, force: true })
  }
}

/**
 * Earlier runtimes of this clone, 330 MB each. What another process is filling or linking at the moment stays.
 *
 * @param {string} id the one to keep
 */
function removeOthers(id) {
  for (const name of fs.readdirSync(projectFolder)) {
    const folder = path.join(projectFolder, name)
    if (name !== id && /^\d/.test(name) && readRuntime(folder)) fs.rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Puts a whole copy of `source` in place of `target`, atomically: linked into a sibling folder, then renamed.
 *
 * @param {string} source
 * @param {string} target
 * @returns {ElectronRuntime}
 */
function publish(source, target) {
  fs.mkdirSync(path.dirname(target), { recursive: true })
  const copy = fs.mkdtempSync(path.join(path.dirname(target), 'linking-'))
  try {
    fs.chmodSync(copy, 0o755)
    linkTree(source, copy)
    if (!readRuntime(target)) {
      fs.rmSync(target, { recursive: true, force: true })
      fs.renameSync(copy, target)
    }
  } finally {
    fs.rmSync(copy, { recursive: true, force: true })
  }
  const runtime = readRuntime(target)
  if (!runtime) throw new Error(`the runtime folder is incomplete after it was written: ${target}`)
  return runtime
}

/**
 * Hard links where possible (no time, no space), copies otherwise.
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
 * @param {string} folder
 * @returns {ElectronRuntime | null}
 */
function readRuntime(folder) {
  try {
    const record = JSON.parse(fs.readFileSync(path.join(folder, recordName), 'utf8'))
    const executablePath = path.join(folder, record.executable)
    return fs.existsSync(executablePath) ? { ...record, folder, executablePath } : null
  } catch {
    // ENOENT: not there yet.
    return null
  }
}
