import fs from 'node:fs'

const pieceBytes = 16 * 1024
/** Callers that allow no more than this read files that the kernel makes in one piece. */
export const shortLimitBytes = 16 * 1024
/** Below a page nothing is missing. */
const shortFileBytes = 4000
let buffer = new Uint8Array(64 * 1024)

/**
 * Reads a file of /proc from its beginning, at most `maxBytes`. Its size is not known before (fstat says 0), so it is read until
 * nothing comes; into one buffer that is kept, because these reads happen often. Null: not there (any more), or not ours to read.
 * The bytes are a view that is valid until the next call.
 */
export function readProcBytes(file: string, maxBytes: number): Uint8Array | null {
  let fd: number
  try {
    fd = fs.openSync(file, 'r')
  } catch {
    // ENOENT (ended), EACCES, EPERM (somebody else's).
    return null
  }
  try {
    let length = 0
    for (;;) {
      if (buffer.length < Math.min(maxBytes, length + pieceBytes)) grow(length + pieceBytes)
      const count = fs.readSync(fd, buffer, length, Math.min(buffer.length, maxBytes) - length, null)
      length += count
      // One read gives a short file whole (stat, status, cgroup are made in one piece), so the read that would give nothing
      // is spared for them; long ones come in pages.
      const isWhole = count > 0 && length < shortFileBytes && maxBytes <= shortLimitBytes
      if (count === 0 || isWhole || length >= maxBytes) return buffer.subarray(0, length)
    }
  } catch {
    // ESRCH (ended while reading, kernel thread), EIO, EACCES.
    return null
  } finally {
    fs.closeSync(fd)
  }
}

export function readProcText(file: string, maxBytes: number): string | null {
  const bytes = readProcBytes(file, maxBytes)
  return bytes === null ? null : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
}

export function readProcLink(file: string): string | null {
  try {
    return fs.readlinkSync(file)
  } catch {
    // As above.
    return null
  }
}

function grow(wanted: number): void {
  const larger = new Uint8Array(Math.max(wanted, buffer.length * 2))
  larger.set(buffer)
  buffer = larger
}
