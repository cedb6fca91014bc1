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

test('series of one name and tags are told apart by their providers, and those that nothing tells apart have its whole name', () => {
  const name = 'queue-length'
  const ofTwo = [series({ name }), series({ name, provider: 'Shop' })]
  expect(namesOf(ofTwo)).toEqual([`System.Runtime/${name} (mean)`, `Shop/${name} (mean)`])
  expect(namesOf([series({ name }), series({ name })])).toEqual([
    `System.Runtime/${name} (mean)`,
    `System.Runtime/${name} (mean)`,
  ])
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

test('the series that leads has the highest mean, not the most readings', () => {
  const shown = shownCounters([
    series({ name: 'queue', kind: 'value', tags: 'pool=a' }, [2, 2, 2, 2, 2, 2]),
    series({ name: 'queue', kind: 'value', tags: 'pool=b' }, [4, 5]),
  ])
  expect(shown.filter(({ isLeading }) => isLeading).map(({ name }) => name)).toEqual(['queue{pool=b}'])
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

test('series of one reading, and those of sums and percentiles, are not shown', () => {
  expect(namesOf([series({ name: 'once' }, [5]), series({ name: 'twice' }, [5, 6])])).toEqual(['twice'])
  const kinds = ['mean', 'value', 'rate', 'count', 'sum', 'percentile'] as unknown as readonly CounterSeries['kind'][]
  expect(namesOf(kinds.map((kind) => series({ name: `a ${kind}`, kind })))).toEqual(['a mean', 'a value', 'a rate'])
})

test('what explains time best comes first, whatever the order of the file, and no more than twelve', () => {
  const names = ['other', 'requests-per-second', 'threadpool-queue-length', 'gc-heap-size', 'cpu-usage', 'my-cpu-usage']
  expect(namesOf(names.map((name) => series({ name })))).toEqual([
    'cpu-usage',
    'gc-heap-size',
    'threadpool-queue-length',
    'requests-per-second',
    'other',
    'my-cpu-usage',
  ])
  const many = shownCounters(Array.from({ length: 20 }, (_, index) => series({ name: `c${index}` })))
  expect(many.map(({ name }) => name)).toEqual(Array.from({ length: 12 }, (_, index) => `c${index}`))
})

test('a track has the least and the most of each part in sight, and the nearest reading on either side', () => {
  const bins = new TimeBins({ fromMs: 10, toMs: 30 }, 1, 2)
  const one = series({}, [])
  for (const [at, value] of [
    [3, 1],
    [9, 2],
    [5, 3],
    [10, 50],
    [12, 40],
    [14, 60],
    [15, 55],
    [20, 7],
    [30, 8],
    [29, 9],
    [45, 10],
    [33, 11],
  ] as const) {
    one.ticks.push(at)
    one.values.push(value)
  }
  const track = counterTrack({ series: one, name: 'n', isLeading: true }, bins, (ticks) => ticks < 20)
  expect([...track.timeMs]).toEqual([9, 12, 14, 20, 29, 30])
  expect([...track.values]).toEqual([2, 40, 60, 7, 9, 8])
  expect(track.mean).toBe((1 + 2 + 3 + 50 + 40 + 60 + 55) / 7)
  expect(counterTrack({ series: one, name: 'n', isLeading: true }, bins, () => false).mean).toBeNull()
})

test('the mean of a series is that of its own readings', () => {
  const shown = shownCounters([
    series({ name: 'queue', kind: 'value', tags: 'pool=a' }, Array<number>(10).fill(4)),
    series({ name: 'queue', kind: 'value', tags: 'pool=b' }, [5, 5]),
  ])
  expect(shown.find(({ isLeading }) => isLeading)?.name).toBe('queue{pool=b}')
})

test('the nearest reading behind what is in sight is shown, whichever came first', () => {
  const one = series({}, [])
  for (const [at, value] of [
    [45, 1],
    [33, 2],
    [38, 3],
  ] as const) {
    one.ticks.push(at)
    one.values.push(value)
  }
  const bins = new TimeBins({ fromMs: 10, toMs: 30 }, 1, 2)
  expect([...counterTrack({ series: one, name: 'n', isLeading: true }, bins, everyEvent).timeMs]).toEqual([33])
})
