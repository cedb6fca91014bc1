import { Profile } from 'pprof-format'
import { expect, test } from 'vitest'
import { callsOf, picture } from '../stacks/testing/picture.ts'
import { type PprofFacts, writePprof } from './pprof.ts'

/** What `pprof-format`, a reader by others, finds in a profile of ours. */
function read(lines: readonly string[], facts: Partial<PprofFacts>) {
  const pieces: Uint8Array[] = []
  const all = { startUnixMs: 1_700_000_000_000, durationMs: 2000, intervalNs: null, ...facts }
  writePprof(callsOf(picture(lines)), all, (piece) => pieces.push(piece))
  const profile = Profile.decode(new Uint8Array(Buffer.concat(pieces)))
  const text = (index: number | bigint): string => profile.stringTable.strings[Number(index)]!
  const functionOf = new Map(profile.location.map(({ id, line }) => [id, line[0]!.functionId]))
  const names = new Map(profile.function.map(({ id, name }) => [id, text(name)]))
  return {
    types: profile.sampleType.map(({ type, unit }) => `${text(type)} ${text(unit)}`),
    samples: profile.sample.map(({ locationId, value }) => [
      locationId.map((id) => names.get(functionOf.get(id)!)),
      value.map(Number),
    ]),
    functions: profile.function.map(({ name, systemName, filename }) => [name, systemName, filename].map(text)),
    timeNanos: Number(profile.timeNanos),
    durationNanos: Number(profile.durationNanos),
    periodType: profile.periodType === undefined ? null : text(profile.periodType.type),
    period: Number(profile.period),
  }
}

test('a profile has every stack, leaf first, with sample counts and time', () => {
  const lines = ['Main;Parse 3', 'Main;Parse;Sort 200', 'Main 1']
  const { samples, types, timeNanos, period } = read(lines, { intervalNs: 1_000_000 })
  expect(samples).toEqual([
    [['Main'], [1, 1_000_000]],
    [
      ['Parse', 'Main'],
      [3, 3_000_000],
    ],
    [
      ['Sort', 'Parse', 'Main'],
      [200, 200_000_000],
    ],
  ])
  expect([types, timeNanos, period]).toEqual([['samples count', 'wall nanoseconds'], 1.7e18, 1_000_000])
})

test('without a sampling interval, samples are only counted', () => {
  const { samples, types } = read(['Main 5'], {})
  expect([samples, types]).toEqual([[[['Main'], [5]]], ['samples count']])
})

test.each([
  ['ms', 'wall nanoseconds', 2_000_000],
  ['bytes', 'space bytes', 2],
  ['samples', 'samples count', 2],
  ['unstated', 'weight count', 2],
] as const)('weights from another tool keep their unit: %s', (unit, type, value) => {
  const { samples, types } = read(['Main 2'], { unit })
  expect([samples, types]).toEqual([[[['Main'], [value]]], [type]])
})

test('an interval with a fraction is rounded, and a sum beyond 64 bits is the largest number', () => {
  expect(read(['Main 1'], { intervalNs: (123 / 1e6) * 1e6 }).period).toBe(123)
  expect(read(['Main 9007199254740992'], { unit: 'ms' }).samples).toEqual([[['Main'], [2 ** 63 - 1024]]])
})

test('a method that only calls others is a function without samples of its own', () => {
  const { samples, functions } = read(['Main;Parse 3'], {})
  expect(samples).toEqual([[['Parse', 'Main'], [3]]])
  expect(functions.map(([name, systemName]) => [name, systemName])).toEqual([
    ['Main', 'Main'],
    ['Parse', 'Parse'],
  ])
})

test('a profile says how long it is, and what its interval is of', () => {
  expect(read(['Main 1'], { intervalNs: 1000 })).toMatchObject({ durationNanos: 2e9, period: 1000, periodType: 'wall' })
  expect(read(['Main 1'], {})).toMatchObject({ durationNanos: 2e9, period: 0 })
})
