import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  buildSample,
  canBuildSamples,
  tryBuild,
  wantedVariants,
  type SampleVariant,
} from '../../samples/start-target.ts'
import { isProcessAlive } from '../os/process-alive.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'watchdog-'))
const pids: number[] = []

function sourceOf(name: string): string {
  return path.join(import.meta.dirname, 'testing', `${name}.ts`)
}

beforeAll(async () => {
  // Koffi stays outside the bundle; without it nobody could prove that a runtime waits.
  fs.symlinkSync(path.join(import.meta.dirname, '..', '..', 'node_modules'), path.join(folder, 'node_modules'))
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      outDir: path.join(folder, 'programs'),
      ssr: true,
      minify: false,
      target: 'node20.18',
      rolldownOptions: {
        input: { launcher: sourceOf('launcher-main'), watchdog: sourceOf('watchdog-main') },
        output: { format: 'es', entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
    ssr: { noExternal: true, external: ['koffi'] },
  })
})

afterAll(() => {
  // The one that a later start has started is nobody's child.
  const watchdogs = fs.readdirSync('/proc').filter((name) => wordsOf(name).includes(programOf('watchdog')))
  for (const pid of [...pids, ...watchdogs.map(Number)]) if (isProcessAlive(pid)) process.kill(pid, 'SIGKILL')
  fs.rmSync(folder, { recursive: true, force: true })
})

interface Started {
  readonly watchdogPid: number
  readonly pids: readonly number[]
}

const withPorts = wantedVariants().filter((variant) => variant !== 'net31')

describe.skipIf(!canBuildSamples()).each(withPorts)('when main is killed: %s', (variant) => {
  const isBuilt = canBuildSamples() && tryBuild(variant) !== null

  it.skipIf(!isBuilt)('three programs suspended at startup are resumed', async () => {
    const { main, started, running } = await launchThree(variant, 'killed')
    main.kill('SIGKILL')
    const killedMs = performance.now()
    await expect.poll(running, { interval: 20 }).toBe(3)
    console.log(`${variant}: three targets run ${Math.round(performance.now() - killedMs)} ms after kill -9`)
    // It stays for what the programs may still start.
    expect(isProcessAlive(started.watchdogPid)).toBe(true)
    for (const pid of started.pids) process.kill(pid, 'SIGKILL')
  })

  it.skipIf(!isBuilt)('together with its watchdog, the next start of the app resumes them', async () => {
    const { main, started, running, work } = await launchThree(variant, 'both-killed')
    process.kill(started.watchdogPid, 'SIGKILL')
    main.kill('SIGKILL')
    await expect.poll(() => isProcessAlive(started.watchdogPid)).toBe(false)
    expect(running()).toBe(0)
    spawn(process.execPath, [programOf('launcher'), programOf('watchdog'), work], { stdio: 'ignore' })
    await expect.poll(running, { interval: 20 }).toBe(3)
    // Nothing is left to be remembered.
    await expect.poll(() => fs.existsSync(path.join(work, 'ports.jsonl'))).toBe(false)
    for (const pid of started.pids) process.kill(pid, 'SIGKILL')
  })
})

function wordsOf(pid: string): readonly string[] {
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
  } catch {
    // Not a process, or just gone.
    return []
  }
}

function programOf(name: string): string {
  return path.join(folder, 'programs', `${name}.mjs`)
}

/** A main process in small, three programs that wait for it, and its watchdog. */
async function launchThree(variant: SampleVariant, name: string) {
  const work = path.join(folder, `${variant}-${name}`)
  fs.mkdirSync(work)
  const main = spawn(process.execPath, [programOf('launcher'), programOf('watchdog'), work, buildSample(variant)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: main.stdout })
  const line = await new Promise<string>((resolve, reject) => {
    lines.once('line', resolve)
    main.once('exit', (code) => reject(new Error(`launcher ended with ${code ?? 'a signal'}`)))
  })
  const started = JSON.parse(line) as Started
  pids.push(...started.pids, started.watchdogPid)
  const running = (): number =>
    [1, 2, 3].filter((number) => {
      const output = path.join(work, `launch-${number}`, 'stdout.txt')
      return fs.readFileSync(output, 'utf8').includes('ready ')
    }).length
  expect(running()).toBe(0)
  expect(isProcessAlive(started.watchdogPid)).toBe(true)
  return { main, started, running, work }
}
