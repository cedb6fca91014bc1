import { describe, expect, test } from 'vitest'
import { stackLayers, type SampleSource } from './stack.ts'

const source = (...samples: (readonly [number, number])[]): SampleSource => ({
  factor: 1,
  read(fromMs, toMs, into) {
    for (const [time, value] of samples) if (time >= fromMs && time <= toMs) into.push(time, value)
  },
})

describe('stacked layers', () => {
  test('each edge is the sum of the layers below it', () => {
    const stacked = stackLayers([source([100, 10], [1100, 20]), source([105, 1], [1110, 2])], {
      fromMs: 0,
      toMs: 1999,
      columnMs: 1000,
      holdMs: 2000,
    })
    expect(stacked.edges.map((edge) => [...edge])).toEqual([
      [10, 20],
      [11, 22],
    ])
    expect([...stacked.timeMs]).toEqual([105, 1110])
  })

  test('a layer without a sample keeps its value for the hold time and is then gone', () => {
    const stacked = stackLayers([source([0, 5]), source([0, 1], [1000, 1], [2000, 1], [3000, 1])], {
      fromMs: 0,
      toMs: 3999,
      columnMs: 1000,
      holdMs: 2000,
    })
    expect([...(stacked.edges[0] ?? [])]).toEqual([5, 5, 5, 0])
    expect([...(stacked.edges[1] ?? [])]).toEqual([6, 6, 6, 1])
  })

  test('a column in which nothing was measured has no time, so the stack breaks there', () => {
    const stacked = stackLayers([source([0, 5], [3000, 5])], { fromMs: 0, toMs: 3999, columnMs: 1000, holdMs: 1000 })
    expect([...stacked.timeMs]).toEqual([0, Number.NaN, Number.NaN, 3000])
  })

  test('a dip of one sample keeps its depth and is no wider than a bucket', () => {
    const dip = source(...Array.from({ length: 40 }, (_, at): [number, number] => [100 * at, at === 17 ? 1 : 5]))
    const options = { fromMs: 0, toMs: 3999, columnMs: 100, holdMs: 250 }
    const { timeMs, edges } = stackLayers([dip], { ...options, bucketMs: 500 })
    expect([...(edges[0] ?? [])]).toEqual([5, 5, 5, 5, 1, 5, 5, 5, 5])
    expect([...timeMs].slice(3, 6)).toEqual([1500, 1700, 2000])
  })

  test('samples stay in their column while the view scrolls', () => {
    const samples = source([1400, 1], [1600, 2])
    const at = (fromMs: number) =>
      stackLayers([samples], { fromMs, toMs: fromMs + 2000, columnMs: 1000, holdMs: 1000 }).timeMs.filter(
        (time) => !Number.isNaN(time),
      )
    expect([...at(0)]).toEqual([1600])
    expect([...at(700)]).toEqual([1600])
  })
})
