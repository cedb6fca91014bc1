import { array, assert, constantFrom, integer, oneof, property, tuple } from 'fast-check'
import { expect, test } from 'vitest'
import { AddressTable } from './address-table.ts'

const half = oneof(constantFrom(0, 1, -1, 2 ** 31 - 1, -(2 ** 31)), integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }))

test('addresses are numbered from 1 in order of first appearance, by both of their halves', () => {
  assert(
    property(array(tuple(half, half), { maxLength: 20 }), (all) => {
      const table = new AddressTable()
      const numbers = new Map<string, number>()
      for (const [low, high] of all) {
        const key = `${low} ${high}`
        expect(table.find(low, high)).toBe(numbers.get(key) ?? 0)
        if (!numbers.has(key)) numbers.set(key, numbers.size + 1)
        const number = table.intern(low, high)
        expect([number, table.lowOf(number), table.highOf(number)]).toEqual([numbers.get(key), low, high])
      }
      expect(table.count).toBe(numbers.size + 1)
    }),
    { numRuns: 40 },
  )
})

test('whole numbers are addresses, negative ones and those beyond 32 bits too', () => {
  const table = new AddressTable()
  const numbers = [
    0,
    1,
    -1,
    2 ** 32,
    2 ** 32 + 1,
    2 ** 32 - 1,
    -(2 ** 32),
    -(2 ** 32) - 1,
    2 ** 53 - 1,
    0x7fff_1234_5678,
  ]
  expect(numbers.map((number) => table.findNumber(number))).toEqual(numbers.map(() => 0))
  expect(numbers.map((number) => table.internNumber(number))).toEqual(numbers.map((_, index) => index + 1))
  expect(numbers.map((number) => table.findNumber(number))).toEqual(numbers.map((_, index) => index + 1))
  expect([table.find(1, 1), table.find(-1, -1), table.find(0x1234_5678, 0x7fff)]).toEqual([5, 3, 10])
})

test('numbers stay what they are while the table grows', () => {
  const table = new AddressTable()
  const count = 5000
  let wrong = 0
  for (let index = 1; index <= count; index++) if (table.intern(index * 64, index % 3) !== index) wrong++
  for (let index = 1; index <= count; index++) {
    if (table.find(index * 64, index % 3) !== index || table.find(index * 64, 3) !== 0) wrong++
    if (table.lowOf(index) !== index * 64 || table.highOf(index) !== index % 3) wrong++
  }
  expect([wrong, table.count]).toEqual([0, count + 1])
})

test('what was never interned is not found, however many others came', () => {
  const table = new AddressTable()
  for (let number = 1; number <= 2000; number++) {
    table.internNumber(number * 16)
    expect([table.findNumber(0), table.findNumber(number * 16 + 16)]).toEqual([0, 0])
  }
})
