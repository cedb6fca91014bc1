import { describe, expect, test } from 'vitest'
import { readLongVarint32, readLongVarint64, varintEnd, varintHigh, varintLow } from './varint.ts'

const bytes = (...values: readonly number[]) => Uint8Array.from([0xee, ...values])
const more = (count: number) => Array<number>(count).fill(0x80)

/** Value and where it ends, counted from where it begins. */
const read32 = (...values: readonly number[]) => [
  readLongVarint32(bytes(...values), 1),
  varintEnd < 0 ? null : varintEnd - 1,
]
const read64 = (...values: readonly number[]) => {
  readLongVarint64(bytes(...values), 1)
  return varintEnd < 0 ? null : [(BigInt(varintHigh) << 32n) | BigInt(varintLow), varintEnd - 1]
}

describe('numbers of 32 bits', () => {
  test('are read from their lowest bits on', () => {
    expect(read32(5)).toEqual([5, 1])
    expect(read32(0x81, 1, 9)).toEqual([129, 2])
    expect(read32(0xff, 0xff, 0xff, 0xff, 0x0f)).toEqual([0xffff_ffff, 5])
  })

  test('drop what is beyond 32 bits, and end with the bytes', () => {
    expect(read32(...more(4), 0x7f)).toEqual([0xf000_0000, 5])
    expect(read32(0x81)).toEqual([1, 2])
  })

  test('have five bytes at most', () => {
    expect(read32(...more(5), 0)).toEqual([0, null])
    expect(read32(...more(5), 1)).toEqual([0, null])
  })
})

describe('numbers of 64 bits', () => {
  test.each([
    0n,
    1n,
    127n,
    128n,
    2n ** 28n - 1n,
    2n ** 28n,
    2n ** 31n,
    2n ** 32n - 1n,
    2n ** 32n,
    2n ** 35n + 5n,
    2n ** 56n,
    2n ** 63n,
    2n ** 64n - 1n,
  ])('like %s are read in halves', (value) => {
    const written: number[] = []
    let rest = value
    for (; rest > 127n; rest >>= 7n) written.push(Number(rest & 127n) | 0x80)
    written.push(Number(rest))
    expect(read64(...written, 0xff)).toEqual([value, written.length])
  })

  test('have ten bytes at most', () => {
    expect(read64(...more(9), 1)).toEqual([2n ** 63n, 10])
    expect(read64(...more(10), 0)).toBeNull()
    expect(read64(...more(10), 1)).toBeNull()
  })
})
