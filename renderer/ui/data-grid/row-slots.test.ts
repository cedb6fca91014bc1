import { describe, expect, test } from 'vitest'
import { type PlacedRow, RowSlots } from './row-slots.ts'

const rows = (first: number, count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) => String(first + at))
const slotsOf = (placed: readonly PlacedRow[]): readonly number[] => placed.map(({ slot }) => slot)
const inOrder = (count: number): readonly number[] => [...Array(count).keys()]

/** What React moves on the page: elements that stand behind one that stood behind them. */
function movedCount(before: readonly PlacedRow[], after: readonly PlacedRow[]): number {
  const placeOf = new Map(before.map(({ slot }, place) => [slot, place]))
  let last = -1
  let moved = 0
  for (const { slot } of after) {
    const place = placeOf.get(slot)
    if (place === undefined) continue
    if (place < last) moved++
    last = Math.max(last, place)
  }
  return moved
}

describe('elements of rows', () => {
  test('stay with rows in sight, and go from one that left to one that came', () => {
    const slots = new RowSlots()
    expect(slots.place(rows(0, 4), false)).toEqual(inOrder(4).map((slot) => ({ slot, at: slot })))
    expect(slots.place(rows(1, 4), true)).toEqual([
      { slot: 0, at: 3 },
      { slot: 1, at: 0 },
      { slot: 2, at: 1 },
      { slot: 3, at: 2 },
    ])
  })

  test('do not move while the table is scrolled, down and up, by little and by much', () => {
    const slots = new RowSlots()
    slots.place(rows(50, 9), false)
    for (const first of [53, 54, 70, 69, 60, 0, 1, 30]) {
      const placed = slots.place(rows(first, 9), true)
      expect(slotsOf(placed)).toEqual(inOrder(9))
      // A rotation: where each follows the one before, or the last.
      expect(placed.filter(({ at }, place) => at !== (placed.at(place - 1)!.at + 1) % 9)).toEqual([])
    }
  })

  test('come back into the order of their rows', () => {
    for (const first of [43, 57, 61]) {
      const slots = new RowSlots()
      slots.place(rows(50, 9), false)
      slots.place(rows(first, 9), true)
      slots.tidy(Infinity)
      expect(slots.isOrdered).toBe(true)
      const placed = slots.place(rows(first, 9), false)
      expect(placed.map(({ at }) => at)).toEqual(inOrder(9))
      expect(new Set(slotsOf(placed))).toEqual(new Set(inOrder(9)))
    }
  })

  test('come into order with a few of them moved at a time', () => {
    for (const first of [43, 46, 50, 53, 57, 61]) {
      const slots = new RowSlots()
      slots.place(rows(50, 9), false)
      let before = slots.place(rows(first, 9), true)
      const whole = before.toSorted((a, b) => a.at - b.at)
      const moves: number[] = []
      while (!slots.isOrdered) {
        slots.tidy(2)
        const after = slots.place(rows(first, 9), false)
        moves.push(movedCount(before, after))
        before = after
      }
      expect(before).toEqual(whole)
      expect(moves.slice(0, -1).every((count) => count === 2)).toBe(true)
      expect(moves.at(-1) ?? 0).toBeLessThanOrEqual(2)
    }
  })

  test('take no moves when rows come in between or all are others while nothing is scrolled', () => {
    const slots = new RowSlots()
    const before = slots.place(['a', 'b', 'c', 'd'], false)
    const unfolded = slots.place(['a', 'a1', 'a2', 'b'], false)
    expect(slotsOf(unfolded)).toEqual([0, 4, 5, 1])
    expect(movedCount(before, unfolded)).toBe(0)
    expect(slotsOf(slots.place(['x', 'y', 'z', 'u'], false))).toEqual([0, 4, 5, 1])
    // A row that comes before another one that it stood behind is made anew.
    const sorted = slots.place(['y', 'x', 'z', 'u'], false)
    expect(sorted.map(({ at }) => at)).toEqual(inOrder(4))
    expect(new Set(slotsOf(sorted)).size).toBe(4)
  })

  test('are as many as rows', () => {
    const slots = new RowSlots()
    slots.place(rows(0, 5), false)
    expect(slots.place(rows(10, 2), true)).toHaveLength(2)
    const more = slots.place(rows(10, 6), true)
    expect(new Set(slotsOf(more)).size).toBe(6)
    expect(new Set(more.map(({ at }) => at))).toEqual(new Set(inOrder(6)))
    expect(slots.place([], false)).toEqual([])
  })

  test('are the same when asked twice', () => {
    const slots = new RowSlots()
    slots.place(rows(0, 8), false)
    for (const isScrolling of [true, false])
      expect(slots.place(rows(5, 8), isScrolling)).toEqual(slots.place(rows(5, 8), isScrolling))
  })
})
