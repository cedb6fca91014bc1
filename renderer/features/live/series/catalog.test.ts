import { expect, test } from 'vitest'
import { asSeriesIndex } from '../../../../shared/model/ids.ts'
import { Catalog } from './catalog.ts'

function seriesOf(count: number, onRead: () => void) {
  return Array.from({ length: count }, (_, at) => ({
    get index() {
      onRead()
      return asSeriesIndex(at)
    },
    instrumentIndex: 0,
    tags: [],
    rawTags: `shop=${at}`,
    measure: 'rate' as const,
  }))
}

test('takes new series of one instrument without looking through those it has, and replaces known ones', () => {
  let readCount = 0
  const catalog = new Catalog()
  catalog.apply({ kind: 'catalog', instruments: [], series: seriesOf(1000, () => (readCount += 1)) })
  expect(readCount).toBeLessThan(10_000)
  const [again] = seriesOf(1, () => undefined)
  catalog.apply({ kind: 'catalog', instruments: [], series: [{ ...again!, rawTags: 'shop=new' }] })
  expect(catalog.seriesOf(0)).toHaveLength(1000)
  expect(catalog.series(0)?.rawTags).toBe('shop=new')
})
