import fs from 'node:fs'
import { TestRunner } from 'vitest'
import { askingsByFault, likeliestFirst } from './askings.mjs'
import { FaultSwitch } from './fault-switch.mjs'
import { FileOfTests } from './file-of-tests.mjs'
import { judgedFaults, leftFaults, note, readJournal, surveyedFiles } from './journal.mjs'

/**
 * @typedef {object} FaultPlan
 * @property {readonly number[]} faults to try
 * @property {number} count of the faults in the sources, tried or not
 * @property {readonly string[]} tests the files that judge
 * @property {string} journal
 * @property {boolean} isQuick asks no slow tests
 * @property {boolean} ownModules every run of a file reads all modules anew
 *
 * @typedef {import('./askings.mjs').Asking} Asking
 */

/** @type {FaultPlan} */
const plan = JSON.parse(fs.readFileSync(process.env['PIPESCOPE_MUTATE_PLAN'] ?? '', 'utf8'))
const faultSwitch = new FaultSwitch(plan.count)
Object.assign(globalThis, { pipescopeFaults: faultSwitch })

/**
 * Vitest starts one file with one test (`start.test.mjs`). When it has ended, this runner runs the files that judge: each of them once to see
 * which of its tests come by which faults, and then for each fault just those tests, the fastest first, all in the same process and with the
 * modules that are there already: only the test file itself is read anew. A start of Vitest for each fault takes seconds, this takes
 * milliseconds. Slow tests come last, when every fault has been shown to the fast ones: most of the time of a run goes into them.
 */
export default class FaultRunner extends TestRunner {
  /** @param {import('vitest').SerializedConfig} config */
  constructor(config) {
    super(config)
    // Not as a method: Vitest waits for it, and its type doesn't say so.
    Object.assign(this, { onAfterRunFiles: () => this.#tryAll() })
  }

  async #tryAll() {
    super.onAfterRunFiles()
    const files = new Map(plan.tests.map((file) => [file, new FileOfTests(this, file, faultSwitch, plan.ownModules)]))
    const known = new Set(surveyedFiles(readJournal(plan.journal)))
    const tried = new Set(plan.faults)
    for (const [file, tests] of files) {
      // oxlint-disable-next-line no-await-in-loop -- they share modules
      if (!known.has(file)) note(plan.journal, await surveyed(tests, tried))
    }
    const askings = askingsByFault(
      readJournal(plan.journal).flatMap((entry) => ('tests' in entry ? [entry] : [])),
      plan.isQuick,
    )
    await askFast(askings, files)
    await askSlow(askings, files)
    note(plan.journal, { end: true })
  }
}

/**
 * A file that fails once may have found what another left in a module, or a busy machine; it is no judge only when it fails again.
 *
 * @param {FileOfTests} file
 * @param {ReadonlySet<number>} tried
 */
async function surveyed(file, tried) {
  const survey = await file.survey(tried)
  if (!('problem' in survey)) return survey
  file.forgetModules()
  return file.survey(tried)
}

/**
 * @param {ReadonlyMap<number, readonly Asking[]>} askings
 * @param {ReadonlyMap<string, FileOfTests>} files
 */
async function askFast(askings, files) {
  const entries = readJournal(plan.journal)
  const known = new Set([...judgedFaults(entries), ...leftFaults(entries)])
  for (const [fault, asked] of askings) {
    if (known.has(fault)) continue
    const fast = asked.filter(({ isSlow }) => !isSlow)
    note(plan.journal, { start: fault })
    // oxlint-disable-next-line no-await-in-loop -- one fault at a time
    const noticed = await firstNoticing(fault, fast, files)
    note(plan.journal, noticed === null && fast.length < asked.length ? { left: fault } : judged(fault, noticed))
  }
}

/**
 * @param {ReadonlyMap<number, readonly Asking[]>} askings
 * @param {ReadonlyMap<string, FileOfTests>} files
 */
async function askSlow(askings, files) {
  const entries = readJournal(plan.journal)
  const known = judgedFaults(entries)
  /** @type {Map<string, number>} */
  const noticedBy = new Map()
  for (const fault of leftFaults(entries)) {
    if (known.has(fault)) continue
    const slow = (askings.get(fault) ?? []).filter(({ isSlow }) => isSlow)
    note(plan.journal, { start: fault })
    // oxlint-disable-next-line no-await-in-loop -- one fault at a time
    const noticed = await firstNoticing(fault, likeliestFirst(slow, noticedBy), files)
    const test = noticed?.asking.tests[0]
    if (test !== undefined) noticedBy.set(test, 1 + (noticedBy.get(test) ?? 0))
    note(plan.journal, judged(fault, noticed))
  }
}

/**
 * @param {number} fault
 * @param {readonly Asking[]} asked
 * @param {ReadonlyMap<string, FileOfTests>} files
 * @returns {Promise<{ readonly asking: Asking, readonly how: string } | null>}
 */
async function firstNoticing(fault, asked, files) {
  for (const asking of asked) {
    // oxlint-disable-next-line no-await-in-loop -- the next is asked only when this one has noticed nothing
    const how = await noticing(fault, asking, /** @type {FileOfTests} */ (files.get(asking.file)))
    if (how !== null) return { asking, how }
  }
  return null
}

/**
 * @param {number} fault
 * @param {{ readonly how: string } | null} noticed
 */
function judged(fault, noticed) {
  return { fault, isNoticed: noticed !== null, how: noticed?.how ?? '' }
}

/**
 * What an earlier fault left in a module can fail a test as well. So the test has to pass without the fault; where it does not, modules are
 * read anew and it is asked again.
 *
 * @param {number} fault
 * @param {Asking} asking
 * @param {FileOfTests} file
 * @returns {Promise<string | null>} the test that fails with this fault and only with it
 */
async function noticing(fault, { tests, mostSteps, limitMs }, file) {
  for (let attempt = 0; attempt < 2; attempt += 1) {
    faultSwitch.turnOn(fault, mostSteps)
    // oxlint-disable-next-line no-await-in-loop -- the second attempt only when the first says nothing
    const how = await file.run({ tests, limitMs })
    faultSwitch.turnOff()
    // oxlint-disable-next-line no-await-in-loop -- without the fault only after a failure with it
    if (how === null || (await file.run({ tests, limitMs })) === null) return how
    file.forgetModules()
  }
  return null
}
