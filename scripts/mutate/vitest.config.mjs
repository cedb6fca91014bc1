import path from 'node:path'
import { defineConfig } from 'vitest/config'

/**
 * The unit tests that judge one folder, one file after another in one thread: a fault in one place starts only the tests that come by there,
 * so a start is most of its cost. Stryker puts a copy of the sources around this file, so paths count from it.
 */
const tests = (process.env['PIPESCOPE_MUTATE_TESTS'] ?? '').split(',').filter((folder) => folder !== '')

export default defineConfig({
  root: path.resolve(import.meta.dirname, '../..'),
  test: {
    environment: 'node',
    include: tests.map((folder) => `${folder}/**/*.test.ts`),
    exclude: ['**/*.live.test.ts', '**/node_modules/**'],
    isolate: process.env['PIPESCOPE_MUTATE_OWN_MODULES'] === '1',
    fileParallelism: false,
    // A test of a second and a half takes more than a minute while each place that it comes by is counted, at the lowest priority.
    testTimeout: 600_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
  },
})
