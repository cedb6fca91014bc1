import { describe, expect, it } from 'vitest'
import { PayloadCursor } from './payload-cursor.ts'

/** Over these bytes, which lie in the middle of others. */
function over(...bytes: number[]) {
  const buffer = Uint8Array.from([0xee, ...bytes, 0xee, 0xee, 0xee, 0xee])
  const cursor = new PayloadCursor()
  cursor.reset(buffer, new DataView(buffer.buffer), 1, 1 + bytes.length)
  return cursor
}
const left = (cursor: PayloadCursor) => [cursor.remaining, cursor.isShort]

describe('a cursor over a payload', () => {
  it('takes what is there and nothing beyond', () => {
    const cursor = over(1, 2, 3)
    expect([cursor.take(2), ...left(cursor)]).toEqual([1, 1, false])
    expect([cursor.take(2), ...left(cursor)]).toEqual([-1, 1, true])
    expect([cursor.take(1), ...left(cursor)]).toEqual([3, 0, true])
    cursor.reset(cursor.bytes, cursor.view, 2, 4)
    expect([...left(cursor), cursor.start, cursor.placeableBytes]).toEqual([2, false, 2, 2])
  })

  it('reads UTF-16 up to its zero, which is one at an even place', () => {
    const cursor = over(0x61, 0, 0, 0x01, 0, 0, 0x62)
    expect([cursor.text(), ...left(cursor)]).toEqual(['a\u0100', 1, false])
    const high = over(0x00, 0x01, 0, 0)
    expect(high.text()).toBe('\u0100')
    const open = over(0x61, 0, 0x62, 0)
    expect([open.text(), ...left(open)]).toEqual(['ab', 0, true])
    const odd = over(0x61, 0, 0)
    expect([odd.text(), ...left(odd)]).toEqual(['a', 0, true])
    // The other half of its zero belongs to what follows.
    const half = new PayloadCursor()
    half.reset(Uint8Array.of(0x61, 0, 0, 0), new DataView(new ArrayBuffer(4)), 0, 3)
    expect([half.text(), ...left(half)]).toEqual(['a', 0, true])
  })

  it('says where strings lie that end with a zero', () => {
    const cursor = over(0x61, 0, 0, 0, 0x62, 0)
    cursor.texts = []
    cursor.name = 'a'
    cursor.text()
    cursor.name = 'b'
    cursor.ansi()
    expect(cursor.texts).toEqual([
      { name: 'a', start: 1, end: 3, encoding: 'utf16', isCounted: false },
      { name: 'b', start: 5, end: 6, encoding: 'latin1', isCounted: false },
    ])
  })

  it('reads single bytes up to a zero', () => {
    const cursor = over(0x61, 0xe9, 0, 5)
    expect([cursor.ansi(), ...left(cursor)]).toEqual(['aé', 1, false])
    const last = over(0x61, 0)
    expect([last.ansi(), ...left(last)]).toEqual(['a', 0, false])
    const open = over(0x61, 0x62)
    expect([open.ansi(), ...left(open)]).toEqual(['ab', 0, true])
  })

  it('reads a guid, a time and a decimal, or nothing of what is too short', () => {
    const cursor = over(0x33, 0x22, 0x11, 0, 0x55, 0x44, 0x77, 0x66, 0x88, 0x99, 0xaa, 0xbb, 0xcc, 0xdd, 0xee, 0x0f)
    expect(cursor.guid()).toBe('00112233-4455-6677-8899-aabbccddee0f')
    expect(cursor.guid()).toBe('00000000-0000-0000-0000-000000000000')
    expect(over(1, 0, 0, 0, 0, 0, 0, 0).fileTime().ticks).toBe(1n)
    expect(over(1, 0, 0, 0, 0, 0, 0).fileTime().ticks).toBe(0n)
    expect(over(1).decimal()).toBe('0')
  })

  it.each([
    [[0, 0, 0, 0], [0, 0, 0, 0], [57, 48, 0, 0], [0, 0, 0, 0], '12345'],
    [[0, 0, 2, 0], [0, 0, 0, 0], [57, 48, 0, 0], [0, 0, 0, 0], '123.45'],
    [[0, 0, 2, 0x80], [0, 0, 0, 0], [5, 0, 0, 0], [0, 0, 0, 0], '-0.05'],
    [[0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [1, 0, 0, 0], '4294967296'],
    [[0, 0, 0, 0], [1, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], '18446744073709551616'],
    [[0, 0, 200, 0], [0, 0, 0, 0], [1, 0, 0, 0], [0, 0, 0, 0], `0.${'0'.repeat(27)}1`],
  ])('reads the decimal %j %j %j %j as %s', (flags, high, low, middle, text) => {
    expect(over(...flags, ...high, ...low, ...middle).decimal()).toBe(text)
  })

  it.each([
    [[0], 0n, 0n],
    [[1], 1n, -1n],
    [[2], 2n, 1n],
    [[0x7f], 127n, -64n],
    [[0x80, 0x01], 128n, 64n],
    [[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01], 0xffff_ffff_ffff_ffffn, -(2n ** 63n)],
  ])('reads %j as %s, and with a sign as %s', (bytes, unsigned, signed) => {
    expect(over(...bytes).varUint()).toBe(unsigned)
    expect(over(...bytes).varInt()).toBe(signed)
  })

  it('reads no number that breaks off or never ends', () => {
    const short = over(0x80)
    expect([short.varUint(), ...left(short)]).toEqual([0n, 0, true])
    const endless = over(...Array.from({ length: 12 }, () => 0x80))
    expect([endless.varUint(), ...left(endless)]).toEqual([0n, 2, true])
  })
})
