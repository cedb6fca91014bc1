import { describe, expect, test } from 'vitest'
import type { ComparedKind } from '../../../shared/model/trace/trace-compare-events.ts'
import { type TraceSelection, wholeTrace } from '../../../shared/model/trace/trace-selection.ts'
import { PlantedTrace, pool } from '../findings/testing/planted-trace.ts'
import type { Requests } from '../requests/request-rows.ts'
import { Frames } from '../tables/frames.ts'
import { compareEventRows } from './compare-events-side.ts'

const noRequests = { rows: [] } as unknown as Requests
const save = 'Shop!Shop.Cart.Save()'

function rowsOf(trace: PlantedTrace, kind: ComparedKind, selection: TraceSelection = wholeTrace) {
  const { parts } = trace
  const source = { parts, trace: trace.feed.trace, frames: new Frames(parts.sampled), requests: () => noRequests }
  const { isRecorded, rows } = compareEventRows(source, kind, selection)
  return { isRecorded, rows: rows.map(({ name, count, amount }) => [name, count, amount]) }
}

const nothing = { isRecorded: false, rows: [] }
const range = (fromMs: number, toMs: number): TraceSelection => ({ ...wholeTrace, range: { fromMs, toMs } })

describe('what a recording is compared by', () => {
  test('collections are counted by generation and reason, with their pauses', () => {
    const trace = new PlantedTrace()
    trace.collection(10, 2, { generation: 0 })
    trace.collection(20, 3, { generation: 0 })
    trace.collection(30, 9, { generation: 2, reason: 1 })
    expect(rowsOf(trace, 'collections')).toEqual({
      isRecorded: true,
      rows: [
        ['Gen 2: Induced', 1, 9],
        ['Gen 0: Small-object allocation', 2, 5],
      ],
    })
    // What began before the range, or begins when it is over, is not of it.
    expect(rowsOf(trace, 'collections', range(20, 30)).rows).toEqual([['Gen 0: Small-object allocation', 1, 3]])
    expect(rowsOf(trace, 'collections', range(50, 60))).toEqual({ isRecorded: true, rows: [] })
  })

  test('allocations are ticks, and samples where there are no ticks', () => {
    const sampled = new PlantedTrace()
    sampled.sampledAllocation(1, 0, 'System.String', 10_000_000)
    sampled.sampledAllocation(2, 0, 'System.String', 10_000_000)
    expect(rowsOf(sampled, 'allocations')).toEqual({ isRecorded: true, rows: [['System.String', 2, 20_000_000]] })
    const both = new PlantedTrace()
    both.sampledAllocation(1, 0, 'System.String', 10_000_000)
    both.allocation(2, 0, 'System.String', 100)
    both.allocation(3, 0, 'Shop.Order', 300)
    expect(rowsOf(both, 'allocations').rows).toEqual([
      ['Shop.Order', 1, 300],
      ['System.String', 1, 100],
    ])
  })

  test('exceptions are counted by type', () => {
    const trace = new PlantedTrace()
    for (const [at, ExceptionType] of ['A', 'B', 'B'].entries()) trace.runtime(80, at, {}, { ExceptionType })
    expect(rowsOf(trace, 'exceptions')).toEqual({
      isRecorded: true,
      rows: [
        ['B', 2, null],
        ['A', 1, null],
      ],
    })
  })

  test('waits are those for locks and all others, by the method that waits', () => {
    const trace = new PlantedTrace()
    trace.wait(0, 10, 1, trace.stack(...pool, save))
    expect(rowsOf(trace, 'waits')).toEqual({ isRecorded: true, rows: [['Cart.Save', 1, 10]] })
    const locks = new PlantedTrace()
    locks.contention(0, 7, 1, locks.stack(...pool, save))
    expect(rowsOf(locks, 'waits')).toEqual({ isRecorded: true, rows: [['Cart.Save', 1, 7]] })
  })

  test.each(['collections', 'allocations', 'exceptions', 'waits', 'requests'] as const)(
    'a recording without %s says so',
    (kind) => {
      expect(rowsOf(new PlantedTrace().endAt(10), kind)).toEqual(nothing)
    },
  )
})

test('one side of a comparison has five thousand rows at most, the heaviest', () => {
  const trace = new PlantedTrace()
  for (let type = 0; type < 3000; type++) trace.allocation(type, 0, `T${String(type)}`, type + 1)
  const { rows } = rowsOf(trace, 'allocations')
  expect([rows.length, rows[0], rows.at(-1)]).toEqual([3000, ['T2999', 1, 3000], ['T0', 1, 1]])
})
