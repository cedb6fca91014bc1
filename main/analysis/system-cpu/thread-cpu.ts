import type { CpuTick } from './sidecar-lines.ts'

/** CPU time that the operating system charged while a recording ran. */
export interface SystemCpu {
  /** From the first to the last reading. */
  readonly fromUnixMs: number
  readonly toUnixMs: number
  readonly processMs: number
  /** Of the process, in threads that no reading has: they began and ended between two. */
  readonly missingMs: number
  /** Threads that ended while it was read: what they used after their last reading is in `missingMs`. */
  readonly endedCount: number
  readonly threads: ReadonlyMap<number, number>
}

/** Null: fewer than two readings. Readings out of order, from a jumping clock or a hostile file, are left out. */
export function systemCpuOf(ticks: readonly CpuTick[]): SystemCpu | null {
  const [first] = ticks
  if (first === undefined) return null
  const sums = new Map<number, number>()
  const known = new Map<number, number>()
  for (const [id, ms] of Object.entries(first.threads)) known.set(Number(id), ms)
  let last = first
  let processMs = 0
  let threadMs = 0
  let endedCount = 0
  for (const tick of ticks.slice(1)) {
    if (tick.unixMs <= last.unixMs || tick.processMs < last.processMs) continue
    processMs += tick.processMs - last.processMs
    for (const id of tick.ended) if (known.delete(id)) endedCount++
    for (const [text, ms] of Object.entries(tick.threads)) {
      const id = Number(text)
      // A thread without an earlier reading began after it: all it used counts.
      const used = Math.max(0, ms - (known.get(id) ?? 0))
      known.set(id, ms)
      sums.set(id, (sums.get(id) ?? 0) + used)
      threadMs += used
    }
    last = tick
  }
  if (last === first) return null
  return {
    fromUnixMs: first.unixMs,
    toUnixMs: last.unixMs,
    processMs,
    missingMs: Math.max(0, processMs - threadMs),
    endedCount,
    threads: withQuietThreads(sums, known),
  }
}

/** A thread that used nothing is known to have used nothing. */
function withQuietThreads(sums: Map<number, number>, known: ReadonlyMap<number, number>): ReadonlyMap<number, number> {
  for (const id of known.keys()) if (!sums.has(id)) sums.set(id, 0)
  return sums
}
