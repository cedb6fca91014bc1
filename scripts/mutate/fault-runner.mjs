import fs from 'node:fs'
import path from 'node:path'
import { startTests } from '@vitest/runner'
import { getTests, hasFailed } from '@vitest/runner/utils'
import { TestRunner, vi } from 'vitest'
import { FaultSwitch } from './fault-switch.mjs'
import { note, noticedFaults, readJournal } from './journal.mjs'

/**
 * @typedef {object} FaultPlan
 * @property {readonly number[]} faults to try
 * @property {number} count of the faults in the sources, tried or not
 * @property {string} journal
 * @property {boolean} ownModules every run reads all modules anew
 *
 * @typedef {object} Ways which tests of a file come by which faults
 * @property {ReadonlyMap<number, number>} hits how often, by the fault
 * @property {ReadonlyMap<number, readonly string[]>} tests by the fault; a fault that is missing here is come by before or between the tests
 */

/** How many faults go by before the tests are asked whether they still pass without one. */
const batchSize = 40

/** How long a test may take with a fault, in ms: what waits for something that does not come. */
const limitMs = 5000

/** @type {FaultPlan} */
const plan = JSON.parse(fs.readFileSync(process.env['PIPESCOPE_MUTATE_PLAN'] ?? '', 'utf8'))
const world = /** @type {typeof globalThis & { pipescopeFaults?: FaultSwitch }} */ (globalThis)
const faultSwitch = (world.pipescopeFaults ??= new FaultSwitch())

/** Promises that nobody waits for fail under a fault as well. */
let strayFailures = 0
process.on('unhandledRejection', () => (strayFailures += 1))
process.on('uncaughtException', () => (strayFailures += 1))

/**
 * Runs a test file as ever, and then once more for each fault that it comes by, in the same process and with the modules that are there
 * already: only the test file itself is read anew. A start of Vitest for each fault takes seconds, this takes milliseconds.
 *
 * What a run leaves in modules can make later ones fail. So the file has to pass without a fault after each batch; where it does not, the
 * modules are read anew and the batch is repeated one by one.
 */
export default class FaultRunner extends TestRunner {
  /** @param {import('vitest').SerializedConfig} config */
  constructor(config) {
    super(config)
    // Not as a method: Vitest waits for it, and its type doesn't say so.
    Object.assign(this, { onAfterRunFiles: (/** @type {readonly any[]} */ files) => this.#judge(files[0]) })
  }

  /**
   * @override
   * @param {string} filepath
   * @param {import('@vitest/runner').VitestRunnerImportSource} source
   */
  importFile(filepath, source) {
    faultSwitch.counts = new Uint32Array(plan.count)
    return super.importFile(filepath, source)
  }

  /** @param {any} file */
  async #judge(file) {
    super.onAfterRunFiles()
    const loads = hitsOf(faultSwitch.counts)
    faultSwitch.counts = null
    await new FileOfTests(this, file.filepath).judge(hasFailed([file]), [...loads.keys()])
  }
}

/** The tests of one file, run again and again. */
class FileOfTests {
  #runner
  #path
  #name

  /**
   * @param {any} runner
   * @param {string} filePath
   */
  constructor(runner, filePath) {
    this.#runner = runner
    this.#path = filePath
    this.#name = path.relative(runner.config.root, filePath).replaceAll('\\', '/')
  }

  /**
   * @param {boolean} hasAlreadyFailed
   * @param {readonly number[]} loads faults that reading the modules and the first run came by
   */
  async judge(hasAlreadyFailed, loads) {
    const file = this.#name
    const ways = hasAlreadyFailed ? null : await this.#findWays()
    if (ways === null) return note(plan.journal, { file, problem: 'it fails without a fault' })
    const tried = new Set(plan.faults)
    note(plan.journal, { file, covers: [...ways.hits.keys()].filter((fault) => tried.has(fault)), loads })
    const entries = readJournal(plan.journal)
    const known = new Set(
      entries
        .flatMap((entry) => ('fault' in entry && entry.file === file ? [entry.fault] : []))
        .concat(...noticedFaults(entries)),
    )
    const open = [...ways.hits.keys()].filter((fault) => tried.has(fault) && !known.has(fault))
    for (let from = 0; from < open.length; from += batchSize) {
      await this.#judgeBatch(open.slice(from, from + batchSize), ways)
    }
    note(plan.journal, { file, ended: true })
  }

  /**
   * @param {readonly number[]} faults
   * @param {Ways} ways
   */
  async #judgeBatch(faults, ways) {
    const judged = []
    for (const fault of faults) judged.push({ fault, how: await this.#runWith(fault, ways) })
    if (await this.#passesAsItIs()) {
      for (const { fault, how } of judged) this.#note(fault, how)
      return
    }
    for (const fault of faults) {
      vi.resetModules()
      this.#note(fault, await this.#runWith(fault, ways))
    }
    vi.resetModules()
  }

  /**
   * @param {number} fault
   * @param {string | null} how
   */
  #note(fault, how) {
    note(plan.journal, { file: this.#name, fault, isNoticed: how !== null, how: how ?? '' })
  }

  /**
   * @param {number} fault
   * @param {Ways} ways
   * @returns {Promise<string | null>} the test that noticed, null when none did
   */
  async #runWith(fault, ways) {
    note(plan.journal, { file: this.#name, start: fault })
    if (plan.ownModules) vi.resetModules()
    faultSwitch.turnOn(fault, ways.hits.get(fault) ?? 0)
    try {
      return await this.#run({ testIds: ways.tests.get(fault) })
    } finally {
      faultSwitch.turnOff()
    }
  }

  async #passesAsItIs() {
    return (await this.#run({})) === null
  }

  /** @returns {Promise<Ways | null>} null when the tests fail a second time */
  async #findWays() {
    /** @type {Map<number, number>} */
    const hits = new Map()
    /** @type {Map<number, string[]>} */
    const tests = new Map()
    const around = new Set()
    const take = (/** @type {string | null} */ test) => {
      for (const [fault, count] of hitsOf(faultSwitch.counts)) {
        hits.set(fault, (hits.get(fault) ?? 0) + count)
        if (test === null) around.add(fault)
        else tests.set(fault, [...(tests.get(fault) ?? []), test])
      }
      faultSwitch.counts = new Uint32Array(plan.count)
    }
    if (plan.ownModules) await this.#run({})
    faultSwitch.counts = new Uint32Array(plan.count)
    const failure = await this.#run({
      beforeTest: () => take(null),
      afterTest: (test) => take(test),
    })
    take(null)
    faultSwitch.counts = null
    for (const fault of around) tests.delete(fault)
    return failure === null ? { hits, tests } : null
  }

  /**
   * @param {object} what
   * @param {readonly string[] | undefined} [what.testIds] all when left out
   * @param {() => void} [what.beforeTest]
   * @param {(test: string) => void} [what.afterTest]
   * @returns {Promise<string | null>} what failed first
   */
  async #run({ testIds, beforeTest, afterTest }) {
    const outer = this.#runner
    /** @type {string | null} */
    let failure = null
    strayFailures = 0
    const inner = Object.assign(Object.create(outer), {
      config: { ...outer.config, testTimeout: limitMs, hookTimeout: limitMs, retry: 0 },
      cancel: undefined,
      onCleanupWorkerContext: undefined,
      importFile: (/** @type {string} */ filepath, /** @type {string} */ source) => {
        for (const module of outer.workerState.evaluatedModules.fileToModulesMap.get(filepath) ?? []) {
          outer.workerState.evaluatedModules.invalidateModule(module)
        }
        return TestRunner.prototype.importFile.call(outer, filepath, /** @type {any} */ (source))
      },
      onCollectStart: (/** @type {any} */ file) => TestRunner.prototype.onCollectStart.call(outer, file),
      onCollected() {},
      onTaskUpdate: async () => {},
      onAfterRunFiles: () => TestRunner.prototype.onAfterRunFiles.call(outer),
      async onBeforeRunTask(/** @type {any} */ test) {
        if (failure !== null) test.mode = 'skip'
        await TestRunner.prototype.onBeforeRunTask.call(outer, test)
        beforeTest?.()
      },
      onAfterRunTask(/** @type {any} */ test) {
        TestRunner.prototype.onAfterRunTask.call(outer, test)
        if (test.result?.state === 'fail') failure ??= test.name
        afterTest?.(test.id)
      },
    })
    const files = await startTests(
      [{ filepath: this.#path, testIds: testIds === undefined ? undefined : [...testIds] }],
      inner,
    )
    await new Promise((resolve) => setImmediate(resolve))
    vi.useRealTimers()
    vi.restoreAllMocks()
    if (failure !== null) return failure
    if (hasFailed(files)) return 'outside of a test'
    if (strayFailures > 0) return 'a promise that nobody waits for'
    const asked = testIds?.length ?? 0
    return getTests(files).filter((test) => test.result?.state === 'pass').length < asked ? 'a test is missing' : null
  }
}

/**
 * @param {Uint32Array | null} counts
 * @returns {ReadonlyMap<number, number>}
 */
function hitsOf(counts) {
  /** @type {Map<number, number>} */
  const hits = new Map()
  counts?.forEach((count, fault) => {
    if (count > 0) hits.set(fault, count)
  })
  return hits
}
