import { expect, test } from 'vitest'
import { cheaperBy, overheadOf, windowOf } from './overhead.ts'
import { presetById, specOfPreset } from './presets.ts'

const specOf = (id: string) => specOfPreset(presetById(id)!)
const steady = (percent: number) => windowOf([percent, percent, percent, percent])

test('a difference larger than the normal variation of the process is reported', () => {
  expect(overheadOf(steady(10), steady(18))).toEqual({ kind: 'measured', percent: 8, withinPercent: 1 })
})

test('a difference within the normal variation of the process is too small to measure, and so is a gain', () => {
  expect(overheadOf(windowOf([0, 40, 5, 30]), windowOf([10, 45, 8, 33])).kind).toBe('too-small')
  expect(overheadOf(steady(10), steady(10.5))).toEqual({ kind: 'too-small', withinPercent: 1 })
  expect(overheadOf(steady(30), steady(10)).kind).toBe('too-small')
})

test('nothing is reported that was not measured, or not often enough', () => {
  expect(overheadOf(null, steady(10))).toEqual({ kind: 'unknown' })
  expect(overheadOf(windowOf([1, 2]), steady(10))).toEqual({ kind: 'unknown' })
  expect(windowOf([])).toBe(null)
})

test('what could be left out: stacks of events first, where the runtime can, then samples, then floods', () => {
  const time = specOf('time')
  expect(cheaperBy(time, '10.0.0')).toBe('samples')
  const allocations = specOf('allocations')
  const events = { ...allocations, providers: allocations.providers.filter(({ name }) => !/Sample/.test(name)) }
  expect(cheaperBy(events, '10.0.0')).toBe('stacks')
  expect(cheaperBy({ ...events, stacks: false }, '10.0.0')).not.toBe('stacks')
  expect(cheaperBy(events, '8.0.0')).not.toBe('stacks')
})
