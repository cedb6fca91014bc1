import fs from 'node:fs'
import path from 'node:path'
import { parseMemoryMap, parseIds, type MemoryMapFacts, type ProcessIds } from './linux/memory-map.ts'
import { readProcLink, readProcText, shortLimitBytes } from './linux/proc-files.ts'

/**
 * A process's own view of the file system and what it may do in it: paths in requests are resolved by the target, which may
 * live in a container or belong to somebody else. Linux only; elsewhere everything is unknown.
 */
export interface TargetView {
  readonly pid: number
  readonly ids: ProcessIds
  readonly memory: MemoryMapFacts
  /** Its root is not ours (container, private /tmp). */
  readonly isOtherFileSystem: boolean
  /** Whether its files can be looked at from here at all. */
  readonly canLook: boolean
  readonly threadCount: number
  /** Held by a signal or a tracer at this moment; a row of the list may be a second old. */
  readonly isStopped: boolean
  /** Where a path of the target is found from here. */
  visible(targetPath: string): string
}

/** Maps of large processes have tens of thousands of lines. */
const maxMapsBytes = 64 * 1024 * 1024

/** Null when the process is gone, or this system has no /proc. */
export function readTargetView(pid: number, procRoot = '/proc'): TargetView | null {
  const status = readProcText(`${procRoot}/${pid}/status`, shortLimitBytes)
  if (status === null || status === '') return null
  const maps = readProcText(`${procRoot}/${pid}/maps`, maxMapsBytes) ?? ''
  const own = readProcLink(`${procRoot}/self/ns/mnt`)
  const theirs = readProcLink(`${procRoot}/${pid}/ns/mnt`)
  const root = readProcLink(`${procRoot}/${pid}/root`)
  const isOther = (own !== null && theirs !== null && own !== theirs) || (root !== null && root !== '/')
  const prefix = isOther ? `${procRoot}/${pid}/root` : ''
  return {
    pid,
    ids: parseIds(status),
    memory: parseMemoryMap(maps),
    isOtherFileSystem: isOther,
    // The link of a foreign process cannot be read; with the same namespace plain paths still work.
    canLook: !isOther || root !== null,
    threadCount: Number(/^Threads:\s+(\d+)/m.exec(status)?.[1] ?? 0),
    isStopped: /^State:\s+[Tt]/m.test(status),
    visible: (targetPath) => (prefix === '' ? targetPath : path.join(prefix, targetPath)),
  }
}

export type FileState = 'missing' | 'file' | 'folder' | 'other' | 'unknown'

export function fileStateOf(visiblePath: string): FileState {
  try {
    const stat = fs.statSync(visiblePath)
    return stat.isFile() ? 'file' : stat.isDirectory() ? 'folder' : 'other'
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return code === 'ENOENT' || code === 'ENOTDIR' ? 'missing' : 'unknown'
  }
}

/** Bits of access(2). */
export const access = { execute: 1, write: 2, read: 4 } as const

/**
 * Whether those ids may use the file so, by its owner and mode; null when the file cannot be looked at. Lists of access rights
 * beyond the mode are not asked: a yes can still turn out wrong, a no is a no in practice.
 */
export function mayAccess(visiblePath: string, ids: ProcessIds, wanted: number): boolean | null {
  let stat: fs.Stats
  try {
    stat = fs.statSync(visiblePath)
  } catch {
    // Not there, or not ours to look at: the caller has asked for its state before.
    return null
  }
  // Root may do everything but execute what nobody may execute.
  if (ids.userId === 0) return wanted !== access.execute || stat.isDirectory() || (stat.mode & 0o111) !== 0
  const shift = stat.uid === ids.userId ? 6 : ids.groupIds.includes(stat.gid) ? 3 : 0
  return ((stat.mode >> shift) & wanted) === wanted
}

/** Free for an ordinary user, on the disk of that folder; null when it cannot be asked. */
export function freeBytesAt(visibleFolder: string): number | null {
  try {
    const stat = fs.statfsSync(visibleFolder)
    return stat.bavail * stat.bsize
  } catch {
    // Not there, or not ours to look at.
    return null
  }
}

/** Yama's switch: 0 and 1 let a child trace its parent (which asks for it), 2 needs root, 3 forbids. Null without Yama. */
export function ptraceScope(): number | null {
  const text = readProcText('/proc/sys/kernel/yama/ptrace_scope', 16)
  return text === null || text.trim() === '' ? null : Number(text.trim())
}
