import path from 'node:path'
import { startTests } from '@vitest/runner'
import { getTests, hasFailed } from '@vitest/runner/utils'
import { TestRunner, vi } from 'vitest'

/** Promises that nobody waits for fail under a fault as well. */
let strayFailures = 0
process.on('unhandledRejection', () => (strayFailures += 1))
process.on('uncaughtException', () => (strayFailures += 1))

/** One test file, run again and again in this process. */
export class FileOfTests {
  #runner
  #file
  #path
  #faultSwitch
  #ownModules
  #isAlone

  /**
   * @param {any} runner Vitest's, with all that belongs to its process
   * @param {string} file from the root
   * @param {import('./fault-switch.mjs').FaultSwitch} faultSwitch
   * @param {boolean} ownModules
   */
  constructor(runner, file, faultSwitch, ownModules) {
    this.#runner = runner
    this.#file = file
    this.#path = path.join(runner.config.root, file)
    this.#faultSwitch = faultSwitch
    this.#isAlone = file.endsWith('.alone.test.ts')
    this.#ownModules = ownModules || this.#isAlone
  }

  /**
   * Which tests come by which faults. The first run also reads modules, and what that comes by is no test's doing.
   *
   * @param {ReadonlySet<number>} tried
   * @returns {Promise<import('./journal.mjs').Survey | import('./journal.mjs').Unusable>}
   */
  async survey(tried) {
    const counter = this.#faultSwitch
    const { expect } = this.#runner.workerState.config
    const { poll } = expect
    // Without a fault what is waited for does come, however busy the machine is.
    expect.poll = { ...poll, timeout: 60_000 }
    counter.startCounting()
    const first = await this.run({})
    const loads = counter.stopCounting().faults.filter((fault) => tried.has(fault))
    let steps = 0
    /** @type {Set<number>} */
    const around = new Set()
    /** @type {import('./journal.mjs').RanTest[]} */
    const tests = []
    const take = () => {
      const found = counter.stopCounting()
      steps += found.steps
      counter.startCounting()
      return found.faults.filter((fault) => tried.has(fault))
    }
    counter.startCounting()
    const second = await this.run({
      beforeTest: () => take().forEach((fault) => around.add(fault)),
      afterTest: (id, took) => tests.push({ id, ...took, faults: take() }),
    })
    take().forEach((fault) => around.add(fault))
    counter.stopCounting()
    expect.poll = poll
    const failure = first ?? second
    if (failure !== null) return { file: this.#file, problem: `it fails without a fault: ${failure}`, loads }
    return { file: this.#file, loads, steps, around: [...around], tests }
  }

  /** Reads all modules anew at the next run. */
  forgetModules() {
    vi.resetModules()
  }

  /**
   * @param {object} what
   * @param {readonly string[]} [what.tests] all when left out
   * @param {number} [what.limitMs] how long a test may take
   * @param {() => void} [what.beforeTest]
   * @param {(test: string, took: { readonly ms: number, readonly cpuMs: number }) => void} [what.afterTest]
   * @returns {Promise<string | null>} what failed first
   */
  async run({ tests, limitMs = 60_000, beforeTest, afterTest }) {
    const outer = this.#runner
    if (this.#ownModules) vi.resetModules()
    /** @type {string | null} */
    let failure = null
    strayFailures = 0
    let usedBefore = process.cpuUsage()
    const inner = Object.assign(Object.create(outer), {
      config: { ...outer.config, testTimeout: limitMs, hookTimeout: limitMs, retry: 0 },
      cancel: undefined,
      onCleanupWorkerContext: undefined,
      importFile: (/** @type {string} */ filepath, /** @type {any} */ source) => {
        const { evaluatedModules } = outer.workerState
        for (const module of evaluatedModules.fileToModulesMap.get(filepath) ?? []) {
          evaluatedModules.invalidateModule(module)
        }
        return TestRunner.prototype.importFile.call(outer, filepath, source)
      },
      onCollectStart: (/** @type {any} */ file) => TestRunner.prototype.onCollectStart.call(outer, file),
      onCollected() {},
      onTaskUpdate: async () => {},
      onAfterRunFiles: () => TestRunner.prototype.onAfterRunFiles.call(outer),
      async onBeforeRunTask(/** @type {any} */ test) {
        if (failure !== null) test.mode = 'skip'
        await TestRunner.prototype.onBeforeRunTask.call(outer, test)
        beforeTest?.()
        usedBefore = process.cpuUsage()
      },
      onAfterRunTask(/** @type {any} */ test) {
        TestRunner.prototype.onAfterRunTask.call(outer, test)
        if (test.result?.state === 'fail') failure ??= `${test.name}: ${test.result.errors?.[0]?.message}`
        const { user, system } = process.cpuUsage(usedBefore)
        afterTest?.(test.id, { ms: Math.round(test.result?.duration ?? 0), cpuMs: Math.round((user + system) / 1000) })
      },
    })
    const files = await startTests(
      [{ filepath: this.#path, testIds: tests === undefined ? undefined : [...tests] }],
      inner,
    )
    await new Promise((resolve) => setImmediate(resolve))
    if (this.#isAlone) this.#endMocks()
    vi.useRealTimers()
    vi.restoreAllMocks()
    if (failure !== null) return failure
    if (hasFailed(files)) return files[0]?.result?.errors?.[0]?.message ?? 'outside of a test'
    if (strayFailures > 0) return 'a promise that nobody waits for'
    const passed = getTests(files).filter((test) => test.result?.state === 'pass').length
    return passed < (tests?.length ?? 0) ? 'a test is missing' : null
  }

  /** What such a file puts in the place of a module (`vi.mock`) would stay there for the files behind it. */
  #endMocks() {
    ;/** @type {any} */ (globalThis)['__vitest_mocker__'].reset()
    vi.resetModules()
  }
}
