import { describe, expect, test } from 'vitest'
import { boardSeriesOf, explorerRows, type ExplorerQuery } from './explorer-rows.ts'
import { CatalogBuilder } from '../testing.ts'

const query = (more: Partial<ExplorerQuery> = {}): ExplorerQuery => ({
  filter: '',
  expanded: new Set(),
  starred: [],
  sourceChoices: {},
  ...more,
})

function picture(builder: CatalogBuilder, more: Partial<ExplorerQuery> = {}): string[] {
  return explorerRows(builder.catalog, query(more)).map((row) => {
    switch (row.kind) {
      case 'starred-heading':
        return `* ${row.count}`
      case 'provider':
        return `${row.provider} ${row.count}${row.sources.length > 1 ? ` (${row.shownSource})` : ''}`
      case 'instrument':
        return `  ${row.instrument.name}${row.tagSetCount > 0 ? ` ${row.tagSetCount}` : ''}${row.isStarred ? ' *' : ''}`
      case 'tag-set':
        return `    ${row.label}`
    }
  })
}

function web(): CatalogBuilder {
  const builder = new CatalogBuilder()
  builder.add('meter', 'MyShop', 'orders.placed', 'Counter', '{order}', ['rate'], ['shop=a', 'shop=b'])
  builder.add('meter', 'System.Runtime', 'dotnet.exceptions', 'Counter', '{exception}', ['rate'])
  builder.add('event-counter', 'System.Runtime', 'cpu-usage', 'EventCounterMean', '%', ['value'])
  builder.add('event-counter', 'Microsoft.AspNetCore.Hosting', 'current-requests', 'EventCounterMean', '', ['value'])
  return builder
}

describe('rows of the explorer', () => {
  test('start as providers: the runtime, the framework, the application', () => {
    expect(picture(web())).toEqual(['System.Runtime 1 (meter)', 'Microsoft.AspNetCore.Hosting 1', 'MyShop 1'])
  })

  test('open into instruments and tag sets', () => {
    expect(picture(web(), { expanded: new Set(['p:MyShop', 'i:0']) })).toEqual([
      'System.Runtime 1 (meter)',
      'Microsoft.AspNetCore.Hosting 1',
      'MyShop 1',
      '  orders.placed 2',
      '    shop = a',
      '    shop = b',
    ])
  })

  test('reads each series a few times, however many tag sets there are', () => {
    const builder = new CatalogBuilder()
    const tagSets = Array.from({ length: 400 }, (_, at) => `shop=${at}`)
    const indexes = builder.add('meter', 'MyShop', 'orders.placed', 'Counter', '{order}', ['rate'], tagSets)
    let readCount = 0
    const series = builder.catalog.allSeries().map((one) => ({
      ...one,
      get rawTags() {
        readCount += 1
        return one.rawTags
      },
    }))
    builder.catalog.apply({ kind: 'catalog', instruments: [], series })
    expect(picture(builder, { expanded: new Set(['p:MyShop', 'i:0']) })).toHaveLength(2 + indexes.length)
    expect(readCount).toBeLessThan(10 * indexes.length)
  })

  test('a name that is both meter and event source is one provider with a switch', () => {
    expect(
      picture(web(), { expanded: new Set(['p:System.Runtime']), sourceChoices: { 'System.Runtime': 'event-counter' } }),
    ).toContain('  cpu-usage')
  })

  test('a filter finds by any part of the name and opens what it finds', () => {
    expect(picture(web(), { filter: 'shop ORD' })).toEqual(['MyShop 1', '  orders.placed 2'])
    expect(picture(web(), { filter: 'nothing' })).toEqual([])
  })

  test('starred instruments come first and stay in their place too', () => {
    const builder = web()
    const instrument = builder.catalog.instrument(0)
    if (instrument === null) throw new Error('no instrument')
    const starred = [boardSeriesOf(instrument, null)]
    expect(picture(builder, { starred }).slice(0, 2)).toEqual(['* 1', '  orders.placed 2 *'])
    expect(picture(builder, { starred, expanded: new Set(['closed:starred']) })[0]).toBe('* 1')
  })

  test('tag sets of a counter are added up, quantiles never', () => {
    const builder = web()
    builder.add('meter', 'MyShop', 'latency', 'Histogram', 's', ['p50', 'p95', 'p99'], ['shop=a', 'shop=b'])
    const rows = explorerRows(builder.catalog, query({ expanded: new Set(['p:MyShop']) }))
    const headlines = rows.flatMap((row) =>
      row.kind === 'instrument' ? [[row.instrument.name, row.headline.length]] : [],
    )
    expect(headlines).toEqual([
      ['latency', 0],
      ['orders.placed', 2],
    ])
  })
})
