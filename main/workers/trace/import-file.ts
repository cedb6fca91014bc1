import { closeSync, readFileSync, readSync } from 'node:fs'
import { constants, gunzipSync } from 'node:zlib'
import type { AppError } from '../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import { importLimits, tooLarge } from '../../analysis/imports/import-damage.ts'
import type { ImportedProfile } from '../../analysis/imports/imported-profile.ts'
import { readProfile } from '../../analysis/imports/read-profile.ts'
import { isGzip, sniffedBytes, sniffProfile } from '../../analysis/imports/sniff-profile.ts'
import { asIoError } from '../../foreign/foreign-question.ts'
import { openRegularFile } from '../../foreign/open-regular.ts'
import { readFileInSteps } from './read-file.ts'
import { ioError } from '../../os/io-error.ts'

/** Files that begin so are never looked through for anything else. */
const traceMagic = Buffer.from('Nettrace', 'latin1')

/** Whether a file is a profile that another tool wrote, packed or not, by its first bytes. False also where it cannot be read. */
export function isImport(path: string): boolean {
  const head = readHead(path)
  if (traceMagic.every((byte, at) => head[at] === byte)) return false
  if (!isGzip(head)) return sniffProfile(head) !== null
  const unpacked = gunzip(head, constants.Z_SYNC_FLUSH)
  // What is wrong with it is said when it is read.
  return !unpacked.ok || sniffProfile(unpacked.value) !== null
}

/** A profile of another tool, packed with gzip or not. Its file is in memory while it is read, `importLimits.bytes` at most. */
export async function readImport(
  path: string,
  onBytes: (readBytes: number) => boolean,
): Promise<Result<ImportedProfile, AppError>> {
  const read = await readWhole(path, onBytes)
  return read.ok ? profileOf(read.value) : read
}

/** The same in one go, for a thread that has nothing else to do. */
export function readImportNow(path: string): Result<ImportedProfile, AppError> {
  const opened = openRegularFile(path)
  if (!opened.ok) return err(asIoError(opened.error, path))
  const { fd, stats } = opened.value
  try {
    return stats.size > importLimits.bytes ? err(tooLarge('bytes')) : profileOf(readFileSync(fd))
  } catch (error) {
    return err(ioError(error, 'read', path))
  } finally {
    closeSync(fd)
  }
}

function profileOf(bytes: Uint8Array): Result<ImportedProfile, AppError> {
  if (!isGzip(bytes)) return readProfile(bytes)
  const unpacked = unpack(bytes)
  return unpacked.ok ? readProfile(unpacked.value.bytes, unpacked.value.isCut) : unpacked
}

function readHead(path: string): Uint8Array {
  const opened = openRegularFile(path)
  if (!opened.ok) return new Uint8Array(0)
  const { fd } = opened.value
  try {
    const head = new Uint8Array(sniffedBytes)
    return head.subarray(0, readSync(fd, head, 0, sniffedBytes, 0))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error
    return new Uint8Array(0)
  } finally {
    closeSync(fd)
  }
}

/** `onBytes` returns false to stop. */
async function readWhole(path: string, onBytes: (readBytes: number) => boolean): Promise<Result<Uint8Array, AppError>> {
  const opened = openRegularFile(path)
  if (!opened.ok) return err(asIoError(opened.error, path))
  const { fd, stats } = opened.value
  closeSync(fd)
  if (stats.size > importLimits.bytes) return err(tooLarge('bytes'))
  // A file that grows meanwhile is read as far as it went.
  const bytes = new Uint8Array(stats.size)
  let readBytes = 0
  const read = await readFileInSteps(path, (chunk) => {
    const fitting = chunk.subarray(0, bytes.length - readBytes)
    bytes.set(fitting, readBytes)
    readBytes += fitting.length
    return onBytes(readBytes)
  })
  return read.ok ? ok(bytes.subarray(0, readBytes)) : read
}

interface Unpacked {
  readonly bytes: Uint8Array
  /** The end of the packed file is missing. */
  readonly isCut: boolean
}

/** Refuses what would be larger than `importLimits.bytes` before it is. */
function unpack(packed: Uint8Array): Result<Unpacked, AppError> {
  const whole = gunzip(packed, constants.Z_FINISH)
  if (whole.ok) return ok({ bytes: whole.value, isCut: false })
  if (whole.error === 'ERR_BUFFER_TOO_LARGE') return err(tooLarge('bytes'))
  const part = whole.error === 'Z_BUF_ERROR' ? gunzip(packed, constants.Z_SYNC_FLUSH) : whole
  if (part.ok) return ok({ bytes: part.value, isCut: true })
  return err({
    kind: 'malformed',
    what: 'gzip file',
    offset: 0,
    expected: 'data that can be decompressed',
    found: part.error === 'Z_DATA_ERROR' ? 'damaged data' : part.error,
  })
}

function gunzip(packed: Uint8Array, finishFlush: number): Result<Uint8Array, string> {
  try {
    return ok(gunzipSync(packed, { maxOutputLength: importLimits.bytes, finishFlush }))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    return err(code)
  }
}
