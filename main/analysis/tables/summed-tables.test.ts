import { array, assert, constantFrom, integer, nat, property, record } from 'fast-check'
import { expect, test } from 'vitest'
import { type TraceRange, type TraceSelection, wholeTrace } from '../../../shared/model/trace/trace-selection.ts'
import { columnsOf, type TraceTableName } from '../../../shared/model/trace/trace-tables.ts'
import { EventFeed } from '../testing/event-feed.ts'
import { TraceParts } from '../trace/trace-parts.ts'
import { TraceTables } from './trace-tables.ts'

const ms = 1e6

interface Fed {
  readonly kind: 'exception' | 'lock' | 'allocation' | 'wait'
  readonly atMs: number
  readonly thread: number
}

/** Each thing on a moment of its own: pairs of events do not mix. */
function tablesOf(fed: readonly Fed[]): TraceTables {
  const parts = new TraceParts()
  const feed = new EventFeed(parts.listener)
  for (const { kind, atMs, thread } of fed.toSorted((a, b) => a.atMs - b.atMs)) {
    const at = { ticks: atMs * ms, thread }
    const later = { ticks: atMs * ms + 10, thread }
    if (kind === 'exception') feed.runtime(80, at, { ExceptionType: `E${thread}`, ExceptionMessage: 'no' })
    else if (kind === 'allocation') feed.runtime(10, at, { AllocationAmount: 100, AllocationKind: 0, ClrInstanceID: 0 })
    else if (kind === 'lock') {
      feed.runtime(81, at, { ContentionFlags: 0, ClrInstanceID: 0, LockID: thread, AssociatedObjectID: 7 })
      feed.runtime(91, later, { ContentionFlags: 0, ClrInstanceID: 0, DurationNs: 10 })
    } else {
      feed.runtime(301, at, { WaitSource: 0 })
      feed.runtime(302, later, { ClrInstanceID: 0 })
    }
  }
  return new TraceTables(parts, feed.trace, () => new Uint8Array(0))
}

const sums: readonly (readonly [TraceTableName, string])[] = [
  ['exception-types', 'thrown'],
  ['lock-waiters', 'waits'],
  ['locks', 'waits'],
  ['blocking-waits', 'waits'],
  ['allocated-types', 'ticks'],
]

function sumOf(tables: TraceTables, [table, columnId]: (typeof sums)[number], part: Partial<TraceSelection>): number {
  const question = { table, selection: { ...wholeTrace, ...part }, sortBy: null, isDescending: false, search: '' }
  const column = columnsOf(table).findIndex(({ id }) => id === columnId)
  return tables.page(question, 0, 500).rows.reduce((sum, row) => sum + Number(row[column]), 0)
}

const anyFed = array(
  record({
    kind: constantFrom<Fed['kind']>('exception', 'lock', 'allocation', 'wait'),
    atMs: integer({ min: 1, max: 90 }),
    thread: nat(3),
  }),
  { maxLength: 60 },
)

test('what a range has and what the rest has is everything, and threads share it out', () => {
  assert(
    property(anyFed, integer({ min: 0, max: 100 }), (fed, cutMs) => {
      const tables = tablesOf(fed)
      const before: TraceRange = { fromMs: 0, toMs: cutMs }
      const behind: TraceRange = { fromMs: cutMs, toMs: 1000 }
      for (const of of sums) {
        const all = sumOf(tables, of, {})
        expect(sumOf(tables, of, { range: before }) + sumOf(tables, of, { range: behind })).toBe(all)
        const ofThreads = [1000, 1001, 1002, 1003].map((id) => sumOf(tables, of, { threads: [id] }))
        expect(ofThreads.reduce((sum, count) => sum + count, 0)).toBe(all)
      }
    }),
    { numRuns: 40 },
  )
})
