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
    // From nothing it takes minutes of one core, and must be done before the first test asks for a process: as important as unit tests.
    { ...leftOver('targets', 15, ['samples/build.mjs', '--for-tests']), priority: 5 },
    leftOver('format', 30, ['scripts/format-check.mjs']),
    { ...one('types', ['scripts/type-check.mjs']), isBeside: true },
    one('floor types', [tool('typescript/bin/tsc'), '-p', 'tsconfig.floor.json']),
    // Folders, never `.`: outside of a git work tree that walks the dependencies.
    one('lint', [tool('oxlint/bin/oxlint'), '--type-aware', ...folders]),
    // A service under load, one recording after the other: it waits more than half of the time, which unit tests can have.
    { ...live('live-load', isFull), isBeside: true, waitsFor: 'targets' },
    {
      ...counting('unit', isFull ? 60 : 20, [
        vitest,
        'run',
        ...projects('node', 'alone', 'renderer', 'renderer-alone'),
      ]),
      priority: 5,
    },
    { ...one('build', ['scripts/build.mjs']), waitsFor: 'targets' },
    // Hours of work for one core: a fault at a time, and the tests that could notice it.
    ...(isFull ? [leftOver('mutate', 600, ['scripts/mutate.mjs'])] : []),
    // Real Windows runtimes; twenty minutes from nothing.
    ...(isFull ? [leftOver('windows', 40, ['scripts/matrix.mjs', '--windows'])] : []),
    // Builds and compresses packages, reads them back, and installs one in a clean Debian.
    ...(isFull
      ? [
          { ...one('dist', ['scripts/dist.mjs']), limitMinutes: 40, waitsFor: 'live-load' },
          { ...one('installation', ['scripts/dist-proof.mjs']), limitMinutes: 40 },
        ]
      : []),
    leftOver('fuzz', isFull ? 45 : 30, [
      'scripts/fuzz.mjs',
      ...(isFull ? ['--seconds', '1800'] : ['--inputs', '12000']),
    ]),
    { ...live('live', isFull), waitsFor: 'live-load' },
    // After the live tests: beside them the app gets too little of two cores.
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
 * Tests of one project against real processes.
 *
 * @param {string} project
 * @param {boolean} isFull
 * @returns {import('./run-check.mjs').Check}
 */
function live(project, isFull) {
  return counting(project, isFull ? 120 : 20, [vitest, 'run', ...projects(project), '--passWithNoTests'])
}

/**
 * Runs beside the checks after it and takes what they leave of the processors, and a tenth where they leave nothing: it has to end with them.
 *
 * @param {string} name
 * @param {number} limitMinutes
 * @param {readonly string[]} command
 * @returns {import('./run-check.mjs').Check}
 */
function leftOver(name, limitMinutes, command) {
  return { ...one(name, command), limitMinutes, isBeside: true, priority: 10 }
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
