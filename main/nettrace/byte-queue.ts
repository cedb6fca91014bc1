/**
 * Bytes of a stream that are not consumed yet, always contiguous. A chunk that arrives while nothing is held is used in place;
 * only what is left of it at `settle` is copied. `streamOffset` is the absolute offset of `start`.
 */
export class ByteQueue {
  #own = new Uint8Array(0)
  #bytes: Uint8Array = this.#own
  #start = 0
  #end = 0
  #streamOffset = 0

  get bytes(): Uint8Array {
    return this.#bytes
  }
  get start(): number {
    return this.#start
  }
  get end(): number {
    return this.#end
  }
  get length(): number {
    return this.#end - this.#start
  }
  get streamOffset(): number {
    return this.#streamOffset
  }

  push(chunk: Uint8Array): void {
    if (this.length === 0) {
      this.#bytes = chunk
      this.#start = 0
      this.#end = chunk.length
      return
    }
    this.#reserve(chunk.length)
    this.#bytes.set(chunk, this.#end)
    this.#end += chunk.length
  }

  consume(byteCount: number): void {
    this.#start += byteCount
    this.#streamOffset += byteCount
  }

  /** Takes what is left into memory of our own; the pushed chunk is free again. */
  settle(): void {
    if (this.#bytes === this.#own) return
    const rest = this.#bytes.subarray(this.#start, this.#end)
    if (this.#own.length < rest.length) this.#own = new Uint8Array(roundUp(rest.length))
    this.#own.set(rest)
    this.#bytes = this.#own
    this.#start = 0
    this.#end = rest.length
  }

  clear(): void {
    this.#streamOffset += this.length
    this.#own = new Uint8Array(0)
    this.#bytes = this.#own
    this.#start = 0
    this.#end = 0
  }

  #reserve(extraBytes: number): void {
    const needed = this.length + extraBytes
    if (this.#end + extraBytes <= this.#own.length) return
    const target = needed <= this.#own.length ? this.#own : new Uint8Array(roundUp(needed))
    target.set(this.#bytes.subarray(this.#start, this.#end))
    this.#own = target
    this.#bytes = target
    this.#end = this.length
    this.#start = 0
  }
}

/** Powers of two, so that a block that arrives byte by byte is copied a logarithmic number of times. */
function roundUp(byteCount: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(byteCount, 4096)))
}
