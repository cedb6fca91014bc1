import { expect, test } from 'vitest'
import { eventFilter, everyEvent } from './event-filter.ts'

test('an event counts from the first tick on and up to the last, which is not part of it', () => {
  const isIn = eventFilter({ fromTicks: 10, toTicks: 20 })
  expect([9, 10, 19, 20].map((ticks) => isIn(ticks, 0))).toEqual([false, true, true, false])
})

test('one bound leaves the other side open', () => {
  expect([9, 10, 1e12].map((ticks) => eventFilter({ fromTicks: 10 })(ticks, 0))).toEqual([false, true, true])
  expect([-1e12, 9, 10].map((ticks) => eventFilter({ toTicks: 10 })(ticks, 0))).toEqual([true, true, false])
})

test('an event counts on the threads that are selected, in the time that is', () => {
  const threads = new Set([3])
  expect([eventFilter({ threads })(5, 3), eventFilter({ threads })(5, 4)]).toEqual([true, false])
  const isIn = eventFilter({ fromTicks: 10, toTicks: 20, threads })
  expect([isIn(15, 3), isIn(15, 4), isIn(5, 3), isIn(20, 3)]).toEqual([true, false, false, false])
  expect(eventFilter({ threads: new Set() })(5, 0)).toBe(false)
})

test('without a selection every event counts', () => {
  expect(eventFilter({})).toBe(everyEvent)
  expect(everyEvent(-1, 99)).toBe(true)
})
