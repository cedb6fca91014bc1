import fs from 'node:fs'
import type { Disposable } from '../../../shared/base/disposable.ts'
import type { LaunchOutput } from '../../../shared/model/port.ts'

const mostMissing = 100

/**
 * What a launched program writes, in a file that it appends to by itself. Not a pipe: a full pipe stops the program, and one whose
 * reader has died ends many; a file does neither. When it has grown to its limit it is emptied: the program goes on appending.
 */
export class OutputFile implements Disposable {
  readonly #path: string
  readonly #limitBytes: number
  readonly #fd: number
  /** The file itself, also when its name is gone; where Windows appends it cannot empty. */
  readonly #emptyingFd: number
  #isClosed = false
  /** Bytes of the program that came before the first one in the file. */
  #droppedBytes = 0
  /** Positions in all that was written. */
  readonly #missing: { readonly start: number; end: number }[] = []

  constructor(path: string, limitBytes = 64 * 1024 * 1024) {
    this.#path = path
    this.#limitBytes = limitBytes
    // Append mode is what makes emptying work: the program writes at the end, wherever that is.
    this.#fd = fs.openSync(path, 'a', 0o600)
    try {
      this.#emptyingFd = fs.openSync(path, 'r+')
    } catch (cause) {
      fs.closeSync(this.#fd)
      throw cause
    }
  }

  /** For `spawn`. */
  get descriptor(): number {
    return this.#fd
  }

  /** All that was ever written. */
  get totalBytes(): number {
    return this.#droppedBytes + this.#missingUpTo(Infinity) + this.#size()
  }

  /** Of a program that does not write here by itself. After the end nothing: its descriptor may be that of another file by now. */
  append(bytes: Uint8Array): void {
    if (this.#isClosed) return
    fs.writeSync(this.#fd, bytes)
  }

  /** What the program has written and nobody has kept: all before it is dropped too. */
  leaveOut(count: number): void {
    if (this.#isClosed) return
    this.#droppedBytes = this.totalBytes + count
    this.#missing.length = 0
    fs.ftruncateSync(this.#emptyingFd, 0)
  }

  /** What the program has written at this place and nobody has: all before it is kept. */
  miss(count: number): void {
    if (this.#isClosed || count <= 0) return
    const start = this.totalBytes
    const last = this.#missing.at(-1)
    if (last?.end === start) last.end += count
    // There are as many places as a machine says.
    else if (this.#missing.length === mostMissing) this.leaveOut(count)
    else this.#missing.push({ start, end: start + count })
  }

  /** Empties it past the limit; called by whoever looks at it regularly. */
  trim(): void {
    const size = this.#size()
    if (this.#isClosed || size <= this.#limitBytes) return
    this.leaveOut(0)
  }

  /** From a position in all that was ever written; what is not kept any more is left out. Never splits a character. */
  read(fromOffset: number, maxBytes: number): Omit<LaunchOutput, 'stream'> {
    const droppedBytes = this.#droppedBytes
    const offset = Math.max(fromOffset, droppedBytes)
    const nothing = { text: '', offset, nextOffset: offset, droppedBytes, missingBytes: 0 }
    const missing = this.#missing.find(({ end }) => end > offset)
    if (missing !== undefined && missing.start <= offset)
      return { ...nothing, nextOffset: missing.end, missingBytes: missing.end - offset }
    const bytes = Buffer.alloc(Math.min(maxBytes, missing === undefined ? maxBytes : missing.start - offset))
    // Removed behind our back: what it held can no longer be read, which is nothing to fail for.
    if (!fs.existsSync(this.#path)) return nothing
    const fd = fs.openSync(this.#path, 'r')
    let count = 0
    try {
      count = fs.readSync(fd, bytes, 0, bytes.length, offset - droppedBytes - this.#missingUpTo(offset))
    } finally {
      fs.closeSync(fd)
    }
    // The rest of a character that is missing will never come.
    const isAtMissing = offset + count === missing?.start
    const whole = isAtMissing ? count : wholeCharacters(bytes.subarray(0, count))
    return { ...nothing, text: bytes.toString('utf8', 0, whole), nextOffset: offset + whole }
  }

  dispose(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    fs.closeSync(this.#fd)
    fs.closeSync(this.#emptyingFd)
  }

  #missingUpTo(offset: number): number {
    return this.#missing.reduce((sum, { start, end }) => (end <= offset ? sum + end - start : sum), 0)
  }

  #size(): number {
    return fs.statSync(this.#path, { throwIfNoEntry: false })?.size ?? 0
  }
}

/** Length without a UTF-8 sequence that is cut off at the end; bytes that are no UTF-8 count as they are. */
function wholeCharacters(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0
    if ((byte & 0xc0) === 0x80) continue
    const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1
    return needed > back ? bytes.length - back : bytes.length
  }
  return bytes.length
}
