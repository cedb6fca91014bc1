import type { Disposable } from '../../shared/base/disposable.ts'
import type { Endpoint } from './endpoint.ts'

/** An endpoint whose process lives and has the start time that the socket's name says. */
export interface FoundEndpoint {
  readonly endpoint: Endpoint
  /** As in the socket's name; '' for pipes, which carry none. */
  readonly startKey: string
}

/**
 * Finds diagnostics endpoints. Stale ones (socket of a dead process, or of an earlier process with the same pid) are never among
 * them. Finding is not connecting: nothing is sent to anybody.
 */
export interface Discovery extends Disposable {
  /** By path. */
  readonly endpoints: ReadonlyMap<string, FoundEndpoint>
  /** Folders (or the pipe root) that are looked at. */
  readonly searchedFolders: readonly string[]
  /** Folders that processes use beyond those: too many to watch, so sockets in them are found with a short delay. */
  readonly unwatchedFolderCount: number
  /** The first complete look, then notices between ticks when a folder says that something changed. Resolves after the look. */
  start(onChange: () => void): Promise<void>
  /** Called once a second (less often while nobody looks): follows processes that come and go. True if `endpoints` changed. */
  tick(): Promise<boolean>
}

/** Of every socket of a runtime. */
export const socketPrefix = 'dotnet-diagnostic-'

export interface SocketName {
  readonly pid: number
  readonly startKey: string
}

const socketPattern = /^dotnet-diagnostic-(\d{1,10})-(\d{1,20})-socket$/
const pipePattern = /^dotnet-diagnostic-(\d{1,10})$/

/** `dotnet-diagnostic-<pid>-<key>-socket`; null for anything else, routers and truncated names included. */
export function parseSocketName(name: string): SocketName | null {
  const match = socketPattern.exec(name)
  return match ? { pid: Number(match[1]), startKey: match[2] ?? '' } : null
}

/** `dotnet-diagnostic-<pid>`, as a listing of `\\.\pipe\` gives it. */
export function parsePipeName(name: string): number | null {
  const match = pipePattern.exec(name)
  return match ? Number(match[1]) : null
}

export function pipeName(pid: number): string {
  return `${socketPrefix}${pid}`
}

export function socketName(pid: number, startKey: string): string {
  return `dotnet-diagnostic-${pid}-${startKey}-socket`
}
