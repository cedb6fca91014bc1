import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import type { AppError } from '../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import type { CaseQuestions } from './case-protocol.ts'
import { openZip, type OpenZip, type ZipEntry } from './read-zip.ts'

type Asks<Name extends keyof CaseQuestions> = CaseQuestions[Name]['asks']
type Gets<Name extends keyof CaseQuestions> = Promise<Result<CaseQuestions[Name]['gets'], AppError>>

/** More than anybody reads on a page. */
const maxTextBytes = 4 * 1024 * 1024

/** The beginning of a long one. */
export async function readPackageText({ paths, password, name }: Asks<'read-text'>): Gets<'read-text'> {
  return withZip(paths, password, async (zip) => {
    const entry = zip.entries.find((one) => one.name === name)
    if (entry === undefined) return err({ kind: 'not-found', what: 'file' })
    const head = await headOf(entry, maxTextBytes)
    if (head === null) return err({ kind: 'malformed', what: name, offset: 0, expected: 'text', found: 'damaged data' })
    const text = new TextDecoder().decode(head)
    // A line that was cut off is no line.
    const isCut = entry.sizeBytes > maxTextBytes
    return ok({ text: isCut ? text.slice(0, text.lastIndexOf('\n') + 1) : text, isCut })
  })
}

/** Under a new name in a folder of ours: the last part of its own, which says how it is opened. */
export async function unpackFile({ paths, password, name, folder, sha256 }: Asks<'unpack'>): Gets<'unpack'> {
  return withZip(paths, password, async (zip) => {
    const entry = zip.entries.find((one) => one.name === name)
    if (entry === undefined) return err({ kind: 'not-found', what: 'file' })
    const target = path.join(folder, safeName(name))
    const fd = fs.openSync(target, 'wx', 0o600)
    let isWhole = false
    try {
      const hash = createHash('sha256')
      const read = await entry.read((chunk) => {
        hash.update(chunk)
        fs.writeFileSync(fd, chunk)
      })
      if (!read.ok) return read
      const found = hash.digest('hex')
      if (found !== sha256) return err({ kind: 'malformed', what: name, offset: 0, expected: sha256, found })
      isWhole = true
      return ok({ path: target, sizeBytes: read.value })
    } finally {
      fs.closeSync(fd)
      if (!isWhole) fs.rmSync(target, { force: true })
    }
  })
}

/** No path, no dots at its beginning, nothing that a shell or a file system takes for something else. */
export function safeName(name: string): string {
  const last = path.posix.basename(name.replaceAll('\\', '/')).replaceAll(/[^\w.-]/g, '_')
  return last.replace(/^[.-]+/, '').slice(-120) || 'file'
}

async function withZip<Value>(
  paths: readonly string[],
  password: string | null,
  use: (zip: OpenZip) => Promise<Result<Value, AppError>>,
): Promise<Result<Value, AppError>> {
  const zip = await openZip(paths, password)
  if (!zip.ok) return zip
  try {
    return await use(zip.value)
  } catch (error) {
    const { code, path: place } = error as NodeJS.ErrnoException
    if (typeof code !== 'string' || place === undefined) throw error
    return err({ kind: 'io', operation: 'write', path: place, code })
  } finally {
    zip.value.close()
  }
}

/** Null: it can't be read. What is beyond the limit is not unpacked. */
async function headOf(entry: ZipEntry, maxBytes: number): Promise<Uint8Array | null> {
  const stop = new AbortController()
  const pieces: Buffer[] = []
  let length = 0
  const read = await entry.read((chunk) => {
    if (length < maxBytes) pieces.push(Buffer.from(chunk.subarray(0, maxBytes - length)))
    length += chunk.length
    if (length >= maxBytes) stop.abort()
  }, stop.signal)
  if (!read.ok && !(read.error.kind === 'cancelled' && stop.signal.aborted)) return null
  return Buffer.concat(pieces)
}
