import { spawn, type ChildProcess } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { windowsCalls } from '../main/os/windows/windows-calls.ts'
import { WindowsSystem } from '../main/os/windows/windows-system.ts'
import { report, spreadOf, type Spread } from './harness.ts'
import { pause } from '../main/os/pause.ts'

/**
 * What one look at 300 processes of Windows costs through our native calls: on Windows itself; on Linux in Node for Windows under
 * Wine, whose server answers each question about another process and whose own processor time is not counted.
 *
 *   bench windows-processes [count]
 */
const count = Number(process.argv[2] ?? 300)
const runs = 7
/** The table of processes is kept for 100 ms. */
const pauseMs = 1100

if (process.platform === 'win32') await measure(process.argv[3])
else process.exitCode = await underWine()

async function measure(koffiFolder: string | undefined): Promise<void> {
  if (koffiFolder !== undefined) Object.assign(process, { resourcesPath: koffiFolder })
  const calls = windowsCalls()
  if (calls === null) throw new Error('no native calls')
  const sleepers: ChildProcess[] = []
  // Each waits for its standard input; detached: none gets a console of its own.
  for (let index = 0; index < count; index++)
    sleepers.push(spawn('cmd.exe', ['/q', '/k'], { stdio: ['pipe', 'ignore', 'ignore'], detached: true }))
  const pids = sleepers.map(({ pid }) => pid ?? -1)
  try {
    const system = new WindowsSystem(calls)
    const figures: Record<string, number | Spread> = { processes: count, listed: (await system.listPids()).length }
    const note = async (name: string, look: () => Promise<unknown>): Promise<void> => {
      const { wall, cpu } = await costOf(look)
      figures[`${name}WallMs`] = wall
      figures[`${name}CpuMs`] = cpu
    }
    await note('usage', () => system.usage(pids))
    await note('list', async () => (await system.listPids()).map((pid) => system.process(pid)))
    await note('details', async () => pids.map((pid) => system.details(pid)))
    figures['withCommandLine'] = pids.filter((pid) => system.details(pid).commandLine !== null).length
    report({ name: 'windows-processes', figures })
  } finally {
    for (const sleeper of sleepers) sleeper.kill()
  }
}

async function costOf(look: () => Promise<unknown>): Promise<{ readonly wall: Spread; readonly cpu: Spread }> {
  for (let warm = 0; warm < 3; warm++) await look()
  const wall: number[] = []
  const cpu: number[] = []
  for (let run = 0; run < runs; run++) {
    await pause(pauseMs)
    const before = process.cpuUsage()
    const startMs = performance.now()
    await look()
    wall.push(performance.now() - startMs)
    const { user, system } = process.cpuUsage(before)
    cpu.push((user + system) / 1000)
  }
  return { wall: spreadOf(wall), cpu: spreadOf(cpu) }
}

/** Resolves with the exit code. Output goes through files: Node for Windows does not start there with pipes. */
async function underWine(): Promise<number> {
  const { provideWine, windowsPath } = await import('../scripts/setup/wine.mjs')
  const wine = await provideWine()
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ps-bench-'))
  const [output, said] = [path.join(folder, 'output'), path.join(folder, 'said')]
  const words = [windowsPath(import.meta.filename), String(count), windowsPath(wine.koffiFolder)]
  const { file, args, ...options } = wine.run(wine.node, words, {})
  const child = spawn(file, args, { ...options, stdio: ['ignore', fs.openSync(output, 'w'), fs.openSync(said, 'w')] })
  try {
    return await new Promise<number>((resolve, reject) => {
      child.once('error', reject)
      child.once('exit', (code) => resolve(code ?? 1))
    })
  } finally {
    process.stderr.write(fs.readFileSync(said))
    process.stdout.write(fs.readFileSync(output))
    await wine.end()
    fs.rmSync(folder, { recursive: true, force: true })
  }
}
