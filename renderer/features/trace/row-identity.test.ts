import { expect, test } from 'vitest'
import { columnsOf, traceTableNames } from '../../../shared/model/trace/trace-tables.ts'
import { identityPlaces, isSameRow } from './row-identity.ts'

const row = (waiter: string, module: string, waits: number) => [waiter, module, waits, 1, 1, 1, 1, waiter]

test('every table but that of events has columns that tell its rows apart', () => {
  for (const table of traceTableNames) {
    const places = identityPlaces(table)
    expect([table, places.length > 0]).toEqual([table, table !== 'events'])
    for (const place of places) expect([table, columnsOf(table)[place]?.id]).toEqual([table, expect.any(String)])
  }
})

test('a row is the same whatever its figures have become, and another where one of its names differs', () => {
  const places = identityPlaces('lock-waiters')
  expect(isSameRow(places, row('Shop.Pay', 'App', 1), row('Shop.Pay', 'App', 7))).toBe(true)
  expect(isSameRow(places, row('Shop.Pay', 'App', 1), row('Shop.Pay', 'Lib', 1))).toBe(false)
})
