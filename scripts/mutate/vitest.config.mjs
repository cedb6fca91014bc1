import fs from 'node:fs'
import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer } from 'vitest/node'

/**
 * The unit tests that judge one folder, one file after another in one process. `fault-runner.mjs` runs each of them once
 * for every fault that it comes by. Paths count from the copy of the sources that this file is in.
 */
const root = path.resolve(import.meta.dirname, '../..')
const folder = process.env['PIPESCOPE_MUTATE_TESTS'] ?? ''
const done = (process.env['PIPESCOPE_MUTATE_DONE'] ?? '').split(',').filter((file) => file !== '')

/**
 * Files beside a source of their name look at little and fast; they go first, the shorter before the longer. What no file beside notices is left
 * for the tests of whole streams.
 *
 * @param {import('vitest/node').TestSpecification} file
 */
function effortOf({ moduleId }) {
  const hasSource = !moduleId.includes('/testing/') && fs.existsSync(moduleId.replace(/(\.alone)?\.test\.ts$/, '.ts'))
  return (hasSource ? 0 : 1_000_000) + fs.statSync(moduleId).size
}

class LightestFirst extends BaseSequencer {
  /**
   * @override
   * @param {import('vitest/node').TestSpecification[]} files
   */
  async sort(files) {
    return files.toSorted((left, right) => effortOf(left) - effortOf(right))
  }
}

export default defineConfig({
  root,
  test: {
    environment: 'node',
    include: [`${folder}/**/*.test.ts`],
    exclude: ['**/*.live.test.ts', '**/node_modules/**', ...done],
    isolate: process.env['PIPESCOPE_MUTATE_OWN_MODULES'] === '1',
    fileParallelism: false,
    maxConcurrency: 1,
    pool: 'forks',
    runner: path.join(import.meta.dirname, 'fault-runner.mjs'),
    sequence: { sequencer: LightestFirst },
    passWithNoTests: true,
    reporters: ['dot'],
    silent: true,
    testTimeout: 120_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 5000 } },
  },
})
