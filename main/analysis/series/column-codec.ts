import type { ByteBuilder } from '../../../shared/base/byte-builder.ts'

/**
 * Lossless packing of one column of f64 (format in docs/formats/retention.md):
 *
 *   u8 mode | payload
 *   mode 0  all values have the same bits: 8 bytes
 *   mode 1  bits XORed with the value before, split into 8 byte planes, deflated
 *   mode 2  the same planes, stored (deflating gained nothing)
 *   mode 3  integers up to 2^53: zigzag differences as 8 byte planes, deflated
 *
 * Planes put the slowly changing sign, exponent and high mantissa bytes of neighbours side by side, where deflate finds them;
 * full-mantissa noise then costs about 6.6 bytes a value, counters and sizes far less.
 */
export interface BytePacker {
  /** The caller uses `bytes` again for something else; the answer is read before the next call. */
  pack(bytes: Uint8Array): Uint8Array
  unpack(bytes: Uint8Array, unpackedBytes: number): Uint8Array
}

const modeConstant = 0
const modeXor = 1
const modeStored = 2
const modeInteger = 3

/** Appends the packed column. Beyond what the packer makes, nothing is allocated: 500 columns are packed at once, every minute or two. */
export function packColumn(values: Float64Array, count: number, packer: BytePacker, into: ByteBuilder): void {
  const words = new Uint32Array(values.buffer, values.byteOffset, count * 2)
  if (isConstant(words, count)) {
    into.u8(modeConstant)
    into.bytes(new Uint8Array(values.buffer, values.byteOffset, 8))
    return
  }
  const isInteger = areIntegers(values, count)
  const planes = isInteger ? integerPlanes(values, count) : xorPlanes(words, count)
  const packed = packer.pack(planes)
  const isSmaller = packed.length < planes.length
  into.u8(isSmaller ? (isInteger ? modeInteger : modeXor) : modeStored)
  if (isSmaller) into.bytes(packed)
  else into.bytes(isInteger ? xorPlanes(words, count) : planes)
}

/** The column's `count` values; throws when the bytes are not what packColumn made (a damaged file of ours). */
export function unpackColumn(packed: Uint8Array, count: number, packer: BytePacker): Float64Array {
  const mode = packed[0]
  const body = packed.subarray(1)
  const values = new Float64Array(count)
  if (mode === modeConstant) {
    const words = new Uint32Array(body.slice(0, 8).buffer)
    const target = new Uint32Array(values.buffer)
    for (let index = 0; index < count; index++) {
      target[index * 2] = words[0]!
      target[index * 2 + 1] = words[1]!
    }
    return values
  }
  const planes = mode === modeStored ? body : packer.unpack(body, count * 8)
  if (planes.length !== count * 8) throw new RangeError(`a column of ${count} values has ${planes.length} bytes`)
  if (mode === modeInteger) fromIntegerPlanes(planes, values)
  else fromXorPlanes(planes, new Uint32Array(values.buffer), count)
  return values
}

/** Planes of the column that is packed now; valid until the next one. */
let planesScratch = new Uint8Array(8192)

function emptyPlanes(count: number): Uint8Array {
  if (planesScratch.length < count * 8) planesScratch = new Uint8Array(count * 8)
  return planesScratch.subarray(0, count * 8)
}

function isConstant(words: Uint32Array, count: number): boolean {
  for (let index = 2; index < count * 2; index++) if (words[index] !== words[index & 1]) return false
  return true
}

/** Differences of such integers are exact; -0 is not one of them, because its sign would be lost. */
function areIntegers(values: Float64Array, count: number): boolean {
  for (let index = 0; index < count; index++) {
    const value = values[index]!
    if (!Number.isSafeInteger(value) || Math.abs(value) > 2 ** 51 || Object.is(value, -0)) return false
  }
  return true
}

function integerPlanes(values: Float64Array, count: number): Uint8Array {
  const planes = emptyPlanes(count)
  let previous = 0
  for (let index = 0; index < count; index++) {
    const difference = values[index]! - previous
    previous = values[index]!
    // Zigzag: 0, -1, 1, -2 ... become 0, 1, 2, 3; below 2^53, so that halves are exact.
    const zigzag = difference < 0 ? -difference * 2 - 1 : difference * 2
    scatter(planes, count, index, zigzag >>> 0, Math.floor(zigzag / 4294967296))
  }
  return planes
}

function fromIntegerPlanes(planes: Uint8Array, values: Float64Array): void {
  const count = values.length
  let previous = 0
  for (let index = 0; index < count; index++) {
    const zigzag = gatherHigh(planes, count, index) * 4294967296 + gatherLow(planes, count, index)
    previous += zigzag % 2 === 0 ? zigzag / 2 : -(zigzag + 1) / 2
    values[index] = previous
  }
}

function xorPlanes(words: Uint32Array, count: number): Uint8Array {
  const planes = emptyPlanes(count)
  let low = 0
  let high = 0
  for (let index = 0; index < count; index++) {
    const nextLow = words[index * 2]!
    const nextHigh = words[index * 2 + 1]!
    scatter(planes, count, index, (nextLow ^ low) >>> 0, (nextHigh ^ high) >>> 0)
    low = nextLow
    high = nextHigh
  }
  return planes
}

function fromXorPlanes(planes: Uint8Array, words: Uint32Array, count: number): void {
  let low = 0
  let high = 0
  for (let index = 0; index < count; index++) {
    low ^= gatherLow(planes, count, index)
    high ^= gatherHigh(planes, count, index)
    words[index * 2] = low
    words[index * 2 + 1] = high
  }
}

function scatter(planes: Uint8Array, count: number, index: number, low: number, high: number): void {
  planes[index] = low & 255
  planes[index + count] = (low >>> 8) & 255
  planes[index + count * 2] = (low >>> 16) & 255
  planes[index + count * 3] = low >>> 24
  planes[index + count * 4] = high & 255
  planes[index + count * 5] = (high >>> 8) & 255
  planes[index + count * 6] = (high >>> 16) & 255
  planes[index + count * 7] = high >>> 24
}

function gatherLow(planes: Uint8Array, count: number, index: number): number {
  return (
    (planes[index]! |
      (planes[index + count]! << 8) |
      (planes[index + count * 2]! << 16) |
      (planes[index + count * 3]! << 24)) >>>
    0
  )
}

function gatherHigh(planes: Uint8Array, count: number, index: number): number {
  return (
    (planes[index + count * 4]! |
      (planes[index + count * 5]! << 8) |
      (planes[index + count * 6]! << 16) |
      (planes[index + count * 7]! << 24)) >>>
    0
  )
}
