import fs from 'node:fs'

/** One process of a tree at one moment (Linux). */
export interface ProcessSample {
  readonly pid: number
  readonly kind: string
  /** CPU seconds since its start, user and system. */
  readonly cpuSeconds: number
  /** Proportional set size: shared pages are counted once over all who share them. */
  readonly memoryBytes: number
  /** What the process has of its own: no file pages, so that it does not move when another program maps the same files. */
  readonly anonymousBytes: number
}

/** USER_HZ is 100 on every Linux that .NET and Electron run on. */
const ticksPerSecond = 100

/** The process and everything below it, as far as it still runs. */
export function sampleTree(rootPid: number): readonly ProcessSample[] {
  const parents = readParents()
  const wanted = new Set([rootPid])
  // Children have higher positions only by chance, so the list is gone through until nothing is added.
  for (let size = 0; size !== wanted.size;) {
    size = wanted.size
    for (const [pid, parent] of parents) if (wanted.has(parent)) wanted.add(pid)
  }
  return [...wanted].flatMap((pid) => sampleProcess(pid) ?? [])
}

function readParents(): ReadonlyMap<number, number> {
  const parents = new Map<number, number>()
  for (const name of fs.readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const fields = readStat(Number(name))
    if (fields !== null) parents.set(Number(name), Number(fields[1]))
  }
  return parents
}

function sampleProcess(pid: number): ProcessSample | null {
  const fields = readStat(pid)
  if (fields === null) return null
  try {
    // Chromium's children write their whole command line as one word.
    const commandLine = fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    const rollup = fs.readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
    const kilobytesOf = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(rollup)?.[1] ?? 0)
    const kind = / --type=(\S+)/.exec(commandLine)?.[1] ?? 'main'
    const subType = / --utility-sub-type=(\S+)/.exec(commandLine)?.[1]
    return {
      pid,
      kind: subType ?? kind,
      cpuSeconds: (Number(fields[11]) + Number(fields[12])) / ticksPerSecond,
      memoryBytes: kilobytesOf('Pss') * 1024,
      anonymousBytes: kilobytesOf('Anonymous') * 1024,
    }
  } catch {
    // It ended while it was looked at.
    return null
  }
}

/** Fields of /proc/PID/stat from the third (state) on: the name before them may hold blanks and brackets. */
function readStat(pid: number): readonly string[] | null {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    // It ended between the listing and the look.
    return null
  }
}
