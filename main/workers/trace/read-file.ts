import { closeSync, read } from 'node:fs'
import { promisify } from 'node:util'
import type { AppError } from '../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import { asIoError } from '../../foreign/foreign-question.ts'
import { openRegularFile } from '../../foreign/open-regular.ts'
import { ioError } from '../../os/io-error.ts'

const readAt = promisify(read)
/** One buffer of this size is used for the whole file; larger ones measured no faster. */
const stepBytes = 2 ** 20

/**
 * Reads a file from start to end in steps; messages are served between them. `take` gets a view that is overwritten by the
 * next step and returns false to stop. Resolves with the number of bytes read.
 */
export function readFileInSteps(path: string, take: (chunk: Uint8Array) => boolean): Promise<Result<number, AppError>> {
  const buffer = new Uint8Array(stepBytes)
  return readSteps(path, () => buffer, take)
}

/** The same into memory for all of it. A file that grows meanwhile is read as far as there is room. */
export function readFileInto(
  path: string,
  bytes: Uint8Array,
  onRead: (length: number) => boolean,
): Promise<Result<number, AppError>> {
  return readSteps(
    path,
    (from) => bytes.subarray(from, from + stepBytes),
    ({ byteOffset, length }) => onRead(byteOffset - bytes.byteOffset + length),
  )
}

/** @param room where the bytes from a place on go; empty: there is no more room */
async function readSteps(
  path: string,
  room: (from: number) => Uint8Array,
  take: (chunk: Uint8Array) => boolean,
): Promise<Result<number, AppError>> {
  const opened = openRegularFile(path)
  if (!opened.ok) return err(asIoError(opened.error, path))
  const { fd } = opened.value
  try {
    try {
      let total = 0
      for (;;) {
        const buffer = room(total)
        if (buffer.length === 0) return ok(total)
        // oxlint-disable-next-line no-await-in-loop -- one step after the other
        const { bytesRead } = await readAt(fd, buffer, 0, buffer.length, total)
        if (bytesRead === 0) return ok(total)
        total += bytesRead
        if (!take(buffer.subarray(0, bytesRead))) return err({ kind: 'cancelled' })
      }
    } finally {
      closeSync(fd)
    }
  } catch (error) {
    return err(ioError(error, 'read', path))
  }
}
