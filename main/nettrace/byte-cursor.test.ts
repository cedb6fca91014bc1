import { assert, bigInt, property, string } from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { ByteBuilder } from '../../shared/base/byte-builder.ts'
import { ByteCursor, utf16Text, utf8Text } from './byte-cursor.ts'
import { readLongVarint32, readLongVarint64, varintEnd, varintHigh, varintLow } from './varint.ts'

const cursorOf = (...bytes: readonly number[]) => new ByteCursor(Uint8Array.from(bytes))

describe('a cursor', () => {
  it('reads fixed numbers one behind the other', () => {
    const bytes = new ByteBuilder().u8(200).u16(60_000).i32(-5).u32(4_000_000_000).i64(-7n).i64(-1n).f64(2.5).take()
    const cursor = new ByteCursor(bytes)
    expect([cursor.u8(), cursor.u16(), cursor.i32(), cursor.u32(), cursor.i64(), cursor.u64(), cursor.f64()]).toEqual([
      200,
      60_000,
      -5,
      4_000_000_000,
      -7n,
      2n ** 64n - 1n,
      2.5,
    ])
    expect([cursor.remaining, cursor.isExhausted]).toEqual([0, false])
  })

  it.each<[string, number, (cursor: ByteCursor) => unknown, unknown]>([
    ['u8', 1, (cursor) => cursor.u8(), 0],
    ['u16', 2, (cursor) => cursor.u16(), 0],
    ['i32', 4, (cursor) => cursor.i32(), 0],
    ['u32', 4, (cursor) => cursor.u32(), 0],
    ['i64', 8, (cursor) => cursor.i64(), 0n],
    ['u64', 8, (cursor) => cursor.u64(), 0n],
    ['f64', 8, (cursor) => cursor.f64(), 0],
  ])('reads no %s beyond its end, and nothing afterwards', (_name, byteCount, read, nothing) => {
    const bytes = new Uint8Array(20).fill(1)
    const cursor = new ByteCursor()
    cursor.reset(bytes, 2, 2 + byteCount)
    expect(read(cursor)).not.toEqual(nothing)
    expect(cursor.isExhausted).toBe(false)
    cursor.reset(bytes, 2, 1 + byteCount)
    expect(read(cursor)).toEqual(nothing)
    expect([cursor.isExhausted, cursor.remaining, cursor.u8()]).toEqual([true, 0, 0])
  })

  it('skips forward within its end only', () => {
    const cursor = cursorOf(1, 2, 3)
    cursor.skip(0)
    cursor.skip(2)
    expect([cursor.u8(), cursor.isExhausted]).toEqual([3, false])
    cursor.skip(-1)
    expect(cursor.isExhausted).toBe(true)
    const other = cursorOf(1)
    other.skip(2)
    expect([other.isExhausted, other.remaining]).toEqual([true, 0])
  })
})

test('a cursor that has no bytes yet is not beyond their end', () => {
  const cursor = new ByteCursor()
  expect([cursor.isExhausted, cursor.remaining, cursor.bytes.length]).toEqual([false, 0, 0])
})

describe('a number of variable length', () => {
  it('is what was written, of all 64 bits', () => {
    assert(
      property(bigInt({ min: 0n, max: 2n ** 64n - 1n }), (value) => {
        const bytes = new ByteBuilder().varint(value).take()
        expect(new ByteCursor(bytes).varint64()).toBe(value)
        readLongVarint64(bytes, 0)
        expect([BigInt(varintHigh) * 2n ** 32n + BigInt(varintLow), varintEnd]).toEqual([value, bytes.length])
        const low = Number(value & 0xffffffffn)
        const narrow = new ByteBuilder().varintOf(low).take()
        expect([new ByteCursor(narrow).varint32(), readLongVarint32(narrow, 0), varintEnd]).toEqual([
          low,
          low,
          narrow.length,
        ])
      }),
      { numRuns: 100 },
    )
  })

  it('with a sign has it in its lowest bit', () => {
    expect([[0], [1], [2], [3], [0x80, 1]].map((bytes) => cursorOf(...bytes).signedVarint64())).toEqual([
      0n,
      -1n,
      1n,
      -2n,
      64n,
    ])
  })

  it('of more than ten bytes, or of more than 32 bits where no more are allowed, is none', () => {
    const endless = cursorOf(...Array(11).fill(0x80), 1)
    expect([endless.varint64(), endless.isExhausted]).toEqual([0n, true])
    const ten = cursorOf(...Array(9).fill(0x80), 1)
    expect([ten.varint64(), ten.isExhausted]).toEqual([2n ** 63n, false])
    const wide = cursorOf(0xff, 0xff, 0xff, 0xff, 0x1f)
    wide.varint32()
    expect(wide.isExhausted).toBe(true)
    const widest = cursorOf(0xff, 0xff, 0xff, 0xff, 0x0f)
    expect([widest.varint32(), widest.isExhausted]).toEqual([0xffffffff, false])
    readLongVarint64(new Uint8Array(11).fill(0x80), 0)
    expect(varintEnd).toBe(-1)
    expect([readLongVarint32(new Uint8Array(6).fill(0x80), 0), varintEnd]).toEqual([0, -1])
    expect([readLongVarint32(Uint8Array.of(0x80, 0x80, 0x80, 0x80, 1), 0), varintEnd]).toEqual([2 ** 28, 5])
  })

  it('that the bytes end in ends there', () => {
    expect([readLongVarint32(Uint8Array.of(0x81), 0), varintEnd]).toEqual([1, 2])
    readLongVarint64(Uint8Array.of(0x81), 0)
    expect([varintLow, varintHigh, varintEnd]).toEqual([1, 0, 2])
  })
})

const sound = (text: string) => text.replaceAll('\ufffd', '')

describe('a text', () => {
  it('of UTF-8 has its length before it, and is cut to what is wanted but skipped as a whole', () => {
    const bytes = new ByteBuilder().text6('héllo').u8(9).take()
    const cursor = new ByteCursor(bytes)
    expect([cursor.utf8(100), cursor.u8(), cursor.isExhausted]).toEqual(['héllo', 9, false])
    const short = new ByteCursor(bytes)
    expect([short.utf8(1), short.u8(), short.isExhausted]).toEqual(['h', 9, false])
    const cut = new ByteCursor(bytes.subarray(0, 6))
    expect([cut.utf8(100), cut.isExhausted, cut.remaining]).toEqual(['', true, 0])
    // 2^32 and 2 bytes, not 2.
    const endless = cursorOf(0x82, 0x80, 0x80, 0x80, 0x10, 0x61, 0x62)
    expect([endless.utf8(100), endless.isExhausted]).toEqual(['', true])
  })

  it('of UTF-16 ends with a zero, and is cut to what is wanted but skipped as a whole', () => {
    const bytes = new ByteBuilder().text('hi é').u8(9).take()
    const cursor = new ByteCursor(bytes)
    expect([cursor.text(100), cursor.u8(), cursor.isExhausted]).toEqual(['hi é', 9, false])
    const short = new ByteCursor(bytes)
    expect([short.text(2), short.u8()]).toEqual(['hi', 9])
    const cut = new ByteCursor(bytes.subarray(0, bytes.length - 2))
    expect([cut.text(100), cut.isExhausted, cut.remaining]).toEqual(['', true, 0])
    // Its zero has to be inside of what may be read.
    const half = new ByteCursor()
    half.reset(Uint8Array.of(0x61, 0, 0, 0), 0, 3)
    expect([half.text(9), half.isExhausted, half.remaining]).toEqual(['', true, 0])
    // A zero byte in the middle of two units is no end.
    expect(cursorOf(0x01, 0, 0, 0x01, 0, 0).text(9)).toBe('\u0001\u0100')
  })

  it('is the same in pieces as at once', () => {
    for (const length of [0, 1, 2047, 2048, 2049, 300_000]) {
      const units = 'ab'.repeat(length).slice(0, length)
      const bytes = new ByteBuilder().text(units).take()
      expect(utf16Text(bytes, 0, bytes.length - 2)).toBe(units)
    }
    expect(utf16Text(Uint8Array.of(0x61, 0, 0x62), 0, 3)).toBe('a')
  })

  it('of UTF-8 is what the platform says it is, damaged bytes included', () => {
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
    assert(
      property(string({ unit: 'binary' }), (value) => {
        const bytes = new TextEncoder().encode(value)
        expect(utf8Text(bytes, 0, bytes.length)).toBe(decoder.decode(bytes))
      }),
      { numRuns: 20 },
    )
    const damaged: readonly (readonly number[])[] = [
      [0x61, 0xff, 0x62],
      [0xc1, 0x80],
      [0xc2, 0xa2],
      [0xdf, 0xbf],
      [0xef, 0xbf, 0xbd],
      [0xf5, 0x80, 0x80, 0x80],
      [0xf8, 0x90, 0x80, 0x80],
      [0xc3],
      [0xe0, 0x80, 0x80],
      [0xe0, 0xa0, 0x80],
      [0xed, 0xa0, 0x80],
      [0xed, 0x9f, 0xbf],
      [0xee, 0x80, 0x80],
      [0xf0, 0x90, 0x80, 0x80],
      [0xf4, 0x8f, 0xbf, 0xbf],
      [0xc3, 0x28],
    ]
    for (const bytes of damaged) {
      const whole = Uint8Array.from(bytes)
      expect([bytes, sound(utf8Text(whole, 0, whole.length))]).toEqual([bytes, sound(decoder.decode(whole))])
    }
    // The rest of the last character is there, but belongs to what comes behind.
    expect(utf8Text(Uint8Array.of(0x61, 0xe2, 0x82, 0xac), 0, 3)).toBe('a\ufffd\ufffd')
    expect(utf8Text(Uint8Array.of(0xf0, 0x8f, 0xbf, 0xbf), 0, 4)).toBe('\ufffd'.repeat(4))
    expect(utf8Text(Uint8Array.of(0xf4, 0x90, 0x80, 0x80), 0, 4)).toBe('\ufffd'.repeat(4))
    expect(utf8Text(Uint8Array.of(0xe0, 0x9f, 0xbf), 0, 3)).toBe('\ufffd'.repeat(3))
  })
})
