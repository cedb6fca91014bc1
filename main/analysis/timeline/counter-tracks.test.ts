import { expect, test } from 'vitest'
import { NumberColumn } from '../grown-column.ts'
import type { CounterSeries } from '../reports/counter-events.ts'
import { everyEvent } from '../reports/event-filter.ts'
import { counterTrack, shownCounters } from './counter-tracks.ts'
import { TimeBins } from './time-bins.ts'

function series(changes: Partial<CounterSeries>, points: readonly number[] = [1, 2]): CounterSeries {
  const ticks = new NumberColumn()
  const values = new NumberColumn()
  for (const [at, value] of points.entries()) {
    ticks.push(at)
    values.push(value)
  }
  const facts = { provider: 'System.Runtime', name: 'cpu-usage', displayName: '', unit: '', tags: '' }
  return { ...facts, kind: 'mean', ticks, values, ...changes }
}

const namesOf = (all: readonly CounterSeries[]): readonly string[] => shownCounters(all).map(({ name }) => name)

test('series of one meter are told apart by their tags, and by their kind where those are the same', () => {
  const name = 'dotnet.process.cpu.time'
  expect(
    namesOf([
      series({ name, kind: 'rate', tags: 'cpu.mode=user' }),
      series({ name, kind: 'value', tags: 'cpu.mode=user' }),
      series({ name, kind: 'rate', tags: 'cpu.mode=system' }),
      series({ name: 'queue', kind: 'value', tags: 'a=b' }),
    ]),
  ).toEqual([`${name}{cpu.mode=user} (rate)`, 'queue', `${name}{cpu.mode=user} (value)`, `${name}{cpu.mode=system}`])
})

test('one series of each instrument leads: its rate, and of several tags the highest', () => {
  const name = 'dotnet.process.cpu.time'
  const cpu = (kind: 'rate' | 'value', tags: string, points: readonly number[]) => series({ name, kind, tags }, points)
  const shown = shownCounters([
    cpu('rate', 'mode=system', [1, 2]),
    cpu('value', 'mode=user', [70, 80]),
    cpu('rate', 'mode=user', [Number.NaN, 5, 6]),
    cpu('value', 'mode=system', [10, 20]),
    ...['a', 'b', 'c', 'd'].map((other) => series({ name: other, kind: 'value' })),
  ])
  expect(shown.filter(({ isLeading }) => isLeading).map((one) => one.name)).toEqual([
    `${name}{mode=user} (rate)`,
    'a',
    'b',
    'c',
  ])
  expect(shown).toHaveLength(8)
  expect(shown.findIndex(({ isLeading }) => !isLeading)).toBe(4)
})

test('series of two providers, or with one display name, are told apart by what they are', () => {
  expect(namesOf([series({}), series({ provider: 'Shop' })])).toEqual([
    'System.Runtime/cpu-usage (mean)',
    'Shop/cpu-usage (mean)',
  ])
  expect(namesOf([series({ name: 'a', displayName: 'Load' }), series({ name: 'b', displayName: 'Load' })])).toEqual([
    'System.Runtime/a (mean)',
    'System.Runtime/b (mean)',
  ])
})

test('a value that is no number leaves the others as they are', () => {
  const bins = new TimeBins({ fromMs: 0, toMs: 4 }, 1, 1)
  const [shown] = shownCounters([series({}, [Number.NaN, 4, Number.POSITIVE_INFINITY, 2])])
  const { values, mean } = counterTrack(shown!, bins, everyEvent)
  expect([...values]).toEqual([4, 2])
  expect(mean).toBe(3)
})
