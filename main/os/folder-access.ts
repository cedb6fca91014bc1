import path from 'node:path'
import { lookAtForeign } from '../foreign/foreign-files.ts'
import type { ForeignFacts } from '../foreign/foreign-question.ts'
import { readProcText, shortLimitBytes } from './linux/proc-files.ts'

/** Who asks for a file, as the kernel sees it. */
export interface FileIdentity {
  readonly userId: number
  readonly groupIds: readonly number[]
}

const mayWrite = 2
const mayEnter = 1

/** Effective user and groups of a process, out of `/proc/PID/status`; null when it is gone or this is no Linux. */
export function fileIdentityOf(pid: number): FileIdentity | null {
  const status = readProcText(`/proc/${pid}/status`, shortLimitBytes)
  return status === null ? null : parseFileIdentity(status)
}

export function parseFileIdentity(status: string): FileIdentity | null {
  const numbers = (name: string) =>
    (new RegExp(`^${name}:\\s*(.*)$`, 'm').exec(status)?.[1] ?? '')
      .split(/\s+/)
      .filter((text) => text !== '')
      .map(Number)
  // real, effective, saved, file system: the last one decides about files.
  const userId = numbers('Uid')[3]
  const groupId = numbers('Gid')[3]
  return userId === undefined || groupId === undefined ? null : { userId, groupIds: [groupId, ...numbers('Groups')] }
}

/**
 * Whether somebody may create a file in this folder, by the permission bits of it and of the folders above; `root` is where that
 * somebody's file system begins for us. Null when it cannot be told. Access lists and read-only mounts are not looked at.
 */
export async function mayCreateIn(folder: string, identity: FileIdentity, root = ''): Promise<boolean | null> {
  if (identity.userId === 0) return true
  const parts = path
    .resolve(folder)
    .split('/')
    .filter((part) => part !== '')
  const folders = parts.map((_, index) => parts.slice(0, index + 1).join('/'))
  const looked = await Promise.all(['', ...folders].map((name) => lookAtForeign(`${root}/${name}`)))
  for (const [depth, facts] of looked.entries()) {
    // Not ours to see, or gone.
    if (!facts.ok) return null
    const wanted = depth === parts.length ? mayWrite | mayEnter : mayEnter
    if ((permissionsOf(facts.value, identity) & wanted) !== wanted) return false
  }
  return true
}

function permissionsOf({ userId, groupId, mode }: ForeignFacts, identity: FileIdentity): number {
  if (userId === identity.userId) return (mode >> 6) & 7
  return identity.groupIds.includes(groupId) ? (mode >> 3) & 7 : mode & 7
}
