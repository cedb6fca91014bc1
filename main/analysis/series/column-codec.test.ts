import { deflateRawSync, inflateRawSync } from 'node:zlib'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { ByteBuilder } from '../../../shared/base/byte-builder.ts'
import { type BytePacker, packColumn as packInto, unpackColumn } from './column-codec.ts'

const packer: BytePacker = {
  pack: (bytes) => deflateRawSync(bytes, { level: 1 }),
  unpack: (bytes) => inflateRawSync(bytes),
}

function packColumn(values: Float64Array, count: number, by: BytePacker): Uint8Array {
  const sink = new ByteBuilder()
  packInto(values, count, by, sink)
  return sink.view().slice()
}

function bitsOf(values: Float64Array): readonly number[] {
  return [...new Uint32Array(values.buffer, values.byteOffset, values.length * 2)]
}

const anyDouble = fc.oneof(
  fc.double(),
  fc.integer().map((value) => value / 1),
  fc.constantFrom(
    0,
    -0,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    Number.MIN_VALUE,
    Number.MAX_SAFE_INTEGER,
    2 ** 51,
    -(2 ** 51),
  ),
)

test('every column round-trips bit for bit', () => {
  fc.assert(
    fc.property(fc.array(anyDouble, { minLength: 1, maxLength: 300 }), (list) => {
      const values = Float64Array.from(list)
      const packed = packColumn(values, values.length, packer)
      expect(bitsOf(unpackColumn(packed, values.length, packer))).toEqual(bitsOf(values))
    }),
  )
})

test('only the first values of a larger array are packed, and the array is left as it was', () => {
  const values = Float64Array.of(1.5, 2.5, 99, 98)
  const before = values.slice()
  const packed = packColumn(values, 2, packer)
  expect([...unpackColumn(packed, 2, packer)]).toEqual([1.5, 2.5])
  expect(values).toEqual(before)
})

test('a constant takes 9 bytes, a counter little, noise at most 8.02 bytes per value', () => {
  const count = 1024
  const pack = (of: (index: number) => number) =>
    packColumn(
      Float64Array.from({ length: count }, (_, index) => of(index)),
      count,
      packer,
    ).length
  expect(pack(() => 41.5)).toBe(9)
  expect(pack((index) => index * 50)).toBeLessThan(count / 8)
  expect(pack((index) => Math.sin(index * 12.9898) * 43758.5453)).toBeLessThan(count * 8.02)
})

test('bytes that we didn’t pack are rejected without reading past their end', () => {
  const packed = packColumn(Float64Array.of(1.1, 2.2, 3.3), 3, packer)
  expect(() => unpackColumn(packed, 4, packer)).toThrow(RangeError)
  expect(() => unpackColumn(Uint8Array.of(2, 1, 2, 3), 3, packer)).toThrow(RangeError)
})

test('packing a column doesn’t touch columns packed before', () => {
  const sink = new ByteBuilder()
  const columns = [1, 2, 3].map((seed) =>
    Float64Array.from({ length: 500 }, (_, index) => Math.sin(index * seed) * 1e6),
  )
  const ends = columns.map((column) => {
    packInto(column, column.length, packer, sink)
    return sink.length
  })
  const bytes = sink.view()
  for (const [at, column] of columns.entries()) {
    const part = bytes.subarray(ends[at - 1] ?? 0, ends[at])
    expect(bitsOf(unpackColumn(part, column.length, packer))).toEqual(bitsOf(column))
  }
})

test('a column of one value has it in every row', () => {
  const values = new Float64Array(5).fill(-7.25)
  expect([...unpackColumn(packColumn(values, values.length, packer), values.length, packer)]).toEqual([...values])
})
