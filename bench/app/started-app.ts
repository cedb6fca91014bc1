import { spawn, fork, type ChildProcess } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { startDemoTarget, type DemoTarget } from '../../main/demo/demo-controller.ts'
import type { DemoOptions } from '../../main/demo/demo-messages.ts'
import { fromChildProcess } from '../../main/demo/demo-process.ts'
import { locateElectron } from '../../scripts/setup/electron.mjs'
import { root } from '../../scripts/setup/paths.mjs'
import { pause } from '../../main/os/pause.ts'

/** Folders of one benchmark: its own home, user data and TMPDIR, so that only its own targets are listed. */
export interface BenchFolders {
  readonly top: string
  readonly userData: string
  readonly temporary: string
}

export function makeBenchFolders(): BenchFolders {
  const top = fs.mkdtempSync(path.join(os.tmpdir(), 'pb-'))
  const folders = { top, userData: path.join(top, 'u'), temporary: path.join(top, 't') }
  fs.mkdirSync(folders.userData)
  fs.mkdirSync(folders.temporary)
  return folders
}

export interface StartedApp {
  readonly child: ChildProcess
  /** Unix time just before the process was created. */
  readonly startedAtMs: number
  /** Resolves with the first record of that event in the app's own log. */
  logged(event: string, deadlineMs?: number): Promise<LogLine>
  /** As a person would: a signal, then the app's own orderly end. */
  stop(): Promise<void>
}

export interface LogLine {
  readonly timeMs: number
  readonly fields: Readonly<Record<string, unknown>>
}

export interface StartOptions {
  readonly words?: readonly string[]
  /** A packaged app in place of the build. */
  readonly executable?: string | undefined
}

/** Starts the app without any driver: what is measured is what a person gets. */
export async function startApp(folders: BenchFolders, options: StartOptions = {}): Promise<StartedApp> {
  const { words = [], executable } = options
  const [program, ...built] =
    executable === undefined ? [(await locateElectron()).value.executablePath, root] : [executable]
  const logPath = path.join(folders.userData, 'logs', 'pipescope.log')
  const logStart = fs.existsSync(logPath) ? fs.statSync(logPath).size : 0
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const startedAtMs = Date.now()
  const child = spawn(program, [...sandbox, ...built, `--user-data-dir=${folders.userData}`, ...words], {
    env: { ...process.env, HOME: folders.top, TMPDIR: folders.temporary, XDG_CONFIG_HOME: folders.top },
    stdio: 'ignore',
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  return {
    child,
    startedAtMs,
    logged: (event, deadlineMs = 20_000) => waitForLog(logPath, logStart, event, deadlineMs),
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

async function waitForLog(logPath: string, from: number, event: string, deadlineMs: number): Promise<LogLine> {
  const giveUpAt = Date.now() + deadlineMs
  while (Date.now() < giveUpAt) {
    const text = fs.existsSync(logPath) ? fs.readFileSync(logPath).subarray(from).toString('utf8') : ''
    const line = text.split('\n').find((candidate) => candidate.includes(`"event":"${event}"`))
    if (line !== undefined) {
      const record = JSON.parse(line) as Record<string, unknown>
      return { timeMs: Date.parse(String(record['time'])), fields: record }
    }
    await pause(20)
  }
  throw new Error(`the app logged no ${event} within ${deadlineMs} ms`)
}

/** Scripted runtimes, so that the benchmark needs no .NET: the app lists them like any other endpoint. */
export async function startTargets(
  count: number,
  folders: BenchFolders,
  options: DemoOptions = {},
): Promise<readonly DemoTarget[]> {
  const entry = path.join(root, 'out/main/demo-target.cjs')
  const targets: DemoTarget[] = []
  for (let index = 0; index < count; index++) {
    const started = await startDemoTarget(() => fromChildProcess(fork(entry)), {
      folder: folders.temporary,
      entryAssembly: `Bench${index}`,
      commandLine: `/srv/bench/Bench${index} --number ${index}`,
      seed: index + 1,
      ...options,
    })
    if (!started.ok) throw new Error(`a scripted runtime did not start: ${started.error.kind}`)
    targets.push(started.value)
  }
  return targets
}
