import { describe, expect, test } from 'vitest'
import { explorerRows } from './explorer-rows.ts'
import { explorerRowAsTsv, headlineText } from './explorer-values.ts'
import { History } from '../series/history.ts'
import { SeriesStore } from '../series/series-store.ts'
import { CatalogBuilder, frameOf } from '../testing.ts'

/** One counter with two tag sets, 3 and 4 a second, and what the explorer lists of it. */
function orders() {
  const builder = new CatalogBuilder()
  const [first, second] = builder.add(
    'meter',
    'MyShop',
    'orders.placed',
    'Counter',
    '{order}',
    ['rate'],
    ['shop=a', 'shop=b'],
  )
  const store = new SeriesStore()
  store.beginCoverage(1000)
  store.applyFrame(
    frameOf([
      [first ?? -1, 1000, 3],
      [second ?? -1, 1000, 4],
    ]),
  )
  const history = new History(store, () => Promise.resolve(null))
  const readings = { feed: { history }, view: { newestVisibleMs: 1000, maxStepMs: 2500 } } as unknown as Parameters<
    typeof headlineText
  >[1]
  const expanded = new Set(['p:MyShop', 'i:meter/MyShop/orders.placed'])
  const rows = explorerRows(builder.catalog, { filter: '', expanded, starred: [], sourceChoices: {} })
  return { rows, readings }
}

describe('a copy out of the explorer', () => {
  test('of an instrument holds the value that its row shows: all tag sets together', () => {
    const { rows, readings } = orders()
    const instrument = rows.find((row) => row.kind === 'instrument')
    expect(instrument && headlineText(instrument, readings)).toBe('7 {order}/s')
  })

  test('is provider, instrument, tags and value of the row', () => {
    const { rows, readings } = orders()
    expect(rows.map((row) => explorerRowAsTsv(row, readings)).slice(0, 2)).toEqual([
      'MyShop',
      'MyShop\torders.placed\t\t7 {order}/s',
    ])
  })
})
