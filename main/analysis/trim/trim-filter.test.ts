import { describe, expect, test } from 'vitest'
import { rundownProvider, runtimeProvider } from '../../../shared/model/runtime-providers.ts'
import { everything, type TrimSelection } from '../../../shared/model/trace/trace-trim.ts'
import { TrimFilter } from './trim-filter.ts'

/** With a clock of a thousand ticks in a millisecond. */
function filterOf(selection: Partial<TrimSelection>, endsNames = false): TrimFilter {
  const filter = new TrimFilter({ ...everything, ...selection }, { endsNames })
  filter.setClock(1e6)
  return filter
}

const fates = (selection: Partial<TrimSelection>) =>
  [
    { provider: rundownProvider, eventId: 144 },
    { provider: runtimeProvider, eventId: 143 },
    { provider: runtimeProvider, eventId: 80 },
    { provider: 'App', eventId: 1 },
  ].map((type) => filterOf(selection).fateOf(type))

test('names are kept whatever is selected, other events by their provider', () => {
  expect(fates({})).toEqual(['name', 'name', 'selected', 'selected'])
  expect(fates({ providers: ['App'] })).toEqual(['name', 'name', 'none', 'selected'])
  expect(fates({ providers: [] })).toEqual(['name', 'name', 'none', 'none'])
})

test('threads are all, or those that are selected', () => {
  expect([filterOf({}).hasAllThreads, filterOf({}).hasThread(2n ** 40n)]).toEqual([true, true])
  const some = filterOf({ threads: [7, 2 ** 40] })
  expect([some.hasAllThreads, some.hasThread(7n), some.hasThread(2n ** 40n), some.hasThread(8n)]).toEqual([
    false,
    true,
    true,
    false,
  ])
})

describe('a range of time', () => {
  const filter = filterOf({ range: { fromMs: 2, toMs: 5.0004 } })

  test('has both of its ends, rounded to whole ticks', () => {
    expect([1999, 2000, 5000, 5001].map((ticks) => filter.hasTime(ticks))).toEqual([false, true, true, false])
    expect([5000, 5001].map((ticks) => filter.isAfter(ticks))).toEqual([false, true])
  })

  test('is touched by what reaches into it', () => {
    const touches = [
      [0, 1999],
      [0, 2000],
      [3000, 4000],
      [5000, 9000],
      [5001, 9000],
      [0, 9000],
    ].map(([from, to]) => filter.touches(from!, to!))
    expect(touches).toEqual([false, true, true, true, false, true])
  })

  test('ends a stream only where the names of another one follow', () => {
    const range = { fromMs: 2, toMs: 5 }
    expect([filter.lastTicks, filterOf({ range }, true).lastTicks]).toEqual([Number.POSITIVE_INFINITY, 5000])
    expect(filterOf({}, true).lastTicks).toBe(Number.POSITIVE_INFINITY)
  })
})

test('without a range every time is in it', () => {
  const filter = filterOf({})
  expect([filter.hasTime(-1e12), filter.hasTime(1e12), filter.isAfter(1e15), filter.touches(-5, -4)]).toEqual([
    true,
    true,
    false,
    true,
  ])
})
