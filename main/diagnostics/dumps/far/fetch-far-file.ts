import { createHash } from 'node:crypto'
import fs from 'node:fs'
import type { AppError } from '../../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../../shared/base/result.ts'
import type { FetchCheck } from '../../../../shared/model/dump.ts'
import { farBlockBytes } from '../../../machines/far-file-script.ts'
import { isSameFarFile, maxBlocks, type FarFile, type FarFiles } from '../../../machines/far-files.ts'
import { PosixCksum } from './posix-cksum.ts'

export interface FetchOptions {
  readonly pid: number
  readonly path: string
  /** As it was when it was made. */
  readonly file: FarFile
  /** Then what it held at that time is fetched. */
  readonly mayGrow?: boolean
  /** Here; what is in it already is kept, and compared with the rest at the end. */
  readonly partPath: string
  readonly signal: AbortSignal
  readonly onProgress?: (bytes: number) => void
  /** Everything is here. */
  readonly onChecking?: () => void
}

export interface Fetched {
  readonly check: FetchCheck
  readonly sha256: string
}

/** A block should take about this long: then nothing that comes behind it on the link waits for much longer. */
const blockMs = 500
const firstBlocks = 4

/** Only readable by its owner, links are not followed. */
const partFlags = fs.constants.O_RDWR | fs.constants.O_CREAT | fs.constants.O_NOFOLLOW

/** A file of another machine, block by block, checked against that machine's own checksum. */
export async function fetchFarFile(
  files: Pick<FarFiles, 'look' | 'read' | 'sum'>,
  options: FetchOptions,
): Promise<Result<Fetched, AppError>> {
  const { pid, path, partPath, signal } = options
  const looked = await files.look(pid, path)
  if (signal.aborted) return err({ kind: 'cancelled' })
  if (!looked.ok) return looked
  if (!isStillThere(looked.value, options)) return err({ kind: 'not-found', what: 'the unchanged file' })
  let part: fs.promises.FileHandle
  try {
    part = await fs.promises.open(partPath, partFlags, 0o600)
  } catch (cause) {
    return err(ioError(partPath, cause))
  }
  try {
    const copied = await copy(files, part, options)
    if (signal.aborted) return err({ kind: 'cancelled' })
    if (!copied.ok) return copied
    options.onChecking?.()
    await part.sync()
    return await compare(files, copied.value, options)
  } catch (cause) {
    return err(ioError(partPath, cause))
  } finally {
    await part.close().catch(() => undefined)
  }
}

interface Sums {
  readonly sha256: string
  readonly cksum: string
}

async function copy(
  files: Pick<FarFiles, 'read'>,
  part: fs.promises.FileHandle,
  { file: { sizeBytes }, signal, onProgress }: FetchOptions,
): Promise<Result<Sums, AppError>> {
  const sha256 = createHash('sha256')
  const cksum = new PosixCksum()
  let offset = await keptBytes(part, sizeBytes)
  await part.truncate(offset)
  const buffer = Buffer.alloc(farBlockBytes * maxBlocks)
  for (let at = 0; at < offset && !signal.aborted;) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const { bytesRead } = await part.read(buffer, 0, Math.min(buffer.length, offset - at), at)
    if (bytesRead === 0) break
    sha256.update(buffer.subarray(0, bytesRead))
    cksum.update(buffer.subarray(0, bytesRead))
    at += bytesRead
  }
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
  return ok({ sha256: sha256.digest('hex'), cksum: cksum.digest() })
}

/** Whole blocks of an earlier fetch. */
async function keptBytes(part: fs.promises.FileHandle, sizeBytes: number): Promise<number> {
  const { size } = await part.stat()
  return size > sizeBytes ? 0 : Math.floor(size / farBlockBytes) * farBlockBytes
}

async function compare(
  files: Pick<FarFiles, 'look' | 'sum'>,
  sums: Sums,
  options: FetchOptions,
): Promise<Result<Fetched, AppError>> {
  const { pid, path, file, signal } = options
  const sum = await files.sum(file.sizeBytes)
  if (signal.aborted) return err({ kind: 'cancelled' })
  if (!sum.ok) return sum
  if (sum.value === null) {
    const looked = await files.look(pid, path)
    if (!looked.ok) return looked
    if (!isStillThere(looked.value, options)) return err({ kind: 'not-found', what: 'the unchanged file' })
    return ok({ check: 'size-only', sha256: sums.sha256 })
  }
  const { kind, value } = sum.value
  if (value === sums[kind]) return ok({ check: kind, sha256: sums.sha256 })
  return err({ kind: 'malformed', what: 'fetched file', offset: 0, expected: `${kind} ${value}`, found: sums[kind] })
}

function isStillThere(found: FarFile | null | 'unreadable', { file, mayGrow }: FetchOptions): boolean {
  if (found === null || found === 'unreadable' || !isSameFarFile(found, file)) return false
  return found.sizeBytes === file.sizeBytes || (mayGrow === true && found.sizeBytes > file.sizeBytes)
}

function ioError(path: string, cause: unknown): AppError {
  return { kind: 'io', operation: 'write', path, code: (cause as NodeJS.ErrnoException).code ?? 'unknown' }
}
