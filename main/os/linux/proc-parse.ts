import type { ContainerFacts } from '../../../shared/model/process.ts'
import type { OsProcess } from '../operating-system.ts'

/** Fields of `/proc/PID/stat` that we use (numbers of proc(5)). */
export interface ProcStat {
  readonly shortName: string
  /** One letter; `T` and `t` are stopped, `Z` is a zombie. */
  readonly state: string
  readonly parentPid: number
  /** Has no user space (flag PF_KTHREAD, field 9), so it can't be a .NET process. */
  readonly isKernelThread: boolean
  /** Clock ticks in user and kernel mode (14 + 15). */
  readonly cpuTicks: number
  readonly threadCount: number
  /** Clock ticks since boot (22), as text: it is the key in the name of the diagnostics socket. */
  readonly startTicks: string
  /** Resident set in pages (24). */
  readonly residentPages: number
}

const kernelThreadFlag = 0x0020_0000

/**
 * The program's name stands in parentheses and can itself contain blanks and parentheses: everything is counted from the *last*
 * closing one.
 */
export function parseStat(text: string): ProcStat | null {
  const open = text.indexOf('(')
  const close = text.lastIndexOf(')')
  if (open < 0 || close < open) return null
  // Field 3 is index 0.
  const fields = text.slice(close + 2).split(' ')
  const startTicks = fields[19]
  if (startTicks === undefined || !/^\d+$/.test(startTicks)) return null
  return {
    shortName: text.slice(open + 1, close),
    state: fields[0] ?? '?',
    parentPid: Number(fields[1]),
    isKernelThread: (Number(fields[6]) & kernelThreadFlag) !== 0,
    cpuTicks: Number(fields[11]) + Number(fields[12]),
    threadCount: Number(fields[17]),
    startTicks,
    residentPages: Number(fields[21]),
  }
}

/** Fields of `/proc/PID/status` that we use. */
/** What ticks of a machine are. */
export interface ProcClock {
  readonly bootTimeMs: number
  readonly ticksPerSecond: number
}

/** Null: it has ended. A zombie has; only its parent has not taken note. */
export function processOf(pid: number, stat: ProcStat, { bootTimeMs, ticksPerSecond }: ProcClock): OsProcess | null {
  if (stat.state === 'Z' || stat.state === 'X') return null
  return {
    pid,
    parentPid: stat.parentPid,
    startKey: stat.startTicks,
    startTimeMs: Math.round(bootTimeMs + (Number(stat.startTicks) * 1000) / ticksPerSecond),
    shortName: stat.shortName,
    isKernelThread: stat.isKernelThread,
    isStopped: stat.state === 'T' || stat.state === 't',
    threadCount: stat.threadCount,
  }
}

export interface ProcStatus {
  /** Effective user: owner of the socket. */
  readonly effectiveUserId: number
  /** Pid in each nested namespace, ours first. */
  readonly namespacePids: readonly number[]
}

export function parseStatus(text: string): ProcStatus {
  const uid = /^Uid:\s+\d+\s+(\d+)/m.exec(text)
  const nsPids = /^NSpid:\s+(.+)$/m.exec(text)
  return {
    effectiveUserId: uid ? Number(uid[1]) : -1,
    namespacePids: nsPids?.[1]?.trim().split(/\s+/).map(Number) ?? [],
  }
}

/** `NAME=value` entries parted by NUL; entries without `=` are left out. */
export function parseEnvironment(text: string): ReadonlyMap<string, string> {
  const variables = new Map<string, string>()
  for (const entry of text.split('\0')) {
    const equals = entry.indexOf('=', 1)
    // The first of two equal names is the one getenv finds.
    if (equals > 0 && !variables.has(entry.slice(0, equals)))
      variables.set(entry.slice(0, equals), entry.slice(equals + 1))
  }
  return variables
}

/** Value of the first entry of that name, as `parseEnvironment` would give it; null without one. */
export function findVariable(environment: Uint8Array, name: string): string | null {
  const bytes = Buffer.from(environment.buffer, environment.byteOffset, environment.byteLength)
  const start = `${name}=`
  for (let at = bytes.indexOf(start); at >= 0; at = bytes.indexOf(start, at + 1)) {
    if (at > 0 && bytes[at - 1] !== 0) continue
    const end = bytes.indexOf(0, at)
    return bytes.toString('utf8', at + start.length, end < 0 ? bytes.length : end)
  }
  return null
}

export function parseCommandLine(text: string): readonly string[] {
  const withoutLast = text.endsWith('\0') ? text.slice(0, -1) : text
  return withoutLast === '' ? [] : withoutLast.split('\0')
}

const patterns: readonly { readonly engine: ContainerFacts['engine']; readonly pattern: RegExp }[] = [
  // Kubernetes first: its paths hold the id of the engine below it as well.
  { engine: 'kubernetes', pattern: /kubepods.*?(?:cri-containerd-|crio-|docker-|\/)([0-9a-f]{64})(?:\.scope)?/ },
  { engine: 'kubernetes', pattern: /kubepods.*?pod([0-9a-f][0-9a-f_-]{11,})/ },
  { engine: 'podman', pattern: /libpod-(?:conmon-)?([0-9a-f]{64})/ },
  { engine: 'docker', pattern: /(?:\/docker\/|docker-)([0-9a-f]{64})/ },
  { engine: 'containerd', pattern: /(?:cri-containerd-|nerdctl-|\/containerd\/|\/default\/)([0-9a-f]{64})/ },
  { engine: 'other', pattern: /\/(?:lxc(?:\.payload)?|machine\.slice)[./]([A-Za-z0-9_.-]{1,64})/ },
]

/** Container of a process out of `/proc/PID/cgroup`, or null. */
export function parseCgroup(text: string): Pick<ContainerFacts, 'id' | 'engine'> | null {
  for (const { engine, pattern } of patterns) {
    const id = pattern.exec(text)?.[1]
    if (id !== undefined) return { engine, id: id.slice(0, 12) }
  }
  return null
}

/** Finds a runtime among the mapped files of `/proc/PID/maps`. NativeAOT programs map none. */
export function parseMaps(
  text: string,
): { readonly flavour: 'coreclr' | 'mono'; readonly version: string | null } | null {
  const found = /(\/[^\n]*)?\/lib(coreclr|mono(?:sgen)?-2\.0)\.(?:so|dylib)/.exec(text)
  if (!found) return null
  const version = /\/Microsoft\.NETCore\.App\/(\d+\.\d+\.\d+[^/]*)$/.exec(found[1] ?? '')?.[1] ?? null
  return { flavour: found[2] === 'coreclr' ? 'coreclr' : 'mono', version }
}

/** `/proc/self/auxv`: page size and clock ticks per second of this kernel, without calling a program. */
export function parseAuxiliaryVector(bytes: Uint8Array): {
  readonly pageSize: number
  readonly ticksPerSecond: number
} {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let pageSize = 4096
  let ticksPerSecond = 100
  for (let at = 0; at + 16 <= bytes.length; at += 16) {
    const type = Number(view.getBigUint64(at, true))
    const value = Number(view.getBigUint64(at + 8, true))
    if (type === 6) pageSize = value
    if (type === 17) ticksPerSecond = value
  }
  return { pageSize, ticksPerSecond }
}
