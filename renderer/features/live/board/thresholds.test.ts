import { describe, expect, test } from 'vitest'
import { newChart } from './board.ts'
import { ColourAssignments, resolveChart } from '../charts/chart-lines.ts'
import { CatalogBuilder } from '../testing.ts'
import { sumOf, ThresholdWatch, topOfStack } from './thresholds.ts'

describe('thresholds', () => {
  const builder = new CatalogBuilder()
  builder.addRuntimeMeter()
  const chart = newChart('c', [
    {
      source: 'meter',
      provider: 'System.Runtime',
      instrument: 'dotnet.thread_pool.queue.length',
      rawTags: null,
      measure: null,
      axis: 'left',
    },
  ])
  const { lines } = resolveChart(chart, builder.catalog, new ColourAssignments())

  function crossings(values: readonly (number | null)[], direction: 'above' | 'below' = 'above', stepMs = 60_000) {
    const watch = new ThresholdWatch()
    return values.map((value, i) => watch.check('c', [{ value: 10, direction }], lines, () => value, i * stepMs).length)
  }

  test('report a crossing once, and again after the value has come back', () => {
    expect(crossings([5, 11, 12, 9, 11])).toEqual([0, 1, 0, 0, 1])
    expect(crossings([15, 9, 12, 9], 'below')).toEqual([0, 1, 0, 1])
  })

  test('a value that is beyond from the start is not a crossing', () => {
    expect(crossings([50, 50, 5, 50])).toEqual([0, 0, 0, 1])
  })

  test('a missing value changes nothing', () => {
    expect(crossings([5, null, 11])).toEqual([0, 0, 1])
  })

  test('swinging values report once in ten seconds', () => {
    expect(crossings([5, 11, 5, 11, 5, 11], 'above', 1000)).toEqual([0, 1, 0, 0, 0, 0])
  })

  test('a stack is watched as the whole that its upper edge shows, under the name of what its layers are of', () => {
    const cpu = newChart('cpu', [
      { ...chart.series[0]!, instrument: 'dotnet.process.cpu.time', rawTags: null, measure: null, axis: 'left' },
    ])
    const layers = resolveChart(cpu, builder.catalog, new ColourAssignments()).lines
    expect(layers.length).toBeGreaterThan(1)
    const top = topOfStack(layers, 'CPU')
    expect([top?.label, top?.instrument.name]).toEqual(['dotnet.process.cpu.time', 'dotnet.process.cpu.time'])
    expect([sumOf([0.2, null, 0.3]), sumOf([null, null])]).toEqual([0.5, null])
  })
})
