import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { projectCache, root } from '../setup/paths.mjs'
import { say, SetupError } from '../setup/report.mjs'
import { writeFaults } from './faulty-sources.mjs'
import { endedFiles, note, readJournal, unfinished, verdicts } from './journal.mjs'
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
const silenceMs = 60_000

/**
 * Puts one fault after another into a copy of the sources and runs the unit tests that come by the place.
 *
 * @param {object} what
 * @param {import('./folders.mjs').MutatedFolder} what.mutated
 * @param {string} what.part the file or folder to mutate
 * @param {number} what.oneIn
 * @param {number} what.from the first of them
 * @returns {Promise<readonly (Fault & { readonly status: string })[]>}
 */
export async function tryFaults({ mutated, part, oneIn, from }) {
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
      journal,
      ownModules: mutated.needsOwnModules === true,
    }),
  )
  await runToTheEnd({ mutated, tree, journal, plan })
  const entries = readJournal(journal)
  for (const entry of entries) if ('problem' in entry) say(`not a judge: ${entry.file}: ${entry.problem}`)
  const verdictOf = verdicts(entries)
  fs.rmSync(folder, { recursive: true, force: true })
  return tried.map((fault) => ({ ...fault, status: verdictOf(Number(fault.id)) }))
}

/**
 * A fault may end the process or keep it busy for ever. Then it is noticed, and another process goes on behind it.
 *
 * @param {{ mutated: import('./folders.mjs').MutatedFolder, tree: string, journal: string, plan: string }} run
 */
async function runToTheEnd({ mutated, tree, journal, plan }) {
  for (;;) {
    const before = readJournal(journal).length
    const { output } = await runOnce({ mutated, tree, journal, plan })
    const entries = readJournal(journal)
    const broken = unfinished(entries)
    if (broken === null && endedFiles(entries).length > 0 && entries.length === before) return
    if (broken !== null) note(journal, { ...broken, isNoticed: true, how: 'the tests did not come to an end' })
    else if (entries.length === before) throw new SetupError(`The tests did not start:\n${output}`)
  }
}

/**
 * @param {{ mutated: import('./folders.mjs').MutatedFolder, tree: string, journal: string, plan: string }} run
 * @returns {Promise<{ output: string }>}
 */
function runOnce({ mutated, tree, journal, plan }) {
  return new Promise((resolve) => {
    const vitest = path.join(root, 'node_modules/vitest/vitest.mjs')
    const child = spawn(
      process.execPath,
      [vitest, 'run', '--config', path.join(tree, 'scripts/mutate/vitest.config.mjs')],
      {
        cwd: tree,
        env: {
          ...process.env,
          PIPESCOPE_MUTATE_TESTS: mutated.folder,
          PIPESCOPE_MUTATE_DONE: endedFiles(readJournal(journal)).join(','),
          PIPESCOPE_MUTATE_OWN_MODULES: mutated.needsOwnModules === true ? '1' : '0',
          PIPESCOPE_MUTATE_PLAN: plan,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    )
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
      resolve({ output })
    })
  })
}

/**
 * @param {string} part
 * @returns {readonly string[]} from the root
 */
function sourcesIn(part) {
  if (part.endsWith('.ts')) return [part]
  return fs
    .readdirSync(path.join(root, part), { recursive: true, encoding: 'utf8' })
    .map((name) => `${part}/${name.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.includes('/testing/'))
    .toSorted()
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
