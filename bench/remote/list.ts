import type { MachineBench } from '../../main/diagnostics/machines/testing/machine-bench.ts'
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

export async function until(isSo: () => boolean): Promise<void> {
  const deadlineMs = performance.now() + 120_000
  while (!isSo()) {
    if (performance.now() > deadlineMs) throw new Error('not within two minutes')
    await pause(5)
  }
}
