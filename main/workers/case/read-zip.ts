import { closeSync, read } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import {
  configure,
  ERR_ENCRYPTED,
  ERR_INVALID_PASSWORD,
  type FileEntry,
  Reader,
  SplitDataReader,
  ZipReader,
} from '@zip.js/zip.js/lib/zip-core-native.js'
import type { AppError } from '../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import { asIoError } from '../../foreign/foreign-question.ts'
import { openRegularFile } from '../../foreign/open-regular.ts'

/*
 * A package from somebody else. Its list of contents is untrusted: names that lead out of a folder, two entries of one name, entries that
 * lie in each other and lists that are longer than any case are refused, and no entry gives more bytes than its list says.
 */

export const maxEntries = 10_000
/** Of one entry and of all of them; more is no case but a trap. */
export const maxPackageBytes = 2 ** 41
/** Deflate makes no text smaller than this. */
const maxRatio = 1100
const readAt = promisify(read)

export interface ZipEntry {
  readonly name: string
  readonly sizeBytes: number
  readonly packedBytes: number
  readonly isEncrypted: boolean
  /** Calls `take` with views; resolves with the number of bytes. */
  read(take: (chunk: Uint8Array) => void | Promise<void>, signal?: AbortSignal): Promise<Result<number, AppError>>
}

export interface OpenZip {
  readonly entries: readonly ZipEntry[]
  close(): void
}

/** A regular file, or a stretch of a package in parts. */
class FdReader extends Reader<number> {
  readonly #fd: number

  constructor(fd: number, sizeBytes: number) {
    super(fd)
    this.#fd = fd
    this.size = sizeBytes
  }

  override async readUint8Array(index: number, length: number): Promise<Uint8Array> {
    const wanted = Math.max(0, Math.min(length, this.size - index))
    const bytes = new Uint8Array(wanted)
    let done = 0
    while (done < wanted) {
      // oxlint-disable-next-line no-await-in-loop -- until it is full or the file ends
      const { bytesRead } = await readAt(this.#fd, bytes, done, wanted - done, index + done)
      if (bytesRead === 0) break
      done += bytesRead
    }
    return bytes.subarray(0, done)
  }
}

/** `paths`: the only file, or all parts in their order. */
export async function openZip(paths: readonly string[], password: string | null): Promise<Result<OpenZip, AppError>> {
  configure({ useWebWorkers: false, chunkSize: 256 * 1024 })
  const descriptors: number[] = []
  const close = (): void => descriptors.splice(0).forEach((fd) => closeSync(fd))
  const readers: FdReader[] = []
  for (const file of paths) {
    const opened = openRegularFile(file)
    if (!opened.ok) {
      close()
      return err(asIoError(opened.error, file))
    }
    descriptors.push(opened.value.fd)
    readers.push(new FdReader(opened.value.fd, opened.value.stats.size))
  }
  const name = path.basename(paths.at(-1) ?? '')
  try {
    const [only] = readers
    const source = readers.length === 1 && only !== undefined ? only : new SplitDataReader(readers)
    const zip = new ZipReader(source, { strictness: 'strict', checkOverlappingEntry: true, checkCrc32: true })
    const entries: ZipEntry[] = []
    let sum = 0
    for await (const entry of zip.getEntriesGenerator()) {
      if (entries.length >= maxEntries) return refuse(`${maxEntries} entries at most`, 'more')
      if (entry.directory) continue
      const { uncompressedSize: sizeBytes, compressedSize: packedBytes } = entry
      sum += sizeBytes
      if (sum > maxPackageBytes) return refuse(`${maxPackageBytes} bytes at most`, `${sum}`)
      if (sizeBytes > packedBytes * maxRatio + 4096) return refuse('sizes that belong together', entry.filename)
      entries.push(entryOf(entry, password))
    }
    return ok({ entries, close })
  } catch (error) {
    close()
    return err(zipError(name, error))
  }
  function refuse(expected: string, found: string): Result<never, AppError> {
    close()
    return err({ kind: 'malformed', what: name, offset: 0, expected, found })
  }
}

function entryOf(entry: FileEntry, password: string | null): ZipEntry {
  const { filename, uncompressedSize, compressedSize, encrypted } = entry
  return {
    name: filename,
    sizeBytes: uncompressedSize,
    packedBytes: compressedSize,
    isEncrypted: encrypted,
    async read(take, signal) {
      let length = 0
      const target = new WritableStream<Uint8Array>({
        async write(chunk) {
          length += chunk.length
          if (length > uncompressedSize) throw new TooLong()
          await take(chunk)
        },
      })
      try {
        await entry.getData(target, {
          ...(password === null ? {} : { password }),
          ...(signal === undefined ? {} : { signal }),
        })
        return length === uncompressedSize
          ? ok(length)
          : err({
              kind: 'malformed',
              what: filename,
              offset: length,
              expected: `${uncompressedSize} bytes`,
              found: `${length}`,
            })
      } catch (error) {
        if (error instanceof TooLong)
          return err({
            kind: 'malformed',
            what: filename,
            offset: length,
            expected: `${uncompressedSize} bytes`,
            found: 'more',
          })
        return err(zipError(filename, error))
      }
    },
  }
}

class TooLong extends Error {}

/** What the reader throws is a sentence; an errno is an error of the disk. */
function zipError(what: string, error: unknown): AppError {
  const { code, message, name } = error as NodeJS.ErrnoException
  if (name === 'AbortError') return { kind: 'cancelled' }
  if (message === ERR_ENCRYPTED || message === ERR_INVALID_PASSWORD)
    return { kind: 'invalid-request', what: 'password', detail: message === ERR_ENCRYPTED ? 'missing' : 'wrong' }
  if (typeof code === 'string' && /^E[A-Z]+$/.test(code)) return { kind: 'io', operation: 'read', path: what, code }
  return { kind: 'malformed', what, offset: 0, expected: 'a zip file', found: message }
}
