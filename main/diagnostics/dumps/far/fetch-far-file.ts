import { createHash, type Hash } from 'node:crypto'
import type fs from 'node:fs'
import type { AppError } from '../../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../../shared/base/result.ts'
import type { FetchCheck } from '../../../../shared/model/dump.ts'
import { farBlockBytes } from '../../../machines/far-file-script.ts'
import { isSameFarFile, maxBlocks, type FarFile, type FarFiles, type FarSum } from '../../../machines/far-files.ts'
import { openPart, type FetchPart, type OpenPart } from './fetch-part.ts'
import { PosixCksum } from './posix-cksum.ts'

export interface FetchOptions {
  readonly pid: number
  readonly path: string
  /** As it was when it was made. */
  readonly file: FarFile
  /** Then what it held at that time is fetched. */
  readonly mayGrow?: boolean
  /** Of this machine, and the name there. */
  readonly localFolder: string
  readonly fileName: string
  /** What an earlier fetch has brought: it is gone on from there if it is what that machine has. */
  readonly part: FetchPart | null
  readonly signal: AbortSignal
  /** Where it goes, and how much of it is here. */
  readonly onBegun?: (part: FetchPart, path: string) => void
  readonly onProgress?: (bytes: number) => void
  /** Everything is here. */
  readonly onChecking?: () => void
}

export interface Fetched {
  readonly check: FetchCheck
  readonly sha256: string
  /** The copy, under the name of a part. */
  readonly partPath: string
}

/** A block should take about this long: then nothing that comes behind it on the link waits for much longer. */
const blockMs = 500
const firstBlocks = 4

/** A file of another machine, block by block, checked against that machine's own checksum. */
export async function fetchFarFile(
  files: Pick<FarFiles, 'look' | 'read' | 'sum'>,
  options: FetchOptions,
): Promise<Result<Fetched, AppError>> {
  const { pid, path, localFolder, fileName, signal } = options
  const looked = await files.look(pid, path)
  if (signal.aborted) return err({ kind: 'cancelled' })
  if (!looked.ok) return looked
  const there = looked.value
  if (!isStillThere(there, options)) return err({ kind: 'not-found', what: 'the unchanged file' })
  let opened: OpenPart
  try {
    opened = await openPart(localFolder, fileName, options.part?.token ?? null)
  } catch (cause) {
    return err(ioError(localFolder, cause))
  }
  const { handle, path: partPath, token } = opened
  try {
    const kept = await keep(files, handle, there.modified, options)
    if (!kept.ok) return signal.aborted ? err({ kind: 'cancelled' }) : kept
    options.onBegun?.({ token, sizeBytes: kept.value.sizeBytes, modified: there.modified }, partPath)
    const copied = await copy(files, handle, kept.value, options)
    if (signal.aborted) return err({ kind: 'cancelled' })
    if (!copied.ok) return copied
    options.onChecking?.()
    await handle.sync()
    const check = await compare(files, copied.value, options)
    return check.ok ? ok({ check: check.value, sha256: sumOf(copied.value).sha256, partPath }) : check
  } catch (cause) {
    return err(ioError(partPath, cause))
  } finally {
    await handle.close().catch(() => undefined)
  }
}

interface Summed {
  readonly sizeBytes: number
  readonly sha256: Hash
  readonly cksum: PosixCksum
}

/** What is in the part already, if that machine has the very same bytes; else nothing, and the part is emptied. */
async function keep(
  files: Pick<FarFiles, 'sum'>,
  handle: fs.promises.FileHandle,
  modified: string | null,
  options: FetchOptions,
): Promise<Result<Summed, AppError>> {
  const { file, part, mayGrow = false, signal } = options
  const { size } = await handle.stat()
  const isOlder = !mayGrow && part !== null && part.modified !== modified
  const whole = size > file.sizeBytes || isOlder ? 0 : Math.floor(size / farBlockBytes) * farBlockBytes
  if (whole > 0) {
    options.onChecking?.()
    const here = await summed(handle, whole, signal)
    if (signal.aborted) return err({ kind: 'cancelled' })
    const there = await files.sum(whole)
    if (!there.ok) return there
    if (there.value !== null && sumOf(here)[there.value.kind] === there.value.value) {
      await handle.truncate(whole)
      return ok(here)
    }
  }
  await handle.truncate(0)
  return ok({ sizeBytes: 0, sha256: createHash('sha256'), cksum: new PosixCksum() })
}

async function summed(handle: fs.promises.FileHandle, sizeBytes: number, signal: AbortSignal): Promise<Summed> {
  const sums = { sizeBytes, sha256: createHash('sha256'), cksum: new PosixCksum() }
  const buffer = Buffer.alloc(farBlockBytes * maxBlocks)
  for (let at = 0; at < sizeBytes && !signal.aborted;) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const { bytesRead } = await handle.read(buffer, 0, Math.min(buffer.length, sizeBytes - at), at)
    if (bytesRead === 0) break
    sums.sha256.update(buffer.subarray(0, bytesRead))
    sums.cksum.update(buffer.subarray(0, bytesRead))
    at += bytesRead
  }
  return sums
}

/** So far: more may be added. */
function sumOf({ sha256, cksum }: Summed): Readonly<Record<FarSum['kind'], string>> {
  return { sha256: sha256.copy().digest('hex'), cksum: cksum.digest() }
}

async function copy(
  files: Pick<FarFiles, 'read'>,
  part: fs.promises.FileHandle,
  kept: Summed,
  { file: { sizeBytes }, signal, onProgress }: FetchOptions,
): Promise<Result<Summed, AppError>> {
  const { sha256, cksum } = kept
  let offset = kept.sizeBytes
  let blocks = firstBlocks
  while (offset < sizeBytes && !signal.aborted) {
    onProgress?.(offset)
    const startMs = performance.now()
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const read = await files.read(offset / farBlockBytes, blocks)
    if (!read.ok) return read
    const wanted = Math.min(blocks * farBlockBytes, sizeBytes - offset)
    if (read.value.length !== wanted)
      return err({
        kind: 'malformed',
        what: 'file of the other machine',
        offset,
        expected: `${wanted} bytes`,
        found: `${read.value.length} bytes`,
      })
    // oxlint-disable-next-line no-await-in-loop -- as above
    const { bytesWritten } = await part.write(read.value, 0, wanted, offset)
    if (bytesWritten !== wanted) throw Object.assign(new Error('the disk is full'), { code: 'ENOSPC' })
    sha256.update(read.value)
    cksum.update(read.value)
    offset += wanted
    const tookMs = performance.now() - startMs
    if (tookMs < blockMs / 2) blocks = Math.min(maxBlocks, blocks * 2)
    else if (tookMs > blockMs * 2) blocks = Math.max(1, Math.floor(blocks / 2))
  }
  onProgress?.(offset)
  return ok({ sizeBytes, sha256, cksum })
}

async function compare(
  files: Pick<FarFiles, 'look' | 'sum'>,
  copied: Summed,
  options: FetchOptions,
): Promise<Result<FetchCheck, AppError>> {
  const { pid, path, file, signal } = options
  const sum = await files.sum(file.sizeBytes)
  if (signal.aborted) return err({ kind: 'cancelled' })
  if (!sum.ok) return sum
  if (sum.value === null) {
    const looked = await files.look(pid, path)
    if (!looked.ok) return looked
    if (!isStillThere(looked.value, options)) return err({ kind: 'not-found', what: 'the unchanged file' })
    return ok('size-only')
  }
  const { kind, value } = sum.value
  const sums = sumOf(copied)
  if (value === sums[kind]) return ok(kind)
  return err({ kind: 'malformed', what: 'fetched file', offset: 0, expected: `${kind} ${value}`, found: sums[kind] })
}

function isStillThere(found: FarFile | null | 'unreadable', { file, mayGrow }: FetchOptions): found is FarFile {
  if (found === null || found === 'unreadable' || !isSameFarFile(found, file)) return false
  return found.sizeBytes === file.sizeBytes || (mayGrow === true && found.sizeBytes > file.sizeBytes)
}

function ioError(path: string, cause: unknown): AppError {
  return { kind: 'io', operation: 'write', path, code: (cause as NodeJS.ErrnoException).code ?? 'unknown' }
}
