import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { readSigned } from './compressed-number.ts'
import { NotAnAssembly } from './pe-headers.ts'
import { PortablePdb } from './portable-pdb.ts'
import { pointAt } from './sequence-points.ts'
import { madePdb, packed } from './testing/made-pdb.ts'

const id = '00112233445566778899aabbccddeeff'
/** Of the record by record: IL offset, lines, columns, line, column. */
const twoLines = [0, 0, 0, 4, ...packed(300), 9, 6, 0, 5, 2, 4, 3, 0, 0, 9, 0, 7, 0x7d, 0]

const made = (methods: Parameters<typeof madePdb>[0]['methods']) =>
  new PortablePdb(madePdb({ id, documents: ['/src/Shop/Orders.cs', 'C:/src/Other.cs'], methods }))

test('a method has its lines in the order of its IL, hidden ones among them', () => {
  const pdb = made([
    { document: 0, points: [] },
    { document: 1, points: twoLines },
  ])
  expect(pdb.id).toBe(id)
  expect(pdb.pointsOf(0x0600_0002)).toEqual([
    { ilOffset: 0, document: 1, line: 300 },
    { ilOffset: 6, document: 1, line: 301 },
    { ilOffset: 9, document: 1, line: 0 },
    { ilOffset: 18, document: 1, line: 299 },
  ])
  expect(pdb.documentPath(1)).toBe('/src/Shop/Orders.cs')
  expect(pdb.documentPath(2)).toBe('C:/src/Other.cs')
})

test('a method may have lines in several files', () => {
  const points = [0, 1, 0, 0, 4, 10, 1, 0, 2, 5, 0, 3, 2, 0]
  const found = made([{ document: 0, points }]).pointsOf(0x0600_0001)
  expect(found).toEqual([
    { ilOffset: 0, document: 1, line: 10 },
    { ilOffset: 5, document: 2, line: 11 },
  ])
})

test('methods without lines and tokens of no method have none', () => {
  const pdb = made([{ document: 1, points: [] }])
  for (const token of [0x0600_0001, 0x0600_0000, 0x0600_0002, 0x0200_0001, 0]) expect(pdb.pointsOf(token)).toEqual([])
})

test('an offset belongs to the last sequence point up to it', () => {
  const points = made([{ document: 1, points: twoLines }]).pointsOf(0x0600_0001)
  expect([0, 5, 6, 8, 9, 40].map((offset) => pointAt(points, offset)?.line)).toEqual([300, 300, 301, 301, 0, 299])
  expect(pointAt(points.slice(1), 3)).toBeNull()
})

const read = (...bytes: readonly number[]) => readSigned(Buffer.from(bytes), 0).value

test('signed numbers have their sign in the lowest bit, as the examples of ECMA-335 say', () => {
  expect([read(0x06), read(0x7b), read(0x80, 0x80), read(0x01)]).toEqual([3, -3, 64, -64])
  expect([read(0xc0, 0x00, 0x40, 0x00), read(0x80, 0x01)]).toEqual([8192, -8192])
  expect([read(0xdf, 0xff, 0xff, 0xfe), read(0xc0, 0x00, 0x00, 0x01)]).toEqual([268_435_455, -268_435_456])
})

/** Null: none, or one that readers may throw. */
function errorOf(bytes: Buffer): unknown {
  try {
    const pdb = new PortablePdb(bytes)
    for (const { document } of pdb.pointsOf(0x0600_0001)) pdb.documentPath(document)
    return null
  } catch (error) {
    return error instanceof RangeError || error instanceof NotAnAssembly ? null : error
  }
}

test('damaged bytes are refused with the error of the readers, never with another', () => {
  const whole = madePdb({ id, documents: ['/src/a.cs'], methods: [{ document: 1, points: twoLines }] })
  const bytes = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(bytes, fc.integer({ min: 0, max: whole.length }), (changes, length) => {
      const damaged = Buffer.from(whole)
      for (const [at, value] of changes) damaged[at] = value
      expect(errorOf(damaged.subarray(0, Math.max(length, whole.length / 2)))).toBeNull()
    }),
  )
})
