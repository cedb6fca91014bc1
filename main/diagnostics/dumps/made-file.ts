import fs from 'node:fs'
import type { DumpAccess } from '../../../shared/model/dump.ts'

/*
 * The file that a target writes for a job of ours. Which file that is, is its inode: a name may be given to another file by anybody who
 * may write to the folder.
 */

export interface MadeFile {
  readonly path: string
  readonly device: bigint
  readonly inode: bigint
}

/** Null when there is none, or what is there is no regular file. */
export function madeFileAt(file: string): MadeFile | null {
  try {
    const { dev, ino, ...found } = fs.lstatSync(file, { bigint: true })
    return (found.mode & BigInt(fs.constants.S_IFMT)) === BigInt(fs.constants.S_IFREG)
      ? { path: file, device: dev, inode: ino }
      : null
  } catch {
    // ENOENT nearly always; what cannot be looked at cannot be known again.
    return null
  }
}

export function isSameFile(one: MadeFile | null, other: MadeFile | null): boolean {
  return one !== null && other !== null && one.device === other.device && one.inode === other.inode
}

/** False when another file has the name by now. Throws what the system says. */
export function removeMadeFile(file: MadeFile): boolean {
  if (!isSameFile(madeFileAt(file.path), file)) return false
  fs.unlinkSync(file.path)
  return true
}

/** Links are not followed, and a FIFO in its place holds nobody up. */
const openFlags = fs.constants.O_RDONLY | fs.constants.O_NOFOLLOW | fs.constants.O_NONBLOCK
const others = 0o077

/**
 * Takes the file away from everybody but its owner, and reads back who that is. Never gives it to another owner. Null where modes mean
 * nothing (Windows), or nothing can be seen.
 */
export function restrictToOwner(file: string, userName: (id: number) => string | null): DumpAccess | null {
  if (process.platform === 'win32') return null
  const of = (stat: fs.Stats, change: DumpAccess['change'], code: string | null = null): DumpAccess => {
    return { mode: stat.mode & 0o777, ownerId: stat.uid, ownerName: userName(stat.uid), change, code }
  }
  let fd: number | null = null
  try {
    fd = fs.openSync(file, openFlags)
    const found = fs.fstatSync(fd)
    if (!found.isFile()) return null
    if ((found.mode & others) === 0) return of(found, 'none-needed')
    // Under its other name it may be somebody's file that is meant to be read.
    if (found.nlink !== 1) return of(found, 'refused', 'EMLINK')
    fs.fchmodSync(fd, found.mode & 0o700)
    const now = fs.fstatSync(fd)
    // Some file systems have no modes and say nothing about it.
    return (now.mode & others) === 0 ? of(now, 'restricted') : of(now, 'refused', 'ENOTSUP')
  } catch (cause) {
    return withoutChange(file, of, (cause as NodeJS.ErrnoException).code ?? 'unknown')
  } finally {
    if (fd !== null) fs.closeSync(fd)
  }
}

function withoutChange(
  file: string,
  of: (stat: fs.Stats, change: DumpAccess['change'], code: string | null) => DumpAccess,
  code: string,
): DumpAccess | null {
  try {
    const found = fs.statSync(file)
    if (!found.isFile()) return null
    return (found.mode & others) === 0 ? of(found, 'none-needed', null) : of(found, 'refused', code)
  } catch {
    // ENOENT: taken away meanwhile.
    return null
  }
}
