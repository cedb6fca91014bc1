import fs from 'node:fs'
import { openRegularFile } from '../../foreign/open-regular.ts'

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

/** By whatever path, link or second name. */
export function isSameFile(path: string, target: string): boolean {
  if (path === target) return true
  const opened = openRegularFile(path)
  // A source that cannot be opened is not written over: nothing is written without it.
  if (!opened.ok) return false
  try {
    return bearsItsName(opened.value.fd, target)
  } finally {
    fs.closeSync(opened.value.fd)
  }
}
