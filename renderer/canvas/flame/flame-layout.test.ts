import { array, assert, double, integer, property, tuple } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boxAt, depthAtPx, rectangleOf, rowsInSight, rowTopPx } from './flame-layout.ts'
import { boxOfPath, movedBox, pathTo, siblingsOf } from './flame-moves.ts'
import { between, clamped, panned, showing, zoomedAt } from './flame-viewport.ts'
import { boxesOf, geometryOf } from './testing.ts'

const rows = ['All 0 100', 'Main 0 90, Idle 90 10', 'Work 0 60, Read 60 20', 'Sort 0 50, Sort 60 20']

describe('boxes of a flame graph', () => {
  it('are found under the pointer where they are painted', () => {
    for (const direction of ['icicle', 'flame'] as const) {
      const geometry = geometryOf(rows, { direction, viewport: { from: 10, to: 90, topPx: 3 } })
      // Idle, the third, lies right of what is seen.
      for (const box of [0, 1, 3, 4, 5, 6]) {
        const { x, y, width, height } = rectangleOf(geometry, box)
        expect(boxAt(geometry, x + width / 2, y + height / 2)).toBe(box)
      }
      expect(boxAt(geometry, 399, rowTopPx(geometry, 3) + 5)).toBeNull()
      expect(boxAt(geometry, 10, rowTopPx(geometry, 4) + 5)).toBeNull()
    }
  })

  it('are painted only in the rows that are in sight', () => {
    const geometry = geometryOf(rows, {
      size: { widthPx: 400, heightPx: 40 },
      viewport: { from: 0, to: 100, topPx: 20 },
    })
    expect(rowsInSight(geometry)).toEqual({ first: 1, end: 3 })
    expect(depthAtPx(geometry, 0)).toBe(1)
  })

  it('are navigated by keyboard: to the caller, to the widest call, along the row', () => {
    const { boxes, rowStarts } = geometryOf(rows)
    const names = (boxes as ReturnType<typeof boxesOf>).names
    const after = (box: number, ...moves: readonly Parameters<typeof movedBox>[3][]): string => {
      const at = moves.reduce((from, move) => movedBox(boxes, rowStarts, from, move), box)
      return `${names[boxes.function[at]!]!} ${String(boxes.start[at])}`
    }
    expect(after(0, 'callee', 'callee', 'callee')).toBe('Sort 0')
    expect(after(0, 'callee', 'callee', 'next', 'callee')).toBe('Sort 60')
    expect(after(0, 'callee', 'last')).toBe('Idle 90')
    expect(after(0, 'callee', 'callee', 'callee', 'next', 'caller')).toBe('Read 60')
    expect(after(0, 'caller')).toBe('All 0')
    expect(siblingsOf(boxes, rowStarts, 4)).toEqual([3, 4])
    expect(pathTo(boxes, 6)).toEqual([0, 1, 4, 6])
  })

  it('are found again by the functions of their path, as far as that leads', () => {
    const { boxes, rowStarts } = geometryOf(rows)
    const find = (path: readonly number[]): number => boxOfPath(boxes, rowStarts, path, (box) => boxes.function[box]!)
    expect(find([1, 4, 5])).toBe(6)
    expect(find([1, 9, 5])).toBe(1)
    expect(find([])).toBe(0)
  })
})

describe('the visible range', () => {
  const stretch = tuple(double({ min: 0, max: 999, noNaN: true }), double({ min: 1, max: 1000, noNaN: true })).map(
    ([from, length]) => clamped({ from, to: from + length, topPx: 0 }, 1000),
  )

  it('stays within everything, whatever the wheel does', () => {
    assert(
      property(
        stretch,
        array(tuple(double({ min: 0, max: 1, noNaN: true }), double({ min: 0.01, max: 100, noNaN: true })), {
          maxLength: 20,
        }),
        (first, turns) => {
          let at = first
          for (const [share, factor] of turns) at = panned(zoomedAt(at, share, factor, 1000), share - 0.5, 1000)
          expect(at.from).toBeGreaterThanOrEqual(0)
          expect(at.to).toBeLessThanOrEqual(1000 + 1e-6)
          expect(at.to - at.from).toBeGreaterThan(0.99)
        },
      ),
    )
  })

  it('is exactly everything when it is zoomed out far enough', () => {
    assert(
      property(
        stretch,
        integer({ min: 1, max: 2000 }),
        double({ min: 0, max: 1, noNaN: true }),
        (first, total, share) => {
          expect(zoomedAt(clamped(first, total), share, 1 / 5000, total)).toMatchObject({ from: 0, to: total })
        },
      ),
    )
  })

  it('zooms to the pointer: what is under it stays', () => {
    const nearer = zoomedAt({ from: 100, to: 500, topPx: 0 }, 0.25, 2, 1000)
    expect(nearer.from + 0.25 * (nearer.to - nearer.from)).toBeCloseTo(200)
    expect(nearer.to - nearer.from).toBe(200)
  })

  it('moves only when a box is out of sight', () => {
    const seen = { from: 100, to: 200, topPx: 0 }
    expect(showing(seen, 120, 10, 1000)).toBe(seen)
    expect(showing(seen, 0, 1000, 1000)).toBe(seen)
    expect(showing(seen, 500, 10, 1000)).toEqual({ from: 455, to: 555, topPx: 0 })
  })

  it('moves from one to the other directly', () => {
    const one = { from: 0, to: 1000, topPx: 0 }
    const other = { from: 400, to: 410, topPx: 0 }
    expect(between(one, other, 0)).toEqual(one)
    const end = between(one, other, 1)
    expect(end.from).toBeCloseTo(400)
    expect(end.to).toBeCloseTo(410)
    const middle = between(one, other, 0.5)
    expect(middle.from).toBeGreaterThan(0)
    expect(middle.from).toBeLessThan(400)
    expect(middle.to).toBeGreaterThan(410)
  })
})
