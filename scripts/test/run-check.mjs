import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { stripVTControlCharacters } from 'node:util'
import { root } from '../setup/paths.mjs'
import { giveWay } from '../setup/priority.mjs'
import { say, seconds } from '../setup/report.mjs'

/**
 * @typedef {{ name: string, reason: string }} Failure
 * @typedef {{ passed: number, failed: number, skipped: number, skippedNames: string[], failures: Failure[] }} Counts
 *
 * @typedef {object} Check
 * @property {string} name
 * @property {readonly (readonly string[])[]} commands arguments for Node, run one after another until one fails
 * @property {boolean} isCounting whether its program writes counts of its own; otherwise the check counts as one
 * @property {number} limitMinutes after that it is ended and counts as failed
 * @property {boolean} [isBeside] runs while the checks after it run
 * @property {number} [priority] how far it gives way to others (nice)
 * @property {string} [waitsFor] the name of an earlier one beside, without whose end this does not begin
 */

/** The checks that run at the moment, to be ended with us. */
const running = /** @type {Set<import('node:child_process').ChildProcess>} */ (new Set())

/** Ends what still runs, grandchildren included. */
export function endRunningChecks() {
  for (const child of running) endGroup(child)
}

/**
 * Runs one check. What it prints goes to stderr: stdout has room for the result alone.
 *
 * @param {Check} check
 * @param {NodeJS.ProcessEnv} environment
 * @returns {Promise<Counts>}
 */
export async function runCheck(check, environment) {
  say(`\n== ${check.name}`)
  const startMs = performance.now()
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pipescope-counts-'))
  const countsFile = path.join(folder, 'counts.json')
  try {
    let isGood = true
    for (const command of check.commands) {
      isGood = isGood && (await runNode(command, { ...environment, PIPESCOPE_COUNTS_FILE: countsFile }, check))
    }
    const counts = check.isCounting ? countedBy(countsFile, isGood, check.name) : asOne(isGood, check.name)
    say(`== ${check.name}: ${describeCounts(counts)} (${seconds(performance.now() - startMs)})`)
    for (const name of counts.skippedNames) say(`   skipped: ${name}`)
    return counts
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

/** @param {Pick<Counts, 'passed' | 'failed' | 'skipped'>} counts */
export function describeCounts({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`
}

/**
 * @param {readonly Counts[]} all
 * @returns {Counts}
 */
export function sumCounts(all) {
  const sum = (/** @type {'passed' | 'failed' | 'skipped'} */ key) =>
    all.reduce((total, counts) => total + counts[key], 0)
  return {
    passed: sum('passed'),
    failed: sum('failed'),
    skipped: sum('skipped'),
    skippedNames: all.flatMap((counts) => counts.skippedNames),
    failures: all.flatMap((counts) => counts.failures),
  }
}

/**
 * Said last: of a long run often only the end is kept, and what failed early would be out of sight.
 *
 * @param {readonly Failure[]} failures
 */
export function describeFailures(failures) {
  return failures.map(({ name, reason }) => `\nFailed: ${name}\n${shortened(reason)}`).join('\n')
}

const keptLines = 24
const keptColumns = 240

/** @param {string} reason */
function shortened(reason) {
  const lines = stripVTControlCharacters(reason).trimEnd().split('\n')
  const kept = lines.slice(0, keptLines).map((line) => `   ${line.slice(0, keptColumns)}`)
  return [...kept, ...(lines.length > keptLines ? ['   ...'] : [])].join('\n')
}

/**
 * @param {boolean} isGood
 * @param {string} name
 * @returns {Counts}
 */
export function asOne(isGood, name) {
  const failures = isGood ? [] : [{ name, reason: 'It ended badly: what it printed says more.' }]
  return { passed: isGood ? 1 : 0, failed: isGood ? 0 : 1, skipped: 0, skippedNames: [], failures }
}

/**
 * A program that ended badly without a failure in its counts, or without counts, crashed: that is a failure too.
 *
 * @param {string} countsFile
 * @param {boolean} isGood
 * @param {string} name
 * @returns {Counts}
 */
export function countedBy(countsFile, isGood, name) {
  if (!fs.existsSync(countsFile)) return asOne(false, name)
  const counts = /** @type {Counts} */ (JSON.parse(fs.readFileSync(countsFile, 'utf8')))
  return !isGood && counts.failed === 0 ? { ...counts, failed: 1, failures: asOne(false, name).failures } : counts
}

/**
 * @param {readonly string[]} nodeArguments
 * @param {NodeJS.ProcessEnv} env
 * @param {Check} check
 * @returns {Promise<boolean>}
 */
function runNode(nodeArguments, env, { name, limitMinutes, priority }) {
  return new Promise((resolve) => {
    // A group of its own, so that a hung check can be ended together with everything that it started.
    const child = spawn(process.execPath, nodeArguments, {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
    })
    running.add(child)
    if (priority !== undefined) giveWay(child, priority)
    child.stdout.pipe(process.stderr, { end: false })
    child.stderr.pipe(process.stderr, { end: false })
    const timer = setTimeout(() => {
      say(`   ${name} took longer than ${limitMinutes} minutes and was ended`)
      endGroup(child)
    }, limitMinutes * 60_000)
    const finish = (/** @type {boolean} */ isGood) => {
      clearTimeout(timer)
      running.delete(child)
      resolve(isGood)
    }
    child.once('error', (error) => {
      say(String(error))
      finish(false)
    })
    // 'exit' and not 'close': something that the check left behind may hold its stdout open for ever.
    child.once('exit', (code) => finish(code === 0))
  })
}

/** @param {import('node:child_process').ChildProcess} child */
function endGroup(child) {
  try {
    if (child.pid !== undefined && process.platform !== 'win32') process.kill(-child.pid, 'SIGKILL')
    else child.kill('SIGKILL')
  } catch {
    // ESRCH: it ended by itself.
  }
}
