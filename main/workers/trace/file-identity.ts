import fs from 'node:fs'

/** Whether the open file still is the one at this path. Where the system cannot say (no permission, a dead disk), writing tells. */
export function bearsItsName(fd: number, path: string): boolean {
  try {
    const open = fs.fstatSync(fd, { bigint: true })
    if (open.nlink === 0n) return false
    const named = fs.statSync(path, { bigint: true, throwIfNoEntry: false })
    return named !== undefined && named.ino === open.ino && named.dev === open.dev
  } catch {
    return true
  }
}
