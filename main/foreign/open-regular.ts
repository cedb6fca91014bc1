import fs from 'node:fs'
import { err, ok, type Result } from '../../shared/base/result.ts'
import type { ForeignFailure } from './foreign-question.ts'

/** Those that Windows has not are undefined there, which changes nothing in an `or`. */
const { O_RDONLY, O_NONBLOCK, O_NOFOLLOW, O_NOCTTY } = fs.constants

export interface OpenedFile {
  readonly fd: number
  readonly stats: fs.Stats
}

/**
 * Opens a regular file and nothing else: a pipe would block, a device would do something or never end. Whoever calls closes it. For
 * threads that read files by themselves; main asks `ForeignFiles`.
 */
export function openRegularFile(path: string, followsLink = true): Result<OpenedFile, ForeignFailure> {
  let fd: number | null = null
  try {
    // Before it is opened, for opening alone would end the wait of somebody who writes to a pipe, or wind a tape back.
    const before = followsLink ? fs.statSync(path) : fs.lstatSync(path)
    if (!before.isFile()) return err(notRegular(before))
    fd = fs.openSync(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | (followsLink ? 0 : O_NOFOLLOW))
    // What was looked at and what was opened can be two files.
    const stats = fs.fstatSync(fd)
    if (stats.isFile()) return ok({ fd, stats })
    fs.closeSync(fd)
    return err(notRegular(stats))
  } catch (error) {
    if (fd !== null) fs.closeSync(fd)
    return err(failureOf(error))
  }
}

function notRegular(stats: fs.Stats): ForeignFailure {
  return { kind: 'not-regular', isFolder: stats.isDirectory() }
}

/** Expected failures of system calls; anything without an errno is a bug and thrown on. */
export function failureOf(error: unknown): ForeignFailure {
  const { code } = error as NodeJS.ErrnoException
  switch (code) {
    case undefined:
      throw error
    case 'ENOENT':
    case 'ENOTDIR':
    case 'ESRCH':
      return { kind: 'missing' }
    case 'EACCES':
    case 'EPERM':
      return { kind: 'denied', code }
    default:
      return { kind: 'failed', code }
  }
}
