import { ByteBuilder } from '../../shared/base/byte-builder.ts'
import { guidToBytes } from './guid.ts'

/** Appends the protocol's scalars, strings and arrays. All numbers little-endian, no alignment, no padding. */
export class PayloadWriter {
  readonly #bytes = new ByteBuilder()

  get length(): number {
    return this.#bytes.length
  }

  u8(value: number): this {
    this.#bytes.u8(value)
    return this
  }

  u16(value: number): this {
    this.#bytes.u16(value)
    return this
  }

  u32(value: number): this {
    this.#bytes.u32(value)
    return this
  }

  u64(value: bigint): this {
    this.#bytes.i64(value)
    return this
  }

  bool(value: boolean): this {
    return this.u8(value ? 1 : 0)
  }

  /** The text must satisfy `isGuid`. */
  guid(text: string): this {
    return this.raw(guidToBytes(text))
  }

  raw(bytes: Uint8Array): this {
    this.#bytes.bytes(bytes)
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

  /** What was written; the writer is empty afterwards. */
  takeBytes(): Uint8Array {
    return this.#bytes.take()
  }
}
