import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { placeEdgeLabels } from './edge-labels.ts'

const place = (ys: readonly number[], top = 10, bottom = 110, row = 14) =>
  placeEdgeLabels(
    ys.map((yPx, i) => ({ yPx, text: String(i) })),
    top,
    bottom,
    row,
  )

describe('labels at the right edge', () => {
  test('stay where they are when there is room', () => {
    expect(place([20, 60, 100]).map((label) => label.labelYPx)).toEqual([20, 60, 100])
  })

  test('move apart when they would overlap', () => {
    expect(place([50, 52]).map((label) => label.labelYPx)).toEqual([50, 64])
    expect(place([108, 109]).map((label) => label.labelYPx)).toEqual([96, 110])
  })

  test('never overlap, never leave the plot, keep their order', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: -50, max: 200, noNaN: true }), { maxLength: 30 }), (ys) => {
        const placed = place(ys)
        const at = placed.map((label) => label.labelYPx)
        for (const y of at) {
          expect(y).toBeGreaterThanOrEqual(10 - 1e-9)
          expect(y).toBeLessThanOrEqual(110 + 1e-9)
        }
        for (let i = 1; i < at.length; i++) expect((at[i] ?? 0) - (at[i - 1] ?? 0)).toBeGreaterThanOrEqual(14 - 1e-9)
      }),
    )
  })
})
