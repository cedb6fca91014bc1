import fs from 'node:fs'
import { TestRunner } from 'vitest'
import { askingsByFault } from './askings.mjs'
import { FaultSwitch } from './fault-switch.mjs'
import { FileOfTests } from './file-of-tests.mjs'
import { judgedFaults, note, readJournal, surveyedFiles } from './journal.mjs'

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
 * milliseconds.
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
    const surveyed = new Set(surveyedFiles(readJournal(plan.journal)))
    const tried = new Set(plan.faults)
    for (const [file, tests] of files) {
      // oxlint-disable-next-line no-await-in-loop -- they share modules
      if (!surveyed.has(file)) note(plan.journal, await tests.survey(tried))
    }
    const entries = readJournal(plan.journal)
    const known = judgedFaults(entries)
    const askings = askingsByFault(
      entries.flatMap((entry) => ('tests' in entry ? [entry] : [])),
      plan.isQuick,
    )
    for (const [fault, asked] of askings) {
      // oxlint-disable-next-line no-await-in-loop -- one fault at a time
      if (!known.has(fault)) await judge(fault, asked, files)
    }
    note(plan.journal, { end: true })
  }
}

/**
 * @param {number} fault
 * @param {readonly Asking[]} asked
 * @param {ReadonlyMap<string, FileOfTests>} files
 */
async function judge(fault, asked, files) {
  note(plan.journal, { start: fault })
  let how = null
  for (const asking of asked) {
    // oxlint-disable-next-line no-await-in-loop -- the next is asked only when this one has noticed nothing
    how = await noticing(fault, asking, /** @type {FileOfTests} */ (files.get(asking.file)))
    if (how !== null) break
  }
  note(plan.journal, { fault, isNoticed: how !== null, how: how ?? '' })
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
