import fs from 'node:fs'
import path from 'node:path'

/** Who asks for a file, as the kernel sees it. */
export interface FileIdentity {
  readonly userId: number
  readonly groupIds: readonly number[]
}

const mayWrite = 2
const mayEnter = 1

/** Effective user and groups of a process, out of `/proc/PID/status`; null when it is gone or this is no Linux. */
export function fileIdentityOf(pid: number): FileIdentity | null {
  try {
    return parseFileIdentity(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    // ENOENT: it has ended, or there is no /proc.
    return null
  }
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
export function mayCreateIn(folder: string, identity: FileIdentity, root = ''): boolean | null {
  if (identity.userId === 0) return true
  const parts = path
    .resolve(folder)
    .split('/')
    .filter((part) => part !== '')
  try {
    for (let depth = 0; depth <= parts.length; depth++) {
      const stats = fs.statSync(`${root}/${parts.slice(0, depth).join('/')}`)
      const wanted = depth === parts.length ? mayWrite | mayEnter : mayEnter
      if ((permissionsOf(stats, identity) & wanted) !== wanted) return false
    }
    return true
  } catch {
    // Not ours to see, or gone.
    return null
  }
}

function permissionsOf({ uid, gid, mode }: fs.Stats, identity: FileIdentity): number {
  if (uid === identity.userId) return (mode >> 6) & 7
  return identity.groupIds.includes(gid) ? (mode >> 3) & 7 : mode & 7
}
