import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { installDependencies } from './setup/dependencies.mjs'
import { projectCache, root, userCache } from './setup/paths.mjs'

/**
 * The types of everything: `npm run typecheck`. A fresh clone begins with what the compiler noted about the last good state in the person's
 * cache, and checks what has other content and what depends on it.
 */
const kept = path.join(userCache, 'types')
const suffix = '.tsbuildinfo'
/** Older than every source: times of files say nothing in another clone, so the compiler compares their content. */
const longAgo = new Date('2000-01-01T00:00:00Z')

await installDependencies()
if (!notesIn(projectCache).length) bring(kept, projectCache)
const tsc = path.join(root, 'node_modules', 'typescript', 'bin', 'tsc')
const { status } = spawnSync(process.execPath, [tsc, '-b'], { cwd: root, stdio: 'inherit' })
if (status === 0) keep()
process.exitCode = status ?? 1

/** @param {string} folder */
function notesIn(folder) {
  return fs.existsSync(folder) ? fs.readdirSync(folder).filter((name) => name.endsWith(suffix)) : []
}

/**
 * The compiler's notes and the declarations they are about.
 *
 * @param {string} from
 * @param {string} to
 */
function bring(from, to) {
  try {
    const notes = notesIn(from)
    if (notes.length === 0) return
    const { ino } = fs.statSync(from)
    fs.cpSync(path.join(from, 'types'), path.join(to, 'types'), { recursive: true, force: true })
    for (const name of notes) fs.copyFileSync(path.join(from, name), path.join(to, name))
    for (const name of notes) fs.utimesSync(path.join(to, name), longAgo, longAgo)
    // Notes of one state beside declarations of another would hide errors.
    if (fs.statSync(from).ino !== ino) throw new Error('replaced meanwhile')
  } catch {
    // Nowhere to keep it, or half of it came: without notes everything is checked.
    for (const name of notesIn(to)) fs.rmSync(path.join(to, name), { force: true })
  }
}

function keep() {
  const whole = `${kept}.${process.pid}`
  try {
    fs.mkdirSync(whole, { recursive: true })
    bring(projectCache, whole)
    fs.rmSync(kept, { recursive: true, force: true })
    fs.renameSync(whole, kept)
  } catch {
    // Another clone does the same at this moment.
  } finally {
    fs.rmSync(whole, { recursive: true, force: true })
  }
}
