import { readdirSync, readFileSync } from 'node:fs'

/** Linux: processor seconds of each thread of a process. */
export function threadSeconds(pid: number): ReadonlyMap<number, number> {
  const folder = `/proc/${String(pid)}/task`
  const seconds = new Map<number, number>()
  for (const thread of readdirSync(folder)) {
    try {
      const fields = readFileSync(`${folder}/${thread}/stat`, 'latin1').split(') ')[1]!.split(' ')
      seconds.set(Number(thread), (Number(fields[11]) + Number(fields[12])) / 100)
    } catch {
      // It ended while it was looked at.
    }
  }
  return seconds
}

/** Cores, by thread, between two looks. */
export function sharesOf(
  before: ReadonlyMap<number, number>,
  after: ReadonlyMap<number, number>,
  seconds: number,
): ReadonlyMap<number, number> {
  return new Map([...after].map(([thread, spent]) => [thread, (spent - (before.get(thread) ?? 0)) / seconds]))
}

/** The thread with the most new work, and how much it is now. */
export function grownMost(before: ReadonlyMap<number, number>, after: ReadonlyMap<number, number>): number {
  const grown = [...after].map(([thread, share]) => ({ share, by: share - (before.get(thread) ?? 0) }))
  return grown.toSorted((a, b) => b.by - a.by)[0]?.share ?? 0
}
