import fs from 'node:fs'
import path from 'node:path'
import { linkWhole } from './link-tree.mjs'
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
 * Puts a whole copy of `source` in place of `target`.
 *
 * @param {string} source
 * @param {string} target
 * @returns {ElectronRuntime}
 */
function publish(source, target) {
  linkWhole(source, target, (folder) => readRuntime(folder) !== null)
  const runtime = readRuntime(target)
  if (!runtime) throw new Error(`the runtime folder is incomplete after it was written: ${target}`)
  return runtime
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
