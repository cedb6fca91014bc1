import os from 'node:os'
import path from 'node:path'
import { root } from '../setup/paths.mjs'

/** @typedef {import('@stryker-mutator/api/core').MutantResult} MutantResult */

/**
 * Not mutated: texts and objects. A text is mostly a member of a closed union, and an object without its properties misses required ones;
 * `npm run check` refuses both before any test runs. Texts for people are data of the page.
 */
const excludedMutations = ['StringLiteral', 'ObjectLiteral']

/** Not copied for the run: nothing that a unit test of these folders reads. */
const notCopied = ['out', 'release', 'docs', '.cache', 'renderer', 'bench', 'e2e', 'test-results']

/**
 * Puts one fault after another into a copy of the sources and runs the unit tests that come by the place.
 *
 * @param {object} what
 * @param {import('./folders.mjs').MutatedFolder} what.mutated
 * @param {string} what.part the file or folder to mutate
 * @param {number} what.oneIn
 * @returns {Promise<readonly MutantResult[]>}
 */
export async function runStryker({ mutated, part, oneIn }) {
  const { Stryker } = await import('@stryker-mutator/core')
  const logLevel = /** @type {import('@stryker-mutator/api/core').LogLevel} */ ('warn')
  process.env['PIPESCOPE_MUTATE_TESTS'] = mutated.folder
  process.env['PIPESCOPE_MUTATE_OWN_MODULES'] = mutated.needsOwnModules === true ? '1' : '0'
  process.env['PIPESCOPE_MUTATE_ONE_IN'] = String(oneIn)
  const checker = path.join(root, 'scripts/mutate/checker.mjs')
  const results = await new Stryker({
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner', checker],
    checkers: ['types'],
    vitest: { configFile: 'scripts/mutate/vitest.config.mjs', related: false },
    coverageAnalysis: 'perTest',
    // Tables made when a module loads: each fault there needs every test again, and a test would only repeat the table.
    ignoreStatic: true,
    concurrency: Math.max(1, Math.floor(os.availableParallelism() / 2)),
    // On top of one and a half times the usual. A run at the lowest priority waits for others, and a late answer would count as noticed.
    timeoutMS: 10_000,
    dryRunTimeoutMinutes: 30,
    // Stryker rewrites tsconfig.json and removes types with TypeScript's JS API, which TypeScript 7 does not have; Vite needs neither.
    ignorePatterns: ['/tsconfig.json', ...notCopied],
    disableTypeChecks: false,
    mutator: { excludedMutations },
    mutate: [part.endsWith('.ts') ? part : `${part}/**/*.ts`, '!**/*.test.ts', '!**/testing/**'],
    tempDirName: '.cache/stryker',
    cleanTempDir: 'always',
    reporters: ['progress-append-only'],
    allowConsoleColors: false,
    logLevel,
  }).runMutationTest()
  return results.filter(({ id }) => Number(id) % oneIn === 0)
}
