/** Bytes that are put together piece by piece in room that is used again; it stays as large as the longest result so far. */
export class ByteSink {
  #bytes = new Uint8Array(1024)
  #length = 0

  get length(): number {
    return this.#length
  }

  clear(): void {
    this.#length = 0
  }

  writeByte(value: number): void {
    this.#reserve(1)
    this.#bytes[this.#length++] = value
  }

  /** Little endian. */
  writeUint16(value: number): void {
    this.writeByte(value & 255)
    this.writeByte(value >>> 8)
  }

  write(bytes: Uint8Array): void {
    this.#reserve(bytes.length)
    this.#bytes.set(bytes, this.#length)
    this.#length += bytes.length
  }

  /** What was written; valid until the next `clear` or write. */
  view(): Uint8Array {
    return this.#bytes.subarray(0, this.#length)
  }

  #reserve(more: number): void {
    const wanted = this.#length + more
    if (wanted <= this.#bytes.length) return
    const next = new Uint8Array(Math.max(wanted, this.#bytes.length * 2))
    next.set(this.#bytes.subarray(0, this.#length))
    this.#bytes = next
  }
}
