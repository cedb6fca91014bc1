import { guidToBytes } from './guid.ts'

/** Appends the protocol's scalars, strings and arrays. All numbers little-endian, no alignment, no padding. */
export class PayloadWriter {
  #bytes = new Uint8Array(256)
  #view = new DataView(this.#bytes.buffer)
  #length = 0

  get length(): number {
    return this.#length
  }

  u8(value: number): this {
    const at = this.#grow(1)
    this.#view.setUint8(at, value)
    return this
  }

  u16(value: number): this {
    const at = this.#grow(2)
    this.#view.setUint16(at, value, true)
    return this
  }

  u32(value: number): this {
    const at = this.#grow(4)
    this.#view.setUint32(at, value, true)
    return this
  }

  u64(value: bigint): this {
    const at = this.#grow(8)
    this.#view.setBigUint64(at, value, true)
    return this
  }

  bool(value: boolean): this {
    return this.u8(value ? 1 : 0)
  }

  /** `text` must satisfy `isGuid`. */
  guid(text: string): this {
    return this.raw(guidToBytes(text))
  }

  raw(bytes: Uint8Array): this {
    const at = this.#grow(bytes.length)
    this.#bytes.set(bytes, at)
    return this
  }

  /**
   * uint32 count of UTF-16 code units including the closing NUL, then the units. `null` is count 0 with no bytes, `''` is
   * count 1 and one NUL: some commands tell them apart.
   */
  string(text: string | null): this {
    if (text === null) return this.u32(0)
    this.u32(text.length + 1)
    for (let index = 0; index < text.length; index++) this.u16(text.charCodeAt(index))
    return this.u16(0)
  }

  /** A copy of what was written. */
  toBytes(): Uint8Array {
    return this.#bytes.slice(0, this.#length)
  }

  #grow(sizeBytes: number): number {
    const at = this.#length
    this.#length += sizeBytes
    if (this.#length > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(this.#length, this.#bytes.length * 2))
      larger.set(this.#bytes)
      this.#bytes = larger
      this.#view = new DataView(larger.buffer)
    }
    return at
  }
}
