import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { buildSample, canBuildSamples } from '../samples/start-target.ts'
import type { Outcome } from '../shared/contract/index.ts'
import { locateElectron } from '../scripts/setup/electron.mjs'
import { root } from '../scripts/setup/paths.mjs'
import type { LaunchState } from '../shared/model/port.ts'
import { isProcessAlive } from '../main/os/process-alive.ts'
import { watchdogSwitch, watchdogSwitches } from '../main/watchdog/watchdog-process.ts'
import { answerQuestions } from './fixture/native-questions.ts'
import { launchApp } from './fixture/running-app.ts'
import { expect, test } from './fixture/test.ts'

/** The page's own bridge: there is no screen for launches in this test, only what screens use. */
interface PageWithBridge {
  readonly bridge: { invoke(channel: string, request: unknown): Promise<unknown> }
}

test.describe('programs that were launched to wait', () => {
  test.skip(!canBuildSamples(), 'needs a .NET SDK')

  test('are resumed when the app is killed', async () => {
    const program = buildSample('net10')
    const app = await launchApp()
    await answerQuestions(app.application, 'agree')
    const call = <T>(channel: string, request: unknown): Promise<Outcome<T>> =>
      app.page.evaluate(([name, body]) => (globalThis as unknown as PageWithBridge).bridge.invoke(name, body), [
        channel,
        request,
      ] as const) as Promise<Outcome<T>>
    const pids: number[] = []
    let watchdogs: readonly number[] = []
    try {
      for (let number = 0; number < 3; number++) {
        const launched = await call<LaunchState>('launch.start', {
          command: program,
          args: ['idle'],
          folder: app.folders.top,
          variables: { PIPESCOPE_TEST: 'launched' },
          suspends: true,
          firstRule: 'hold',
          rule: 'hold',
          recording: null,
        })
        expect(launched).toMatchObject({ ok: true, value: { phase: 'running' } })
        if (launched.ok && launched.value.pid !== null) pids.push(launched.value.pid)
      }
      const outputs = findOutputs(app.folders.userData)
      expect(outputs).toHaveLength(3)
      const running = (): number => outputs.filter((file) => fs.readFileSync(file, 'utf8').includes('ready ')).length
      // They wait: long enough to be past their start, with nothing managed run.
      await expect.poll(() => pids.every((pid) => isSuspended(pid))).toBe(true)
      expect(running()).toBe(0)

      const main = app.application.process()
      // A program that held them would keep files open and the app's own processes from ending.
      for (const pid of pids) expect(sharedDescriptors(pid, main.pid)).toEqual([])
      watchdogs = findWatchdogs(main.pid)
      expect(watchdogs).toHaveLength(1)
      main.kill('SIGKILL')
      const killedMs = performance.now()
      await expect.poll(running, { intervals: [50] }).toBe(3)
      test.info().annotations.push({ type: 'time', description: `${Math.round(performance.now() - killedMs)} ms` })
    } finally {
      // It would stay for a minute, in case something that was launched starts more; the driver waits for it.
      for (const pid of [...pids, ...watchdogs]) if (isProcessAlive(pid)) process.kill(pid, 'SIGKILL')
      await app.close().catch(() => undefined)
    }
  })
})

test('a watchdog without a folder for temporary files ends like any other', async () => {
  const { value: electron } = await locateElectron()
  const isRoot = process.getuid?.() === 0
  const words = [root, ...watchdogSwitches(process.platform), ...(isRoot ? ['--no-sandbox'] : [])]
  const watchdog = spawn(electron.executablePath, words, {
    env: { ...process.env, TMPDIR: '/nowhere' },
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  watchdog.stdin.end()
  expect(await once(watchdog, 'exit')).toEqual([0, null])
})

function findWatchdogs(parent: number | undefined): number[] {
  return fs.readdirSync('/proc').flatMap((name) => {
    try {
      const isWatchdog = fs.readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(watchdogSwitch)
      // State and parent follow the name in brackets.
      const [, parentPid] = fs.readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
      return isWatchdog && Number(parentPid) === parent ? [Number(name)] : []
    } catch {
      // Not a process, or one that has just ended.
      return []
    }
  })
}

function findOutputs(userData: string): string[] {
  return fs
    .readdirSync(userData, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(path.join('stdout.txt')) && name.includes('launches'))
    .map((name) => path.join(userData, name))
}

/** Sockets, pipes and shared memory that both processes hold. */
function sharedDescriptors(pid: number, other: number | undefined): readonly string[] {
  const theirs = new Set(descriptorsOf(other))
  return descriptorsOf(pid).filter((target) => /^(socket|pipe):|^\/dev\/shm\//.test(target) && theirs.has(target))
}

function descriptorsOf(pid: number | undefined): readonly string[] {
  return fs.readdirSync(`/proc/${pid}/fd`).map((fd) => {
    try {
      return fs.readlinkSync(`/proc/${pid}/fd/${fd}`)
    } catch {
      // Closed since the listing.
      return ''
    }
  })
}

/** A waiting runtime has its diagnostics server and nothing more. */
function isSuspended(pid: number): boolean {
  const status = fs.readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/^Threads:\s+(\d+)/m.exec(status)?.[1]) === 3
}
