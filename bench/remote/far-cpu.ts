import fs from 'node:fs'
import type { MachineBench } from '../../main/diagnostics/machines/testing/machine-bench.ts'
import { pause } from '../../main/os/pause.ts'
import { until } from './list.ts'

/** Shares of a core that polling takes there, as the kernel counts it: as a whole, and by who takes it. */
export async function farCpu(
  bench: MachineBench,
  pids: readonly number[],
  seconds: number,
): Promise<Readonly<Record<string, number>>> {
  await until(() => pids.every((pid) => bench.rowOf(pid)?.state === 'ready'))
  // What is looked at once after a connect is not polling.
  await pause(5000)
  const before = spentMs(bench.server.processId)
  const startMs = performance.now()
  await pause(seconds * 1000)
  const after = spentMs(bench.server.processId)
  const tookMs = performance.now() - startMs
  const share = (part: keyof typeof before): number => (100 * (after[part] - before[part])) / tookMs
  const [server, shell, loop, programs] = [share('server'), share('shell'), share('loop'), share('programs')]
  return {
    farCpuPercentOfACore: server + shell + loop + programs,
    farCpuPercentOfSshd: server,
    farCpuPercentOfShell: shell,
    farCpuPercentOfLoop: loop,
    farCpuPercentOfPrograms: programs,
  }
}

/** Of all processes below the server: what is below another server of the same machine is not ours. Ended programs are counted in steps of 10 ms. */
function spentMs(serverId: number) {
  const spent = { server: 0, shell: 0, loop: 0, programs: 0 }
  const processes = readProcesses()
  const add = (parentId: number, isShellBelow: boolean): void => {
    for (const { pid, name, endedTicks } of processes.filter((process) => process.parentId === parentId)) {
      const isShell = name === 'sh'
      const part = isShell ? (isShellBelow ? 'loop' : 'shell') : name.startsWith('sshd') ? 'server' : 'programs'
      spent[part] += ranMs(pid)
      if (isShell) spent.programs += endedTicks * 10
      add(pid, isShellBelow || isShell)
    }
  }
  add(serverId, false)
  return spent
}

function readProcesses() {
  return fs.readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    const stat = readText(`/proc/${name}/stat`)
    const end = stat.lastIndexOf(')')
    // After the name: state and parent, and later the times of ended children.
    const fields = stat.slice(end + 2).split(' ')
    const endedTicks = Number(fields[13]) + Number(fields[14])
    return [
      { pid: Number(name), name: stat.slice(stat.indexOf('(') + 1, end), parentId: Number(fields[1]), endedTicks },
    ]
  })
}

function ranMs(pid: number): number {
  return Number(readText(`/proc/${pid}/schedstat`).split(' ')[0]) / 1e6
}

/** Empty when it ended meanwhile. */
function readText(file: string): string {
  try {
    return fs.readFileSync(file, 'latin1')
  } catch {
    return ''
  }
}
