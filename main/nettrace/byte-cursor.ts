/**
 * Bounds-checked reading of fixed layouts. A read beyond the end returns 0 (or an empty text) and sets `isExhausted`, so that
 * a decoder checks once per record instead of once per field; nothing is ever read outside `[position, end)`.
 */
export class ByteCursor {
  position = 0
  end = 0
  isExhausted = false
  #bytes: Uint8Array = new Uint8Array(0)
  #view: DataView = new DataView(new ArrayBuffer(0))

  constructor(bytes?: Uint8Array) {
    if (bytes) this.reset(bytes, 0, bytes.length)
  }

  get bytes(): Uint8Array {
    return this.#bytes
  }

  get remaining(): number {
    return this.end - this.position
  }

  reset(bytes: Uint8Array, start: number, end: number): void {
    if (bytes !== this.#bytes) {
      this.#bytes = bytes
      this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    }
    this.position = start
    this.end = end
    this.isExhausted = false
  }

  u8(): number {
    return this.#take(1) ? this.#view.getUint8(this.position - 1) : 0
  }

  u16(): number {
    return this.#take(2) ? this.#view.getUint16(this.position - 2, true) : 0
  }

  i32(): number {
    return this.#take(4) ? this.#view.getInt32(this.position - 4, true) : 0
  }

  u32(): number {
    return this.#take(4) ? this.#view.getUint32(this.position - 4, true) : 0
  }

  i64(): bigint {
    return this.#take(8) ? this.#view.getBigInt64(this.position - 8, true) : 0n
  }

  u64(): bigint {
    return this.#take(8) ? this.#view.getBigUint64(this.position - 8, true) : 0n
  }

  f64(): number {
    return this.#take(8) ? this.#view.getFloat64(this.position - 8, true) : 0
  }

  /** LEB128 of at most 32 bits; a longer one exhausts the cursor. */
  varint32(): number {
    const value = this.varint64()
    if (value > 0xffffffffn) this.isExhausted = true
    return Number(value & 0xffffffffn)
  }

  /** LEB128 of at most ten bytes; bits beyond 64 are dropped. */
  varint64(): bigint {
    let value = 0n
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = this.u8()
      value |= BigInt(byte & 127) << shift
      if (byte < 128) return BigInt.asUintN(64, value)
    }
    this.isExhausted = true
    return 0n
  }

  /** Zig-zag: the lowest bit is the sign. */
  signedVarint64(): bigint {
    const value = this.varint64()
    return (value >> 1n) ^ -(value & 1n)
  }

  /** A byte count as a varint, then UTF-8; `limitBytes` at most are kept, all are skipped. */
  utf8(limitBytes: number): string {
    const byteCount = this.varint32()
    if (!this.#take(byteCount) || this.isExhausted) {
      this.isExhausted = true
      return ''
    }
    const start = this.position - byteCount
    return utf8Text(this.#bytes, start, start + Math.min(byteCount, limitBytes))
  }

  /** Zero-terminated UTF-16; `limitChars` characters at most are kept, all are skipped. */
  text(limitChars: number): string {
    const start = this.position
    for (let position = start; position + 1 < this.end; position += 2) {
      if (this.#bytes[position] !== 0 || this.#bytes[position + 1] !== 0) continue
      this.position = position + 2
      return utf16Text(this.#bytes, start, Math.min(position, start + limitChars * 2))
    }
    this.isExhausted = true
    this.position = this.end
    return ''
  }

  skip(byteCount: number): void {
    if (byteCount < 0) this.isExhausted = true
    else this.#take(byteCount)
  }

  #take(byteCount: number): boolean {
    if (byteCount > this.end - this.position) {
      this.isExhausted = true
      this.position = this.end
      return false
    }
    this.position += byteCount
    return true
  }
}

/** UTF-8 as text; what is not valid becomes U+FFFD. Written out because the pure rooms have no TextDecoder. */
export function utf8Text(bytes: Uint8Array, start: number, end: number): string {
  let text = ''
  let position = start
  while (position < end) {
    const first = bytes[position]!
    const length = first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0
    let code = length === 1 ? first : first & (0x7f >> length)
    let isSound = length > 0 && position + length <= end
    for (let index = 1; index < length && isSound; index++) {
      const next = bytes[position + index]!
      isSound = (next & 0xc0) === 0x80
      code = (code << 6) | (next & 0x3f)
    }
    const isOverlong = (length === 3 && code < 0x800) || (length === 4 && (code < 0x10000 || code > 0x10ffff))
    const isSurrogate = code >= 0xd800 && code < 0xe000
    if (isSound && !isOverlong && !isSurrogate) {
      text += String.fromCodePoint(code)
      position += length
    } else {
      text += '\ufffd'
      position++
    }
  }
  return text
}

/** Longest piece handed to `fromCharCode` at once; more arguments could overflow the stack. */
const textPieceChars = 2048

/** UTF-16 bytes as text; an odd last byte is ignored. */
export function utf16Text(bytes: Uint8Array, start: number, end: number): string {
  let text = ''
  const units: number[] = []
  for (let position = start; position + 1 < end; position += 2) {
    units.push(bytes[position]! | (bytes[position + 1]! << 8))
    if (units.length === textPieceChars) {
      text += String.fromCharCode(...units)
      units.length = 0
    }
  }
  return text + String.fromCharCode(...units)
}
