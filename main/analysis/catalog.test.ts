import { expect, test } from 'vitest'
import { Catalog, maxSeries } from './catalog.ts'

const instrument = (name: string) => ({
  source: 'meter' as const,
  provider: 'App',
  providerVersion: '',
  name,
  displayName: '',
  kind: 'Counter' as const,
  unit: '',
  description: '',
})

test('an instrument is made once for each key', () => {
  const catalog = new Catalog()
  const made: string[] = []
  const indexOf = (key: string) =>
    catalog.instrument(key, () => {
      made.push(key)
      return instrument(key)
    })
  expect([indexOf('a'), indexOf('b'), indexOf('a')]).toEqual([0, 1, 0])
  expect(made).toEqual(['a', 'b'])
  expect(catalog.instruments.map(({ index, name, hasValues }) => [index, name, hasValues])).toEqual([
    [0, 'a', false],
    [1, 'b', false],
  ])
})

test('changes are handed out once, instruments only when something about them is different', () => {
  const catalog = new Catalog()
  expect(catalog.takeChanges()).toBeNull()
  const index = catalog.instrument('a', () => instrument('a'))
  expect(catalog.takeChanges()).toMatchObject({ instruments: [{ name: 'a' }], series: [] })
  expect(catalog.takeChanges()).toBeNull()
  catalog.describe(index, { description: '', kind: 'Counter' })
  expect(catalog.takeChanges()).toBeNull()
  catalog.describe(index, { description: 'of requests', kind: 'Counter' })
  expect(catalog.takeChanges()).toMatchObject({ instruments: [{ description: 'of requests' }], series: [] })
  catalog.describe(7, { description: 'nobody' })
  expect(catalog.takeChanges()).toBeNull()
  catalog.addSeries(index, 'k=v', [{ key: 'k', value: 'v' }], 'rate')
  expect(catalog.takeChanges()).toMatchObject({
    instruments: [{ name: 'a', hasValues: true }],
    series: [{ index: 0, instrumentIndex: index, rawTags: 'k=v', tags: [{ key: 'k', value: 'v' }], measure: 'rate' }],
  })
  catalog.addSeries(index, '', [], 'total')
  expect(catalog.takeChanges()).toMatchObject({ instruments: [], series: [{ index: 1, measure: 'total' }] })
})

test('series beyond the limit are refused and counted', () => {
  const catalog = new Catalog()
  const index = catalog.instrument('a', () => instrument('a'))
  for (let count = 0; count < maxSeries; count += 1) catalog.addSeries(index, String(count), [], 'value')
  expect(catalog.refusedSeriesCount).toBe(0)
  expect([catalog.addSeries(index, 'x', [], 'value'), catalog.addSeries(index, 'y', [], 'value')]).toEqual([null, null])
  expect([catalog.refusedSeriesCount, catalog.series.length]).toEqual([2, maxSeries])
})
