import { spawn, type ChildProcess } from 'node:child_process'
import { createRequire } from 'node:module'
import path from 'node:path'
import { LinuxSystem } from '../main/os/linux/linux-system.ts'
import { report, spreadOf, type Spread } from './harness.ts'
import { pause } from '../main/os/pause.ts'

/**
 * What one look at CPU and memory of 300 processes costs: /proc read by ourselves, the library pidusage, and systeminformation when a
 * folder is given in which it is installed. Processor time counts the programs that a library starts.
 *
 *   bench process-usage [count] [folder with node_modules/systeminformation]
 */
const count = Number(process.argv[2] ?? 300)
const extraFolder = process.argv[3] ?? null
const runs = 7
/** systeminformation gives its last answer again for half a second. */
const pauseMs = 1100

interface Cost {
  readonly wallMs: Spread
  readonly cpuMs: Spread
}

async function costOf(look: () => Promise<unknown>): Promise<Cost> {
  // The first looks compile code and open what stays open.
  for (let warm = 0; warm < 3; warm++) await look()
  const wall: number[] = []
  const cpu: number[] = []
  for (let run = 0; run < runs; run++) {
    await pause(pauseMs)
    const before = process.resourceUsage()
    const childrenBefore = childrenCpuMs()
    const startMs = performance.now()
    await look()
    wall.push(performance.now() - startMs)
    const after = process.resourceUsage()
    const own = after.userCPUTime + after.systemCPUTime - before.userCPUTime - before.systemCPUTime
    cpu.push(own / 1000 + childrenCpuMs() - childrenBefore)
  }
  return { wallMs: spreadOf(wall), cpuMs: spreadOf(cpu) }
}

/** Ended children of ours, in steps of 10 ms (fields 16 and 17 of stat). */
function childrenCpuMs(): number {
  const text = createRequire(import.meta.url)('node:fs').readFileSync('/proc/self/stat', 'latin1') as string
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[13]) + Number(fields[14])) * 10
}

const sleepers: ChildProcess[] = []
for (let index = 0; index < count; index++) sleepers.push(spawn('sleep', ['600'], { stdio: 'ignore' }))
const pids = sleepers.map(({ pid }) => pid ?? -1)
try {
  const system = new LinuxSystem()
  const figures: Record<string, number | string | Spread> = { processes: count }
  const note = (name: string, cost: Cost): void => {
    figures[`${name}WallMs`] = cost.wallMs
    figures[`${name}CpuMs`] = cost.cpuMs
  }
  note('ownUsage', await costOf(() => system.usage(pids)))
  note(
    'ownUsageAndDetails',
    await costOf(async () => {
      await system.usage(pids)
      for (const pid of pids) system.details(pid)
    }),
  )
  const { default: pidusage } = await import('pidusage')
  note('pidusage', await costOf(() => pidusage(pids)))
  if (extraFolder === null) figures['systeminformation'] = 'not given'
  else {
    const load = createRequire(path.join(path.resolve(extraFolder), 'package.json'))
    const information = load('systeminformation') as { processes(): Promise<unknown> }
    note('systeminformation', await costOf(() => information.processes()))
  }
  report({ name: 'process-usage', figures })
} finally {
  for (const sleeper of sleepers) sleeper.kill('SIGKILL')
}
