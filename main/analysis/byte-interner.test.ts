import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { stepsOf } from '../nettrace/work-steps.ts'
import { ByteInterner } from './byte-interner.ts'

test('equal bytes under equal salt have one id, everything else another', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.uint8Array({ maxLength: 12 }), fc.integer({ min: -3, max: 3 })), { maxLength: 3000 }),
      (entries) => {
        const interner = new ByteInterner(10_000, 1e6)
        const known = new Map<string, number>()
        for (const [bytes, salt] of entries) {
          const id = interner.intern(bytes, 0, bytes.length, salt)
          const key = `${salt}:${bytes.join()}`
          expect(id).toBe(known.get(key) ?? known.size)
          known.set(key, id)
        }
        expect(interner.count).toBe(known.size)
      },
    ),
    { numRuns: 30 },
  )
})

test('past its limit it returns -1 for new bytes and still finds the old ones', () => {
  const interner = new ByteInterner(2, 5)
  const bytes = Uint8Array.of(1, 2, 3, 4, 5, 6)
  expect(interner.intern(bytes, 0, 3, 0)).toBe(0)
  expect(interner.intern(bytes, 3, 6, 0)).toBe(-1)
  expect(interner.intern(bytes, 3, 4, 0)).toBe(1)
  expect(interner.intern(bytes, 4, 5, 0)).toBe(-1)
  expect(interner.intern(bytes, 0, 3, 0)).toBe(0)
})

test('texts chosen to collide under a known hash don’t collide', () => {
  const texts: Uint8Array[] = []
  for (let number = 0; texts.length < 500; number++) {
    const bytes = Uint8Array.of(number & 255, (number >>> 8) & 255, (number >>> 16) & 255)
    let hash = (0x9e3779b1 ^ 0x811c9dc5) | 0
    for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193)
    if (((hash ^ (hash >>> 15)) & 1023) === 0) texts.push(bytes)
  }
  const interner = new ByteInterner(10_000, 1e6)
  const steps = stepsOf(() => {
    for (const bytes of texts) interner.intern(bytes, 0, bytes.length, 0)
  })
  // All in one slot would be 124,750.
  expect(steps).toBeLessThan(10_000)
})

test('texts that differ in one byte are two, whichever it is and wherever they lie', () => {
  for (let length = 1; length <= 13; length++) {
    const text = Uint8Array.from({ length }, (_, index) => index + 1)
    const interner = new ByteInterner(1000, 1e6)
    expect(interner.intern(text, 0, length, 0)).toBe(0)
    for (let place = 0; place < length; place++) {
      const memory = new Uint8Array(length + place + 5)
      memory.set(text, place)
      expect(interner.intern(memory, place, place + length, 0)).toBe(0)
      memory[place * 2] = 200
      expect(interner.intern(memory, place, place + length, 0)).toBe(place + 1)
    }
  }
})

test('as many bytes as its limit says fit, and no more', () => {
  const interner = new ByteInterner(10, 5)
  const bytes = Uint8Array.of(1, 2, 3, 4, 5, 6)
  expect([interner.intern(bytes, 0, 3, 0), interner.intern(bytes, 3, 5, 0)]).toEqual([0, 1])
  expect([interner.intern(bytes, 5, 6, 0), interner.intern(bytes, 0, 0, 0)]).toEqual([-1, 2])
})

test('a text is the same whatever lies behind it', () => {
  const interner = new ByteInterner(100, 1000)
  const id = (text: string) => interner.intern(new TextEncoder().encode(text), 0, 2, 0)
  const first = id('ab.')
  // Of the same length, so that it is not the one that was asked for last.
  expect(id('cd.')).not.toBe(first)
  expect(id('ab!')).toBe(first)
})
