import { expect, test } from 'vitest'
import { cheaperBy, overheadOf, windowOf } from './overhead.ts'
import type { ProviderSpec } from '../model/recording.ts'
import { provider } from './provider-spec.ts'
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

test('readings have a mean, and a deviation as soon as there are two', () => {
  expect(windowOf([5])).toEqual({ mean: 5, deviation: 0, count: 1 })
  expect(windowOf([1, 3])).toEqual({ mean: 2, deviation: Math.SQRT2, count: 2 })
  expect(windowOf([2, 4, 6])).toEqual({ mean: 4, deviation: 2, count: 3 })
})

test('a difference counts beyond two standard errors of both means, of three readings each', () => {
  const before = { mean: 10, deviation: 6, count: 4 }
  const now = { mean: 30, deviation: 8, count: 16 }
  expect(overheadOf(before, now)).toEqual({ kind: 'measured', percent: 20, withinPercent: 2 * Math.sqrt(13) })
  const three = { mean: 10, deviation: 0, count: 3 }
  expect(overheadOf(three, { ...three, mean: 11 })).toEqual({ kind: 'too-small', withinPercent: 1 })
  expect(overheadOf(three, { ...three, mean: 11.1 }).kind).toBe('measured')
  expect(overheadOf(three, { ...three, mean: 99, count: 2 })).toEqual({ kind: 'unknown' })
  expect(overheadOf({ ...three, count: 2 }, { ...three, mean: 99 })).toEqual({ kind: 'unknown' })
})

test('what could be left out: stacks of events first, where the runtime can, then samples, then floods', () => {
  const time = specOf('time')
  expect(cheaperBy(time, '10.0.0')).toBe('samples')
  const allocations = specOf('allocations')
  const events = { ...allocations, providers: allocations.providers.filter(({ name }) => !/Sample/.test(name)) }
  expect(cheaperBy(events, '10.0.0')).toBe('stacks')
  expect(cheaperBy({ ...events, stacks: false }, '10.0.0')).not.toBe('stacks')
  expect(cheaperBy(events, '8.0.0')).not.toBe('stacks')
  expect(cheaperBy(events, '9.0.0')).toBe('stacks')
  expect(cheaperBy(events, null)).not.toBe('stacks')
  expect(cheaperBy({ ...time, stacks: false }, '8.0.0')).toBe('samples')
})

const costOf = (stacks: boolean, ...providers: readonly ProviderSpec[]) =>
  cheaperBy({ ...specOf('time'), stacks, providers: [...providers] }, '10.0.0')

test('events without stacks cost little: only floods of them could be left out', () => {
  const runtime = provider('Microsoft-Windows-DotNETRuntime', 1n, 4)
  expect(costOf(false, runtime)).toBeNull()
  expect(costOf(false, { ...runtime, level: 5 })).toBe('rates')
  expect(costOf(false, runtime, runtime)).toBe('rates')
  expect(costOf(false, provider('Acme', 1n, 4))).toBe('rates')
  expect(costOf(false)).toBeNull()
  // Nothing that has a stack is asked for.
  expect(costOf(true, { ...runtime, keywords: '0x0' })).toBeNull()
  expect(costOf(true, { ...runtime, level: 0 })).toBeNull()
  expect(costOf(true, { ...runtime, level: 0 }, runtime)).toBe('stacks')
})
