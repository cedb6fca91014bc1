import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { projectCache, root } from '../setup/paths.mjs'
import { say, SetupError } from '../setup/report.mjs'
import { writeFaults } from './faulty-sources.mjs'
import { dropHalfLine, note, readJournal, unfinished, verdicts } from './journal.mjs'
import { findRefusedByTypes } from './refused-by-types.mjs'

/** @typedef {import('./refused-by-types.mjs').Fault} Fault */

/** Not copied for the run: nothing that a unit test of these folders reads. */
const notCopied = new Set([
  'node_modules',
  'out',
  'release',
  'docs',
  '.cache',
  '.git',
  'renderer',
  'bench',
  'e2e',
  'test-results',
  'bin',
  'obj',
])

/** How long a run may say nothing before its fault is taken for one without end. */
const silenceMs = 30_000

/**
 * Puts one fault after another into a copy of the sources and runs the unit tests that come by the place.
 *
 * @param {object} what
 * @param {import('./folders.mjs').MutatedFolder} what.mutated
 * @param {string} what.part the file or folder to mutate
 * @param {number} what.oneIn
 * @param {number} what.from the first of them
 * @param {boolean} what.isQuick asks only the tests in the folder of the part, and no slow ones
 * @returns {Promise<{
 *   readonly results: readonly (Fault & { readonly status: string })[],
 *   readonly unusable: readonly import('./journal.mjs').Unusable[],
 * }>} what became of each fault, and the test files that fail without one
 */
export async function tryFaults({ mutated, part, oneIn, from, isQuick }) {
  const { faults, texts } = await writeFaults(sourcesIn(part))
  const sample = faults.filter(({ id }) => Number(id) % oneIn === from % oneIn)
  const folder = path.join(projectCache, `mutate/run-${process.pid}`)
  const refused = await findRefusedByTypes(sample, path.join(folder, 'types'))
  const tried = sample.filter(({ id }) => !refused.has(id))
  say(`${tried.length} faults to try; the types refuse ${refused.size} more`)
  const tree = path.join(folder, 'tree')
  copyTree(root, tree)
  for (const [file, text] of texts) {
    fs.rmSync(path.join(tree, file))
    fs.writeFileSync(path.join(tree, file), text)
  }
  const journal = path.join(folder, 'journal')
  const plan = path.join(folder, 'plan.json')
  const count = 1 + Math.max(-1, ...faults.map(({ id }) => Number(id)))
  fs.writeFileSync(
    plan,
    JSON.stringify({
      faults: tried.map(({ id }) => Number(id)),
      count,
      tests: judgesIn(isQuick ? folderOf(part) : mutated.folder),
      journal,
      isQuick,
      ownModules: mutated.needsOwnModules === true,
    }),
  )
  await runToTheEnd({ tree, journal, plan })
  const entries = readJournal(journal)
  const verdictOf = verdicts(entries)
  fs.rmSync(folder, { recursive: true, force: true })
  return {
    results: tried.map((fault) => ({ ...fault, status: verdictOf(Number(fault.id)) })),
    unusable: entries.flatMap((entry) => ('problem' in entry ? [entry] : [])),
  }
}

/**
 * A fault may end the process or keep it busy for ever. Then it is noticed, and another process goes on behind it.
 *
 * @param {{ readonly tree: string, readonly journal: string, readonly plan: string }} run
 */
async function runToTheEnd({ tree, journal, plan }) {
  for (;;) {
    const before = readJournal(journal).length
    // oxlint-disable-next-line no-await-in-loop -- the next process goes on where this one ended
    const output = await runOnce({ tree, journal, plan })
    dropHalfLine(journal)
    const entries = readJournal(journal)
    if (entries.some((entry) => 'end' in entry)) return
    const fault = unfinished(entries)
    if (fault !== null) note(journal, { fault, isNoticed: true, how: 'the tests did not come to an end' })
    else if (entries.length === before) throw new SetupError(`The tests did not start:\n${output}`)
  }
}

/**
 * @param {{ readonly tree: string, readonly journal: string, readonly plan: string }} run
 * @returns {Promise<string>} the end of what it wrote
 */
function runOnce({ tree, journal, plan }) {
  return new Promise((resolve) => {
    const vitest = path.join(root, 'node_modules/vitest/vitest.mjs')
    const config = path.join(tree, 'scripts/mutate/vitest.config.mjs')
    const child = spawn(process.execPath, [vitest, 'run', '--config', config], {
      cwd: tree,
      env: { ...process.env, PIPESCOPE_MUTATE_PLAN: plan },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    const take = (/** @type {string} */ text) => (output = (output + text).slice(-5000))
    child.stdout.setEncoding('utf8').on('data', take)
    child.stderr.setEncoding('utf8').on('data', take)
    let size = -1
    let lastMs = Date.now()
    const watch = setInterval(() => {
      const sizeNow = fs.existsSync(journal) ? fs.statSync(journal).size : 0
      if (sizeNow !== size) lastMs = Date.now()
      else if (Date.now() - lastMs > silenceMs && unfinished(readJournal(journal)) !== null) child.kill('SIGKILL')
      size = sizeNow
    }, 1000)
    child.on('close', () => {
      clearInterval(watch)
      resolve(output)
    })
  })
}

/** @param {string} part */
function folderOf(part) {
  return part.endsWith('.ts') ? path.posix.dirname(part) : part
}

/**
 * @param {string} folder
 * @returns {readonly string[]} its unit tests, from the root
 */
function judgesIn(folder) {
  return filesIn(folder).filter((file) => file.endsWith('.test.ts') && !file.endsWith('.live.test.ts'))
}

/**
 * @param {string} folder
 * @returns {readonly string[]} from the root
 */
function filesIn(folder) {
  const names = fs.readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
  return names.map((name) => `${folder}/${name.replaceAll('\\', '/')}`).toSorted()
}

/**
 * @param {string} part
 * @returns {readonly string[]} from the root
 */
function sourcesIn(part) {
  if (part.endsWith('.ts')) return [part]
  return filesIn(part).filter((file) => /(?<!\.test)\.ts$/.test(file) && !file.includes('/testing/'))
}

/**
 * @param {string} from
 * @param {string} to
 */
function copyTree(from, to) {
  fs.mkdirSync(to, { recursive: true })
  for (const entry of fs.readdirSync(from, { withFileTypes: true })) {
    if (notCopied.has(entry.name)) continue
    const source = path.join(from, entry.name)
    const copy = path.join(to, entry.name)
    if (entry.isDirectory()) copyTree(source, copy)
    else if (entry.isFile()) fs.copyFileSync(source, copy)
  }
}
