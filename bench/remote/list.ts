import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import type { MachineBench } from '../../main/diagnostics/machines/testing/machine-bench.ts'
import { farUser } from '../../main/machines/testing/ssh-server.ts'
import { pause } from '../../main/os/pause.ts'
import { spreadOf, type Spread } from '../harness.ts'

const runs = 5

/** How long the list takes after a connect, and how far it is behind afterwards. */
export async function listTimes(
  bench: MachineBench,
  pids: readonly number[],
): Promise<Readonly<Record<string, Spread>>> {
  const connects: number[] = []
  const listed: number[] = []
  const answered: number[] = []
  for (let run = 0; run < runs; run++) {
    await bench.service.disconnectAll()
    const startMs = performance.now()
    await bench.connect()
    const connectedMs = performance.now()
    connects.push((connectedMs - startMs) / 1000)
    await until(() => pids.every((pid) => bench.rowOf(pid) !== null))
    listed.push((performance.now() - connectedMs) / 1000)
    await until(() => pids.every((pid) => bench.rowOf(pid)?.state === 'ready'))
    answered.push((performance.now() - connectedMs) / 1000)
  }
  const shown: number[] = []
  const news: number[] = []
  const ends: number[] = []
  for (let run = 0; run < runs; run++) {
    const target = await bench.target({ args: ['idle'] })
    const readyMs = performance.now()
    await until(() => bench.rowOf(target.pid) !== null)
    shown.push((performance.now() - readyMs) / 1000)
    await until(() => bench.rowOf(target.pid)?.state === 'ready')
    news.push((performance.now() - readyMs) / 1000)
    // Not in step with the polls.
    await pause(300 * run)
    await target.dispose()
    const endedMs = performance.now()
    await until(() => bench.rowOf(target.pid)?.state === 'exited')
    ends.push((performance.now() - endedMs) / 1000)
  }
  return {
    connectSec: spreadOf(connects),
    allRowsAfterConnectSec: spreadOf(listed),
    allAnsweredAfterConnectSec: spreadOf(answered),
    newProcessShownSec: spreadOf(shown),
    newProcessReadySec: spreadOf(news),
    endedProcessGoneSec: spreadOf(ends),
  }
}

/** What the shell, its commands and the server of the connection take there, as the kernel counts it. */
export async function farCpuPercent(
  bench: MachineBench,
  pids: readonly number[],
  seconds: number,
): Promise<number | null> {
  if (seconds === 0) return null
  await until(() => pids.every((pid) => bench.rowOf(pid)?.state === 'ready'))
  // What is looked at once after a connect is not polling.
  await pause(5000)
  const before = farTicks()
  const startMs = performance.now()
  await pause(seconds * 1000)
  const ticks = farTicks() - before
  return (ticks * 10 * 100) / (performance.now() - startMs)
}

/** Of everything of the far user but its runtimes, children that have ended included; 10 ms each. */
function farTicks(): number {
  const uid = execFileSync('id', ['-u', farUser], { encoding: 'utf8' }).trim()
  let ticks = 0
  for (const pid of fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
    try {
      if (`${fs.statSync(`/proc/${pid}`).uid}` !== uid && !isServerOf(pid)) continue
      const stat = fs.readFileSync(`/proc/${pid}/stat`, 'latin1')
      if (stat.includes('(Pipescope')) continue
      // After the name: user, system, and the same of ended children.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      for (const field of fields.slice(11, 15)) ticks += Number(field)
    } catch {
      // Ended meanwhile.
    }
  return ticks
}

/** sshd keeps a process of root's for each connection. */
function isServerOf(pid: string): boolean {
  return fs.readFileSync(`/proc/${pid}/cmdline`, 'latin1').startsWith(`sshd: ${farUser}`)
}

export async function until(isSo: () => boolean): Promise<void> {
  const deadlineMs = performance.now() + 120_000
  while (!isSo()) {
    if (performance.now() > deadlineMs) throw new Error('not within two minutes')
    await pause(5)
  }
}
