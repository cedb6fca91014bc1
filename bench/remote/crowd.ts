import type { MachineBench } from '../../main/diagnostics/machines/testing/machine-bench.ts'

/** Idle runtimes of the far user, a few at a time. Resolves with their ids. */
export async function startCrowd(bench: MachineBench, count: number): Promise<readonly number[]> {
  const pids: number[] = []
  while (pids.length < count) {
    const group = Array.from({ length: Math.min(4, count - pids.length) }, () => bench.target({ args: ['idle'] }))
    for (const target of await Promise.all(group)) pids.push(target.pid)
  }
  return pids
}
