import { expect, test } from 'vitest'
import { StackTable } from './stack-table.ts'

/** What the table has from `from` to `to`: offsets, which are a thousand more than the index, and lengths. */
function isAsAdded(table: StackTable, from: number, to: number): boolean {
  for (let index = from; index < to; index++)
    if (table.streamOffset(index) !== 1000 + index || table.byteLength(index) !== 8 * (index % 5)) return false
  return true
}

function add(table: StackTable, count: number): void {
  for (let left = count; left > 0; left--) table.add(1000 + table.count, 8 * (table.count % 5))
}

test('entry 0 is no stack', () => {
  const table = new StackTable(null)
  expect([table.count, table.streamOffset(0), table.byteLength(0)]).toEqual([1, 0, 0])
})

test('entries are distinguished on both sides of the end of a chunk', () => {
  const table = new StackTable(null)
  add(table, 3 * 8192)
  expect(table.count).toBe(3 * 8192 + 1)
  expect(isAsAdded(table, 1, table.count)).toBe(true)
})

test('what lies outside the table is no stack', () => {
  const table = new StackTable(null)
  add(table, 2)
  expect([table.streamOffset(2), table.streamOffset(3), table.byteLength(3)]).toEqual([1002, 0, 0])
})

test('the index after the last entry is no stack, even at the end of a chunk', () => {
  const table = new StackTable(null)
  add(table, 8191)
  expect([table.count, table.streamOffset(8192), table.byteLength(8192)]).toEqual([8192, 0, 0])
})

test('forgotten entries are no stacks, and indices continue', () => {
  const table = new StackTable(null)
  add(table, 8192)
  table.forget()
  expect([table.count, table.streamOffset(8192), table.byteLength(8191)]).toEqual([8193, 0, 0])
  add(table, 2 * 8192)
  expect(table.streamOffset(8192)).toBe(0)
  expect(isAsAdded(table, 8193, table.count)).toBe(true)
  table.forget()
  table.forget()
  expect(table.add(1000 + 3 * 8192 + 1, 16)).toBe(3 * 8192 + 1)
  expect(table.streamOffset(3 * 8192 + 1)).toBe(1000 + 3 * 8192 + 1)
})
