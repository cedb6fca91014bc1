import fs from 'node:fs'
import path from 'node:path'
import { root } from '../setup/paths.mjs'

const codeFolders = [
  'main',
  'preload',
  'renderer',
  'shared',
  'e2e',
  'scripts',
  'bench',
  'matrix',
  'samples',
  'fixtures',
  'fuzz',
]

/** @param {string} packageFile */
const tool = (packageFile) => path.join(root, 'node_modules', packageFile)
const vitest = tool('vitest/vitest.mjs')

/**
 * Everything `npm test` does, cheap first. Types, lint, format and build count as one each.
 *
 * @param {{ isFull: boolean }} options
 * @returns {readonly import('./run-check.mjs').Check[]}
 */
export function allChecks({ isFull }) {
  const folders = codeFolders.filter((folder) => fs.existsSync(path.join(root, folder)))
  return [
    // From nothing it takes minutes of one core: done long before the first test asks for a process.
    beside('targets', 15, ['samples/build.mjs', '--for-tests']),
    one('types', [tool('typescript/bin/tsc'), '-b']),
    one('floor types', [tool('typescript/bin/tsc'), '-p', 'tsconfig.floor.json']),
    // Folders, never `.`: outside of a git work tree that walks the dependencies.
    one('lint', [tool('oxlint/bin/oxlint'), '--type-aware', ...folders]),
    counting('unit', isFull ? 60 : 10, [vitest, 'run', ...projects('node', 'alone', 'renderer')]),
    { ...one('build', ['scripts/build.mjs']), waitsFor: 'targets' },
    beside('format', 10, ['scripts/format-check.mjs']),
    // Hours of work for one core: a fault at a time, and the tests that could notice it.
    ...(isFull ? [beside('mutate', 600, ['scripts/mutate.mjs'])] : []),
    // Real Windows runtimes; twenty minutes from nothing.
    ...(isFull ? [beside('windows', 40, ['scripts/matrix.mjs', '--windows'])] : []),
    // Builds and compresses packages, reads them back, and installs one in a clean Debian.
    ...(isFull
      ? [
          { ...one('dist', ['scripts/dist.mjs']), limitMinutes: 40 },
          { ...one('installation', ['scripts/dist-proof.mjs']), limitMinutes: 40 },
        ]
      : []),
    beside('fuzz', isFull ? 45 : 10, ['scripts/fuzz.mjs', '--seconds', isFull ? '1800' : '60']),
    // After one another: recordings of a service under load tell nothing when the load beside them is the app's.
    counting('live', isFull ? 120 : 20, [vitest, 'run', ...projects('live', 'live-load'), '--passWithNoTests']),
    counting('e2e', isFull ? 120 : 20, [tool('playwright/cli.js'), 'test', '--pass-with-no-tests']),
  ]
}

/** What `npm run check` does: nothing that needs Electron or a .NET runtime. */
export const quickCheckNames = ['types', 'floor types', 'lint', 'format', 'unit']

/** @param {string[]} names */
function projects(...names) {
  return names.flatMap((name) => ['--project', name])
}

/**
 * @param {string} name
 * @param {readonly string[]} command
 * @returns {import('./run-check.mjs').Check}
 */
function one(name, command) {
  return { name, commands: [command], isCounting: false, limitMinutes: 10 }
}

/**
 * Tests wait much of their time; these take what they leave, at the lowest priority.
 *
 * @param {string} name
 * @param {number} limitMinutes
 * @param {readonly string[]} command
 * @returns {import('./run-check.mjs').Check}
 */
function beside(name, limitMinutes, command) {
  return { ...one(name, command), limitMinutes, isBeside: true, givesWay: true }
}

/**
 * @param {string} name
 * @param {number} limitMinutes
 * @param {readonly string[]} command
 * @returns {import('./run-check.mjs').Check}
 */
function counting(name, limitMinutes, command) {
  return { name, commands: [command], isCounting: true, limitMinutes }
}
