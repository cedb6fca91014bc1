/**
 * Growing little-endian byte buffer; `take` hands out a right-sized copy and starts anew. Its room is used again and stays as large as
 * the longest result.
 */
export class ByteBuilder {
  #bytes = new Uint8Array(256)
  #view = new DataView(this.#bytes.buffer)
  #length = 0

  get length(): number {
    return this.#length
  }

  u8(value: number): this {
    const offset = this.#grow(1)
    this.#view.setUint8(offset, value)
    return this
  }

  u16(value: number): this {
    const offset = this.#grow(2)
    this.#view.setUint16(offset, value, true)
    return this
  }

  i32(value: number): this {
    const offset = this.#grow(4)
    this.#view.setInt32(offset, value, true)
    return this
  }

  u32(value: number): this {
    const offset = this.#grow(4)
    this.#view.setUint32(offset, value, true)
    return this
  }

  i64(value: bigint): this {
    const offset = this.#grow(8)
    this.#view.setBigInt64(offset, value, true)
    return this
  }

  f32(value: number): this {
    const offset = this.#grow(4)
    this.#view.setFloat32(offset, value, true)
    return this
  }

  f64(value: number): this {
    const offset = this.#grow(8)
    this.#view.setFloat64(offset, value, true)
    return this
  }

  varint(value: bigint): this {
    let rest = BigInt.asUintN(64, value)
    while (rest >= 128n) {
      this.u8(Number(rest & 127n) | 128)
      rest >>= 7n
    }
    return this.u8(Number(rest))
  }

  /** The same of a whole number from 0 to 2^53, many times as fast. */
  varintOf(value: number): this {
    let rest = value
    while (rest >= 128) {
      this.u8((rest & 127) | 128)
      rest = rest < 2 ** 31 ? rest >>> 7 : Math.floor(rest / 128)
    }
    return this.u8(rest)
  }

  /** UTF-16 with a closing zero; a zero inside would end the text early and is left out. */
  text(value: string): this {
    for (let index = 0; index < value.length; index++) {
      const unit = value.charCodeAt(index)
      if (unit !== 0) this.u16(unit)
    }
    return this.u16(0)
  }

  /** Varint byte count and UTF-8, as V6 has its texts. */
  text6(value: string): this {
    const bytes = utf8(value)
    return this.varint(BigInt(bytes.length)).bytes(bytes)
  }

  /** Zig-zag varint. */
  signedVarint(value: bigint): this {
    return this.varint(BigInt.asUintN(64, (value << 1n) ^ (value >> 63n)))
  }

  ascii(value: string): this {
    for (let index = 0; index < value.length; index++) this.u8(value.charCodeAt(index) & 127)
    return this
  }

  bytes(value: Uint8Array): this {
    const offset = this.#grow(value.length)
    this.#bytes.set(value, offset)
    return this
  }

  setI32(offset: number, value: number): void {
    this.#view.setInt32(offset, value, true)
  }

  clear(): void {
    this.#length = 0
  }

  /** What was written, without a copy; valid until the next `clear`, `take` or write. */
  view(): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(0, this.#length)
  }

  take(): Uint8Array<ArrayBuffer> {
    const taken = this.#bytes.slice(0, this.#length)
    this.clear()
    return taken
  }

  /** May replace the view: call it before touching `#view`. */
  #grow(byteCount: number): number {
    const offset = this.#length
    this.#length += byteCount
    if (this.#length > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(this.#length, this.#bytes.length * 2))
      larger.set(this.#bytes)
      this.#bytes = larger
      this.#view = new DataView(larger.buffer)
    }
    return offset
  }
}

/** Without TextEncoder, which the pure rooms do not have; lone surrogates become U+FFFD. */
export function utf8(value: string): Uint8Array<ArrayBuffer> {
  const bytes: number[] = []
  for (const character of value) {
    const point = character.codePointAt(0) ?? 0
    const code = point >= 0xd800 && point < 0xe000 ? 0xfffd : point
    if (code < 0x80) bytes.push(code)
    else if (code < 0x800) bytes.push(0xc0 | (code >> 6), 0x80 | (code & 63))
    else if (code < 0x1_0000) bytes.push(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63))
    else bytes.push(0xf0 | (code >> 18), 0x80 | ((code >> 12) & 63), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63))
  }
  return Uint8Array.from(bytes)
}
