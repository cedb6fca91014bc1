import { expect, test } from 'vitest'
import { GuidTable } from './trace-tables.ts'

/** Sixteen bytes that count on from `first`, as part of more. */
const bytes = Uint8Array.from({ length: 300 }, (_, index) => (index < 20 ? 0 : index))

const numbered = (number: number) =>
  Uint8Array.from({ length: 16 }, (_, index) => (number >> (index % 2 === 0 ? 0 : 8)) & 255)

test('sixteen bytes have one entry, however often they are given', () => {
  const table = new GuidTable()
  expect([table.intern(bytes, 30), table.intern(bytes, 50), table.intern(bytes, 30)]).toEqual([1, 2, 1])
  expect([table.count, [...table.bytesOf(2)]]).toEqual([3, Array.from({ length: 16 }, (_, index) => 50 + index)])
})

test('sixteen zeros are none, and each single byte makes a difference', () => {
  const table = new GuidTable()
  expect([table.intern(bytes, 0), table.count]).toEqual([0, 1])
  expect([...table.bytesOf(0)]).toEqual(Array(16).fill(0))
  const all = Array.from({ length: 16 }, (_, place) =>
    table.intern(
      Uint8Array.from({ length: 16 }, (_, index) => (index === place ? 1 : 0)),
      0,
    ),
  )
  expect(all).toEqual(Array.from({ length: 16 }, (_, index) => index + 1))
  expect(table.intern(bytes, 5)).toBe(17)
})

test('entries stay what they are while the table grows', () => {
  const table = new GuidTable()
  for (let number = 1; number <= 300; number++) expect(table.intern(numbered(number), 0)).toBe(number)
  for (const number of [1, 14, 15, 16, 17, 255, 256, 300]) expect(table.bytesOf(number)).toEqual(numbered(number))
  expect(table.intern(numbered(15), 0)).toBe(15)
})

test('a table that was cleared begins again', () => {
  const table = new GuidTable()
  table.intern(bytes, 30)
  table.intern(bytes, 40)
  table.clear()
  expect([table.count, table.intern(bytes, 40), table.intern(bytes, 30)]).toEqual([1, 1, 2])
})
