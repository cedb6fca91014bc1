/**
 * LEB128 of more than one byte, for the rare long case; the one-byte case is inlined where it is read. The result is left in
 * module variables because a returned object per varint would cost more than the decoding (measured 1.3 to 2 times slower
 * than inlining everything, but only on the rare path).
 *
 * Reads past `bytes.length` see 0 and end the varint; callers check the position against their own end afterwards.
 */
export let varintEnd = 0
export let varintLow = 0
export let varintHigh = 0

/** 32 bits; bits beyond are dropped. More than five bytes: `varintEnd` is -1. */
export function readLongVarint32(bytes: Uint8Array, start: number): number {
  let value = 0
  let position = start
  for (let shift = 0; shift < 35; shift += 7) {
    const byte = bytes[position++] ?? 0
    value |= (byte & 127) << shift
    if (byte < 128) {
      varintEnd = position
      return value >>> 0
    }
  }
  varintEnd = -1
  return 0
}

/** 64 bits into `varintLow` and `varintHigh`, both unsigned. More than ten bytes: `varintEnd` is -1. */
export function readLongVarint64(bytes: Uint8Array, start: number): void {
  let low = 0
  let high = 0
  let position = start
  for (let shift = 0; shift < 70; shift += 7) {
    const byte = bytes[position++] ?? 0
    const bits = byte & 127
    if (shift < 28) low |= bits << shift
    else if (shift === 28) {
      low |= bits << 28
      high |= bits >>> 4
    } else high |= bits << (shift - 32)
    if (byte < 128) {
      varintLow = low >>> 0
      varintHigh = high >>> 0
      varintEnd = position
      return
    }
  }
  varintEnd = -1
}
