import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'

const partEnd = /^\.[0-9a-f]{12}\.part$/

/*
 * Small files of ours. The text is on disk before the name points to it, and the name before the call returns: a crash or a power cut
 * leaves the old text or the new one, never half of one. Mode 0600.
 */

/** For journals, which must be on disk before what they announce happens. */
export function writeFileAtomically(file: string, text: string): void {
  fs.mkdirSync(path.dirname(file), { recursive: true })
  const temporary = temporaryName(file)
  try {
    const fd = fs.openSync(temporary, 'wx', 0o600)
    try {
      fs.writeFileSync(fd, text)
      fs.fsyncSync(fd)
    } finally {
      fs.closeSync(fd)
    }
    fs.renameSync(temporary, file)
  } catch (cause) {
    fs.rmSync(temporary, { force: true })
    throw cause
  }
  syncFolderOf(file)
}

export async function writeAtomically(file: string, content: string | Uint8Array): Promise<void> {
  await fs.promises.mkdir(path.dirname(file), { recursive: true })
  const temporary = temporaryName(file)
  try {
    const handle = await fs.promises.open(temporary, 'wx', 0o600)
    try {
      await handle.writeFile(content)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await fs.promises.rename(temporary, file)
  } catch (cause) {
    await fs.promises.rm(temporary, { force: true })
    throw cause
  }
  await syncFolderLater(path.dirname(file))
}

/** The entry of a file that was created or renamed. Throws only where the disk itself reports a failure. */
export function syncFolderOf(file: string): void {
  let fd: number | null = null
  try {
    fd = fs.openSync(path.dirname(file), 'r')
    fs.fsyncSync(fd)
  } catch (cause) {
    if (isDiskFailure(cause)) throw cause
  } finally {
    if (fd !== null) fs.closeSync(fd)
  }
}

async function syncFolderLater(folder: string): Promise<void> {
  let handle: fs.promises.FileHandle | null = null
  try {
    handle = await fs.promises.open(folder, 'r')
    await handle.sync()
  } catch (cause) {
    if (isDiskFailure(cause)) throw cause
  } finally {
    await handle?.close()
  }
}

/** Windows opens no folders and some network disks sync nothing (EPERM, EISDIR, EINVAL): nothing more can be done there. */
export function isDiskFailure(cause: unknown): boolean {
  const { code } = cause as NodeJS.ErrnoException
  return code === 'EIO' || code === 'ENOSPC' || code === 'EDQUOT'
}

/**
 * What a file that a person asked for is called until it is whole. Beside its place, because only there a rename is one step; not to be
 * guessed, because others may write to that folder; not shared by two windows. Open it with `wx`, and remove it where it comes to nothing.
 */
export function partNameOf(file: string): string {
  return `${file}.${randomBytes(6).toString('hex')}.part`
}

/** What a writer of this file left that was killed. Nobody writes it any more. */
export async function removePartsOf(file: string): Promise<void> {
  const { dir, base } = path.parse(file)
  const isPart = (name: string): boolean => name.startsWith(`${base}.`) && partEnd.test(name.slice(base.length))
  try {
    const names = (await fs.promises.readdir(dir)).filter(isPart)
    await Promise.all(names.map((name) => fs.promises.rm(path.join(dir, name), { force: true })))
  } catch {
    // ENOENT, EACCES, EISDIR: what can't be removed harms nobody.
  }
}

/** Not to be guessed, and not shared by two writers. */
function temporaryName(file: string): string {
  return `${file}.${randomBytes(6).toString('hex')}.tmp`
}

/** Null when there is no such file or it cannot be read: the caller starts afresh. */
export function readTextIfThere(file: string): string | null {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch {
    // ENOENT at the first start; EACCES and others leave us without the memory of the last run, which is no failure.
    return null
  }
}
