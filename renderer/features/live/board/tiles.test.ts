import { describe, expect, test } from 'vitest'
import { SeriesStore } from '../series/series-store.ts'
import { CatalogBuilder, frameOf } from '../testing.ts'
import { readTile, resolveTile, tileDefinitions } from './tiles.ts'
import { formatValue } from '../series/units.ts'

const definition = (id: string) => {
  const found = tileDefinitions.find((tile) => tile.id === id)
  if (found === undefined) throw new Error(id)
  return found
}

const sourcesOf = (builder: CatalogBuilder) =>
  tileDefinitions.map((tile) => resolveTile(tile, builder.catalog)?.candidate.source)

describe('tiles', () => {
  test('take the meter where there is one and the classic counter where there is not', () => {
    const modern = new CatalogBuilder()
    modern.addRuntimeCounters()
    modern.addRuntimeMeter()
    const old = new CatalogBuilder()
    old.addRuntimeCounters()
    expect(sourcesOf(modern)).toEqual(Array.from({ length: 6 }, () => 'meter'))
    expect(sourcesOf(old)).toEqual(Array.from({ length: 6 }, () => 'event-counter'))
  })

  test('CPU adds user and system time and reads in percent of one core', () => {
    const builder = new CatalogBuilder()
    const { cpu = [] } = builder.addRuntimeMeter()
    const store = new SeriesStore()
    store.applyFrame(
      frameOf([
        [cpu[0] ?? 0, 1000, 0.338],
        [cpu[2] ?? 0, 1000, 0.044],
        [cpu[0] ?? 0, 2000, 0.1],
        [cpu[2] ?? 0, 2001, 0.02],
      ]),
    )
    const tile = resolveTile(definition('cpu'), builder.catalog)
    if (tile === null) throw new Error('no tile')
    const reading = readTile(tile, store, 2001, 1000)
    expect(formatValue(tile.meaning, reading.value)).toMatchObject({ value: '12.0', unit: '%' })
    expect(reading.max).toBeCloseTo(0.382)
    expect(reading.min).toBeCloseTo(0.12)
  })

  test('the heap adds up its generations', () => {
    const builder = new CatalogBuilder()
    const { heap = [] } = builder.addRuntimeMeter()
    const store = new SeriesStore()
    store.applyFrame(frameOf(heap.map((index, i) => [index, 1000, 2 ** (20 + i)])))
    const tile = resolveTile(definition('heap'), builder.catalog)
    if (tile === null) throw new Error('no tile')
    expect(readTile(tile, store, 1000, 1000).value).toBe(31 * 2 ** 20)
  })

  test('exceptions stand at zero while none was thrown, but only where the instrument exists', () => {
    const builder = new CatalogBuilder()
    expect(resolveTile(definition('exceptions'), builder.catalog)).toBeNull()
    builder.add('meter', 'System.Runtime', 'dotnet.exceptions', 'Counter', '{exception}', [])
    const tile = resolveTile(definition('exceptions'), builder.catalog)
    if (tile === null) throw new Error('no tile')
    expect(readTile(tile, new SeriesStore(), 1000, 1000).value).toBe(0)
  })

  test('the classic exception counter is taken when the meter has not published', () => {
    const builder = new CatalogBuilder()
    builder.add('meter', 'System.Runtime', 'dotnet.exceptions', 'Counter', '{exception}', [])
    builder.addRuntimeCounters()
    expect(resolveTile(definition('exceptions'), builder.catalog)?.candidate.source).toBe('event-counter')
  })

  test('a value that stopped coming is no value', () => {
    const builder = new CatalogBuilder()
    const { queue = [] } = builder.addRuntimeMeter()
    const store = new SeriesStore()
    store.applyFrame(frameOf([[queue[0] ?? 0, 1000, 37]]))
    const tile = resolveTile(definition('queue'), builder.catalog)
    if (tile === null) throw new Error('no tile')
    expect(readTile(tile, store, 2000, 1000).value).toBe(37)
    expect(readTile(tile, store, 9000, 1000).value).toBeNull()
  })
})
