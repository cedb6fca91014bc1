import path from 'node:path'
import { askForeign, lookAtForeign } from '../foreign/foreign-files.ts'
import { parseMemoryMap, parseIds, type MemoryMapFacts, type ProcessIds } from './linux/memory-map.ts'
import { windowsCalls } from './windows/windows-calls.ts'
import { readProcLink, readProcText, shortLimitBytes } from './linux/proc-files.ts'

/**
 * A process's own view of the file system and what it may do in it: paths in requests are resolved by the target, which may
 * live in a container or belong to somebody else. Linux and Windows; elsewhere everything is unknown.
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

/** Null when the process is gone, or this system does not tell (macOS). */
export function readTargetView(pid: number, procRoot = '/proc'): TargetView | null {
  if (process.platform === 'win32') return windowsView(pid, windowsCalls()?.modules(pid) ?? [])
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
    // Never above its root, whatever the path says.
    visible: (targetPath) => (prefix === '' ? targetPath : `${prefix}${path.posix.resolve('/', targetPath)}`),
  }
}

/** Windows has one file system for all processes, and no ids that decide about files by themselves. */
export function windowsView(pid: number, modules: readonly string[]): TargetView {
  const runtime = modules.find((file) => path.win32.basename(file).toLowerCase() === 'coreclr.dll')
  return {
    pid,
    ids: { userId: -1, groupIds: [] },
    memory: {
      runtimeFolder: runtime === undefined ? null : path.win32.dirname(runtime),
      readableBytes: 0,
      writableBytes: 0,
      files: modules,
    },
    isOtherFileSystem: false,
    canLook: true,
    threadCount: 0,
    isStopped: false,
    visible: (targetPath) => targetPath,
  }
}

/** `\\server\share`: Windows asks that machine for it with this person's name, whoever wrote the path. */
export function isOnAnotherMachine(path: string): boolean {
  return /^[\\/]{2}/.test(path)
}

/** Where main may look at a file that a page has named, before anybody was asked about it; null: nowhere. */
export function placeToLook(view: TargetView | null, targetPath: string): string | null {
  if (view?.canLook !== true) return null
  const visiblePath = view.visible(targetPath)
  return isOnAnotherMachine(visiblePath) ? null : visiblePath
}

export type FileState = 'missing' | 'file' | 'folder' | 'other' | 'unknown'

export async function fileStateOf(visiblePath: string): Promise<FileState> {
  const looked = await lookAtForeign(visiblePath)
  if (!looked.ok) return looked.error.kind === 'missing' ? 'missing' : 'unknown'
  const { type } = looked.value
  return type === 'socket' ? 'other' : type
}

/** Bits of access(2). */
export const access = { execute: 1, write: 2, read: 4 } as const

/**
 * Whether those ids may use the file so, by its owner and mode; null when the file cannot be looked at. Lists of access rights
 * beyond the mode are not asked: a yes can still turn out wrong, a no is a no in practice.
 */
export async function mayAccess(visiblePath: string, ids: ProcessIds, wanted: number): Promise<boolean | null> {
  const looked = await lookAtForeign(visiblePath)
  // Not there, or not ours to look at: the caller has asked for its state before. A user id of -1: Windows, where modes say nothing.
  if (!looked.ok || ids.userId < 0) return null
  const { type, mode, userId, groupId } = looked.value
  // Root may do everything but execute what nobody may execute.
  if (ids.userId === 0) return wanted !== access.execute || type === 'folder' || (mode & 0o111) !== 0
  const shift = userId === ids.userId ? 6 : ids.groupIds.includes(groupId) ? 3 : 0
  return ((mode >> shift) & wanted) === wanted
}

/** Free for an ordinary user, on the disk of that folder; null when it cannot be asked. */
export async function freeBytesAt(visibleFolder: string): Promise<number | null> {
  const room = await askForeign({ kind: 'disk-room', path: visibleFolder })
  return room.ok ? room.value.freeBytes : null
}

/** Yama's switch: 0 and 1 let a child trace its parent (which asks for it), 2 needs root, 3 forbids. Null without Yama. */
export function ptraceScope(): number | null {
  const text = readProcText('/proc/sys/kernel/yama/ptrace_scope', 16)
  return text === null || text.trim() === '' ? null : Number(text.trim())
}
