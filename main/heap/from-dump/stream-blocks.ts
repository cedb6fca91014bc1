import { largestBlockBytes, StreamError, streamMagic, streamVersion } from './dump-stream.ts'

const headBytes = 8
const blockHeadBytes = 5

/** Cuts the stream into blocks, however it arrives. Throws `StreamError`. */
export class StreamBlocks {
  readonly #use: (kind: number, payload: DataView, offset: number) => void
  #waiting = new Uint8Array(0)
  #offset = 0
  #hasHead = false

  constructor(use: (kind: number, payload: DataView, offset: number) => void) {
    this.#use = use
  }

  push(bytes: Uint8Array): void {
    const all = this.#waiting.length === 0 ? bytes : joined(this.#waiting, bytes)
    let at = 0
    if (!this.#hasHead) {
      if (all.length < headBytes) return this.#keep(all)
      this.#checkHead(all)
      at = headBytes
    }
    while (all.length - at >= blockHeadBytes) {
      const view = new DataView(all.buffer, all.byteOffset + at)
      const length = view.getUint32(1, true)
      const offset = this.#offset + at
      if (length > largestBlockBytes)
        throw new StreamError(offset, `at most ${largestBlockBytes} bytes`, String(length))
      if (all.length - at < blockHeadBytes + length) break
      this.#use(all[at]!, new DataView(all.buffer, all.byteOffset + at + blockHeadBytes, length), offset)
      at += blockHeadBytes + length
    }
    this.#offset += at
    this.#keep(all.subarray(at))
  }

  /** Bytes of a block that never became complete. */
  get waitingBytes(): number {
    return this.#waiting.length
  }

  get offset(): number {
    return this.#offset
  }

  #checkHead(all: Uint8Array): void {
    this.#hasHead = true
    if (streamMagic.some((byte, index) => all[index] !== byte))
      throw new StreamError(0, 'the stream of the dump reader', 'other bytes')
    const version = new DataView(all.buffer, all.byteOffset).getUint32(4, true)
    if (version !== streamVersion) throw new StreamError(4, `version ${streamVersion}`, String(version))
  }

  #keep(rest: Uint8Array): void {
    // A copy: the reader of the pipe may use its buffer again.
    this.#waiting = rest.slice()
  }
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(a.length + b.length)
  all.set(a)
  all.set(b, a.length)
  return all
}
