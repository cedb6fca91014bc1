import fs from 'node:fs'
import path from 'node:path'
import { buildSample, hasDotnetSdk } from '../../samples/build.mjs'
import { SetupError, step } from '../setup/report.mjs'
import { firstPageOf, markVariable, startPackagedApp } from './started-app.mjs'

const programCount = 3
const waitLimitMs = 20_000
/** What a waiting program may take to go on after the app was killed. */
const releaseLimitMs = 5000
const lookEveryMs = 20

/**
 * Launches three programs that wait at their start in the packaged app, kills its main process with signal 9, and looks whether all of
 * them run: fuses and the archive make a package another program than the one that tests start.
 *
 * @param {string} executable
 */
export function watchdogTest(executable) {
  return step('watchdog', async () => {
    if (process.platform !== 'linux' || !hasDotnetSdk())
      return { did: 'not tried: needs Linux and a .NET SDK', value: 0 }
    const program = buildSample('net10')
    const app = await startPackagedApp(executable, [])
    /** @type {number[]} */
    const pids = []
    try {
      const { page } = await firstPageOf(await app.debugger())
      for (let number = 0; number < programCount; number++) pids.push(await launch(page, program, app.folder))
      const outputs = findOutputs(app.folder)
      const running = () => outputs.filter((file) => fs.readFileSync(file, 'utf8').includes('ready ')).length
      // The diagnostics server and nothing more.
      await until(() => pids.every((pid) => threadCountOf(pid) === 3), waitLimitMs, 'the programs do not wait')
      if (outputs.length !== programCount || running() !== 0) throw new Error('a program did not wait')
      app.child.kill('SIGKILL')
      const killedMs = performance.now()
      await until(() => running() === programCount, releaseLimitMs, `${running()} of ${programCount} programs run`)
      return {
        did: `${programCount} waiting programs ran ${Math.round(performance.now() - killedMs)} ms after kill -9`,
        value: 0,
      }
    } catch (error) {
      throw new SetupError(`The watchdog of the packaged app failed: ${String(error)}\n${app.outputTail()}`)
    } finally {
      for (const pid of [...pids, ...findWatchdogs()]) kill(pid)
      app.dispose()
    }
  })
}

/**
 * @param {import('playwright').Page} page
 * @param {string} program
 * @param {string} folder
 * @returns {Promise<number>} its process id
 */
async function launch(page, program, folder) {
  const request = {
    command: program,
    args: ['idle'],
    folder,
    variables: {},
    suspends: true,
    firstRule: 'hold',
    rule: 'hold',
    recording: null,
  }
  const launched = await page.evaluate(
    (body) => /** @type {any} */ (globalThis).bridge.invoke('launch.start', body),
    request,
  )
  const pid = launched.value?.pid
  if (typeof pid !== 'number') throw new Error(`launch.start: ${JSON.stringify(launched)}`)
  return pid
}

/** @param {string} folder */
function findOutputs(folder) {
  return fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('stdout.txt'))
    .map((name) => path.join(folder, name))
}

/** @param {number} pid */
function threadCountOf(pid) {
  return fs.readdirSync(`/proc/${pid}/task`).length
}

/** It is nobody's child any more when main is dead, but has the environment that main was started with. */
function findWatchdogs() {
  return fs.readdirSync('/proc').flatMap((name) => {
    try {
      const words = fs.readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0')
      const variables = fs.readFileSync(`/proc/${name}/environ`, 'utf8').split('\0')
      const isOurs = words.includes('--pipescope-watchdog') && variables.includes(`${markVariable}=${process.pid}`)
      return isOurs ? [Number(name)] : []
    } catch {
      // Not a process, not ours, or just gone.
      return []
    }
  })
}

/** @param {number} pid */
function kill(pid) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // ESRCH: it has ended.
  }
}

/**
 * @param {() => boolean} holds
 * @param {number} limitMs
 * @param {string} otherwise
 */
async function until(holds, limitMs, otherwise) {
  const byMs = performance.now() + limitMs
  while (!holds()) {
    if (performance.now() > byMs) throw new Error(otherwise)
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs))
  }
}
