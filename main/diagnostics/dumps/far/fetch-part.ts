import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { madeFileAt, removeMadeFile } from '../made-file.ts'

/** What a fetch has brought so far. */
export interface FetchPart {
  /** In its name, which nobody else knows beforehand. */
  readonly token: string
  readonly sizeBytes: number
  /** The file on the other machine, as it was when this was begun. */
  readonly modified: string | null
}

export interface OpenPart {
  readonly token: string
  readonly path: string
  readonly handle: fs.promises.FileHandle
}

/** Only readable by its owner, links are not followed, and a FIFO in its place holds nobody up. */
const { O_RDWR, O_CREAT, O_EXCL, O_NOFOLLOW, O_NONBLOCK } = fs.constants
const longestName = 60

export function partPath(folder: string, fileName: string, token: string): string {
  return path.join(folder, `${fileName.slice(0, longestName)}.${token}.partial`)
}

/** The one that is there, or a new one. What has its name and is not a file with this name alone is left as it is. */
export async function openPart(folder: string, fileName: string, known: string | null): Promise<OpenPart> {
  const kept = known === null ? null : await openKept(partPath(folder, fileName, known))
  if (known !== null && kept !== null) return { token: known, path: partPath(folder, fileName, known), handle: kept }
  const token = randomBytes(8).toString('hex')
  const file = partPath(folder, fileName, token)
  await fs.promises.mkdir(folder, { recursive: true })
  return { token, path: file, handle: await fs.promises.open(file, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600) }
}

async function openKept(file: string): Promise<fs.promises.FileHandle | null> {
  let handle: fs.promises.FileHandle
  try {
    handle = await fs.promises.open(file, O_RDWR | O_NOFOLLOW | O_NONBLOCK)
  } catch {
    // ENOENT nearly always: somebody has tidied up.
    return null
  }
  const found = await handle.stat()
  if (found.isFile() && found.nlink === 1) return handle
  await handle.close()
  return null
}

/** Nothing happens where there is none. */
export function removePart(folder: string, fileName: string, token: string): void {
  const made = madeFileAt(partPath(folder, fileName, token))
  if (made === null) return
  try {
    removeMadeFile(made)
  } catch {
    // It stays, with a name that says what it is.
  }
}
