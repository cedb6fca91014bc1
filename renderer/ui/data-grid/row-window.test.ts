import { assert, double, integer, property } from 'fast-check'
import { expect, test } from 'vitest'
import { firstRowWithin, mostRows, placeAfterScroll, placeOfRow } from './row-window.ts'

const counts = integer({ min: mostRows + 1, max: 2 ** 31 })
const screens = integer({ min: 1, max: 100 })
const shares = double({ min: 0, max: 1, noNaN: true })

test('a short table is its own window', () => {
  expect(placeOfRow(150, { rowCount: 300, screenRows: 20 })).toEqual({ firstRow: 0, top: 150 })
  expect(placeAfterScroll({ rowCount: 300, firstRow: 0, screenRows: 20 }, 0, 250)).toBeNull()
})

test('every row of a long table has a place in a window that lies within the table', () => {
  assert(
    property(counts, screens, shares, (rowCount, screenRows, share) => {
      const row = Math.round(share * (rowCount - screenRows))
      const { firstRow, top } = placeOfRow(row, { rowCount, screenRows })
      expect(firstRow + top).toBeCloseTo(row, 3)
      expect(firstRow).toBe(firstRowWithin(firstRow, rowCount))
      expect(top).toBeGreaterThanOrEqual(0)
      expect(top).toBeLessThanOrEqual(mostRows - screenRows)
    }),
  )
})

test('the thumb leads to the row whose place it is at, to the first and to the last', () => {
  const long = { rowCount: 10_000_000, screenRows: 25 }
  const dragged = (toTop: number) => placeAfterScroll({ ...long, firstRow: 4_000_000 }, 100_000, toTop)
  expect(dragged(0)).toEqual({ firstRow: 0, top: 0 })
  expect(dragged(mostRows - 25)).toEqual({ firstRow: 10_000_000 - mostRows, top: mostRows - 25 })
  const middle = dragged(50_000)!
  expect((middle.firstRow + middle.top) / 10_000_000).toBeCloseTo(0.25, 2)
})

test('a wheel moves on row by row from wherever it is, up to both ends', () => {
  const rowCount = 10_000_000
  const screenRows = 25
  for (const step of [-20, 20]) {
    let { firstRow, top } = placeOfRow(step < 0 ? 9000 : rowCount - 9000, { rowCount, screenRows })
    for (let turn = 0; turn < 500; turn++) {
      const row = firstRow + top
      const toTop = Math.max(0, Math.min(mostRows - screenRows, top + step))
      const next = placeAfterScroll({ rowCount, firstRow, screenRows }, top, toTop)
      firstRow = next?.firstRow ?? firstRow
      top = next?.top ?? toTop
      expect(firstRow + top).toBe(Math.max(0, Math.min(rowCount - screenRows, row + step)))
    }
    expect(firstRow + top).toBe(step < 0 ? 0 : rowCount - screenRows)
  }
})
