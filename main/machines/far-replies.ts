import { parseStat, parseStatus, type ProcStat } from '../os/linux/proc-parse.ts'
import { parseSocketName } from '../transport/discovery.ts'

/** Answer to one request, in parts; bytes, because processes choose what stands in some of them. */
export interface FarReply {
  /** False: nothing on the far side would end this connection when we vanish. */
  readonly isAwake: boolean
  readonly parts: ReadonlyMap<string, Buffer>
}

/** A reply is complete when its last line is there. */
export function endOfReply(nonce: string): Buffer {
  return Buffer.from(`\n${nonce} end\n`)
}

/** `bytes` up to the end; whatever stands before the first line of this request is not ours. */
export function readReply(bytes: Buffer, nonce: string): FarReply {
  const parts = new Map<string, Buffer>()
  const mark = Buffer.from(`${nonce} `)
  let isAwake = false
  let name: string | null = null
  let from = 0
  for (let at = bytes.indexOf(mark); at >= 0; at = bytes.indexOf(mark, at + 1)) {
    if (at > 0 && bytes[at - 1] !== 10) continue
    if (name !== null && !parts.has(name)) parts.set(name, bytes.subarray(from, Math.max(from, at - 1)))
    const lineEnd = bytes.indexOf(10, at)
    name = bytes.toString('latin1', at + mark.length, lineEnd < 0 ? bytes.length : lineEnd)
    if (name === 'awake') isAwake = true
    from = lineEnd < 0 ? bytes.length : lineEnd + 1
  }
  return { isAwake, parts }
}

export function textOf(reply: FarReply, part: string): string {
  return reply.parts.get(part)?.toString('utf8') ?? ''
}

/** A part of an answer, without empty lines. */
export function linesOf(reply: FarReply, part: string): readonly string[] {
  return textOf(reply, part)
    .split('\n')
    .filter((line) => line !== '')
}

/** A socket of a runtime by its name. */
export interface FarSocket {
  readonly path: string
  readonly namedPid: number
  readonly startKey: string
}

const maxSockets = 2000
/** As long as a socket's path can be on Linux. */
const maxPathLength = 107

export function readSockets(text: string): readonly FarSocket[] {
  return text
    .split('\n')
    .flatMap((line) => readSocket(line.slice(2)))
    .slice(0, maxSockets)
}

/** No byte of it means anything to a shell, to ssh or to socat. */
export function isPlainSocketPath(path: string): boolean {
  return path.length <= maxPathLength && /^\/[A-Za-z0-9._/-]+$/.test(path)
}

function readSocket(path: string): FarSocket[] {
  if (!isPlainSocketPath(path) || /(?:^|\/)\.\.?(?:\/|$)/.test(path)) return []
  const named = parseSocketName(path.slice(path.lastIndexOf('/') + 1))
  return named === null ? [] : [{ path, namedPid: named.pid, startKey: named.startKey }]
}

/**
 * The stat files of several processes, one after the other. The name of a program can hold line breaks and parentheses: it ends where a
 * state and more numbers follow than its length has room for, so that no name passes for another process.
 */
export function readStats(text: string): ReadonlyMap<number, ProcStat> {
  const stats = new Map<number, ProcStat>()
  const entry = /\s*(\d{1,10}) \([\s\S]{0,64}?\) [A-Za-z](?: -?\d+){40,}\n?/y
  for (let found = entry.exec(text); found !== null; found = entry.exec(text)) {
    const stat = parseStat(found[0].trim())
    if (stat !== null) stats.set(Number(found[1]), stat)
  }
  return stats
}

/** What one look at a process brought. */
export interface FarProcess {
  readonly pid: number
  readonly stat: ProcStat
  readonly userId: number
  readonly userName: string | null
  readonly namespacePids: readonly number[]
  readonly cgroup: string
  readonly commandLine: Buffer
  readonly executable: string | null
  readonly workingFolder: string | null
  readonly threadNames: readonly string[]
  /** Of its socket; null: it is gone. */
  readonly socketOwnerId: number | null
  readonly mayConnect: boolean
  readonly hasDebuggerPipe: boolean
}

export function readLook(reply: FarReply, pid: number): FarProcess | null {
  const kernel = textOf(reply, 'kernel')
  const stat = readStats(kernel).get(pid)
  const statusAt = kernel.indexOf('\nName:')
  if (stat === undefined || statusAt < 0) return null
  const status = parseStatus(kernel.slice(statusAt))
  const links = textOf(reply, 'links').split('\n')
  const access = textOf(reply, 'access').split('\n')
  const socket = /^s\S{9,11} +\d+ +(\d{1,10}) /.exec(links.find((line) => line.startsWith('s')) ?? '')
  return {
    pid,
    stat,
    userId: status.effectiveUserId,
    userName: ownerName(textOf(reply, 'owner')),
    namespacePids: status.namespacePids,
    cgroup: /\n(\d+:[\s\S]*)$/.exec(kernel.slice(kernel.lastIndexOf('_ctxt_switches:')))?.[1] ?? '',
    commandLine: reply.parts.get('cmdline') ?? Buffer.alloc(0),
    executable: linkTarget(links, `/proc/${pid}/exe`),
    workingFolder: linkTarget(links, `/proc/${pid}/cwd`),
    threadNames: textOf(reply, 'threads')
      .split('\n')
      .filter((name) => name !== '')
      .slice(0, 32),
    socketOwnerId: socket === null ? null : Number(socket[1]),
    mayConnect: access.includes('w'),
    hasDebuggerPipe: access.includes('debugger'),
  }
}

/** Busybox leaves room before the number of links, and cuts names after eight characters: half a name would name somebody else. */
function ownerName(line: string): string | null {
  const [, gap = '', name = ''] = /^d\S{9,11}( +)\d+ +([A-Za-z0-9_.@\\$-]{1,64}) /.exec(line) ?? []
  const isCut = gap.length > 1 && name.length === 8
  return name === '' || isCut ? null : name
}

function linkTarget(lines: readonly string[], link: string): string | null {
  const mark = ` ${link} -> `
  const line = lines.find((candidate) => candidate.startsWith('l') && candidate.includes(mark))
  return line === undefined ? null : line.slice(line.indexOf(mark) + mark.length).slice(0, 4096)
}
