import { describe, expect, test } from 'vitest'
import type { HeapTreeAnswer, HeapTreeRow } from '../../../../shared/model/heap/heap-document.ts'
import { squarified } from '../../../../shared/base/squarified.ts'
import { neighbour, nextToAsk, treemapBoxes } from './treemap-boxes.ts'
import { treemapColours } from './treemap-colours.ts'

const area = { left: 0, top: 0, width: 600, height: 400 }

function row(key: number, retainedBytes: number, hasRows = false): HeapTreeRow {
  return {
    key,
    name: `T${String(key)}`,
    module: '',
    rootKind: null,
    address: '',
    count: 1,
    shallowBytes: 1,
    retainedBytes,
    hasRows,
  }
}

function answer(...rows: readonly HeapTreeRow[]): HeapTreeAnswer {
  return { rows, omitted: null }
}

describe('a treemap', () => {
  test('gives each weight its share of the area, without overlap', () => {
    const areas = squarified([6, 6, 4, 3, 2, 2, 1], 24, area)
    expect(areas.map(({ width, height }) => Math.round(width * height))).toEqual(
      [6, 6, 4, 3, 2, 2, 1].map((weight) => weight * 10_000),
    )
    for (const [at, a] of areas.entries())
      for (const b of areas.slice(at + 1)) {
        const across = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left)
        const down = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top)
        expect(Math.min(across, down)).toBeLessThan(1e-6)
      }
    const ratios = areas.map(({ width, height }) => Math.max(width / height, height / width))
    expect(Math.max(...ratios)).toBeLessThan(3)
  })

  test('leaves empty what the weights do not take, and takes zeros', () => {
    const [half] = squarified([12], 24, area)
    expect(half!.width * half!.height).toBeCloseTo(120_000)
    expect(squarified([0, 0], 0, area).every(({ width }) => width === 0)).toBe(true)
    expect(squarified([3, 0], 3, area)[1]!.width * squarified([3, 0], 3, area)[1]!.height).toBe(0)
  })

  test('puts what a row retains inside of it', () => {
    const answers = new Map([
      ['', answer(row(1, 90, true), row(2, 10))],
      ['1', answer(row(5, 60), row(6, 20))],
    ])
    const boxes = treemapBoxes(answers, [], area)
    expect(boxes.map(({ key, depth }) => [key, depth])).toEqual([
      ['1', 0],
      ['2', 0],
      ['1/5', 1],
      ['1/6', 1],
    ])
    const [outer, , inner] = boxes
    expect(inner!.left).toBeGreaterThan(outer!.left)
    expect(inner!.left + inner!.width).toBeLessThan(outer!.left + outer!.width)
  })

  test('asks for the largest rows first and not for small ones', () => {
    const answers = new Map<string, HeapTreeAnswer>()
    expect(nextToAsk(answers, [])).toEqual([])
    answers.set('', answer(row(1, 30, true), row(2, 69, true), row(3, 1, true)))
    expect(nextToAsk(answers, [])).toEqual([2])
    answers.set('2', answer(row(7, 60, true)))
    expect(nextToAsk(answers, [])).toEqual([2, 7])
    answers.set('2/7', answer(row(8, 60, true)))
    expect(nextToAsk(answers, [])).toEqual([1])
    answers.set('1', answer())
    expect(nextToAsk(answers, [])).toBe(null)
  })

  test('finds the neighbor of a box by direction', () => {
    const boxes = treemapBoxes(new Map([['', answer(row(1, 50), row(2, 50))]]), [], area)
    const [one, two] = boxes
    expect(neighbour(boxes, one!, 'right')).toBe(two)
    expect(neighbour(boxes, two!, 'left')).toBe(one)
    expect(neighbour(boxes, two!, 'right')).toBe(two)
  })
})

test('boxes have the colors of flame graphs: own types apart from those of .NET, roots gray', () => {
  const tone = { lightness: 0.8, chroma: 0.1 }
  const palette = { tones: { own: tone, framework: tone, base: tone }, step: 0.02, edgeLightness: 0.5, text: '#000' }
  const fill = (module: string, rootKind: string | null = null) => treemapColours(palette, { module, rootKind }, 0).fill
  expect(fill('/app/Shop.dll')).toBe(fill('C:\\app\\Shop.dll'))
  expect(fill('/app/Shop.dll')).not.toBe(fill('/dotnet/System.Private.CoreLib.dll'))
  expect(fill('', 'static')).toBe(fill('/dotnet/System.Private.CoreLib.dll'))
  expect(fill('/app/Shop.dll', 'static')).toBe(fill('', 'static'))
})
