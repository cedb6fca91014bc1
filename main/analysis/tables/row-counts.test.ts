import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { wholeTrace } from '../../../shared/model/trace/trace-selection.ts'
import type { CountedTableName } from '../../../shared/model/trace/trace-tables.ts'
import { TraceReader } from '../../nettrace/trace/trace-reader.ts'
import { practiceRecording } from '../../workers/trace/practice/practice-reading.ts'
import { PlantedTrace } from '../findings/testing/planted-trace.ts'
import { TraceParts } from '../trace/trace-parts.ts'
import { TraceTables } from './trace-tables.ts'

const fixtures = path.join(import.meta.dirname, '../../../fixtures/nettrace')
const recordings = readdirSync(fixtures).filter((name) => name.endsWith('.nettrace'))

/** What is counted without the table, and how many rows the table has. */
function bothCounts(tables: TraceTables) {
  const counted = tables.rowCounts()
  const made = Object.keys(counted).map((table) => {
    const question = { table: table as CountedTableName, selection: wholeTrace, sortBy: null, isDescending: false }
    return [table, tables.page({ ...question, search: '' }, 0, 0).rowCount] as const
  })
  return { counted, made: Object.fromEntries(made) }
}

test.each(recordings)('tables have as many rows as the summary of %s says', (name) => {
  const parts = new TraceParts()
  const reader = new TraceReader(parts.listener)
  reader.push(readFileSync(path.join(fixtures, name)))
  reader.end()
  const { counted, made } = bothCounts(new TraceTables(parts, reader.trace, () => new Uint8Array(0)))
  expect(counted).toEqual(made)
})

test('tables of what was planted have as many rows as the summary says', () => {
  const planted = new PlantedTrace()
  const shallow = planted.stack('App!Main')
  const deep = planted.stack('App!Main', 'App!Load', 'App!Main')
  const allocated = (stack: number, bytes: number, TypeName: string): void =>
    planted.runtime(
      10,
      1,
      { stack },
      { AllocationAmount: bytes, AllocationKind: 0, AllocationAmount64: bytes, TypeName },
    )
  allocated(shallow, 100, 'String')
  allocated(deep, 0, 'Order')
  planted.contention(1, 3, 1, shallow)
  planted.contention(4, 5, 1, deep)
  planted.contention(6, 7, 2, 0)
  planted.wait(8, 9, 2, deep)
  // Threads 3 and 4 have no events.
  planted.wait(8, 9, 5, shallow)
  planted.collection(10, 2, {})
  for (const ExceptionType of ['A', 'B', 'A']) planted.runtime(80, 12, {}, { ExceptionType, ExceptionMessage: 'no' })
  const { counted, made } = bothCounts(new TraceTables(planted.parts, planted.feed.trace, planted.feed.read))
  expect(counted).toEqual(made)
  expect(counted).toMatchObject({
    threads: 4,
    'allocating-methods': 1,
    'allocated-types': 2,
    'exception-types': 2,
    collections: 1,
  })
})

test('tables whose payloads wait are not counted, where an event of them came', () => {
  const parts = new TraceParts()
  const reader = new TraceReader(parts.listener)
  parts.later.begin()
  reader.push(practiceRecording())
  reader.end()
  const tables = new TraceTables(parts, reader.trace, () => new Uint8Array(0))
  const notCounted = Object.entries(tables.rowCounts(true)).flatMap(([table, count]) => (count === null ? [table] : []))
  expect(notCounted.toSorted()).toEqual([
    'allocated-types',
    'allocating-methods',
    'exception-types',
    'lock-waiters',
    'locks',
    'thrown',
  ])
  expect(Object.values(tables.rowCounts())).not.toContain(null)
  reader.dispose()
})
