import { describe, expect, test } from 'vitest'
import { RowSlots } from './row-slots.ts'
import { type RowTurn, RowTurns } from './row-turns.ts'

const rows = (first: number, count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) => String(first + at))

/** Says which rows of a table are shown, and what becomes of its elements. */
function table(atRest: number, scrolled = atRest) {
  const slots = new RowSlots()
  const turns = new RowTurns({ scrolled, atRest })
  const draw = (keys: readonly string[], { isScrolling = false, selectedAt = -1 } = {}) => {
    const placed = slots.place(keys, isScrolling)
    const taken = turns.take({ placed, keys, selectedAt, isScrolling })
    return {
      taken,
      shown: placed.flatMap(({ at }, place) => (taken[place] === 'shown' ? [at] : [])).toSorted((a, b) => a - b),
    }
  }
  const nextFrame = (keys: readonly string[]) => {
    turns.nextFrame()
    return draw(keys)
  }
  const settle = (keys: readonly string[]): void => {
    draw(keys)
    for (let frame = 0; frame < keys.length; frame++) nextFrame(keys)
  }
  return { turns, draw, nextFrame, settle }
}

const countOf = (taken: readonly RowTurn[], turn: RowTurn): number => taken.filter((one) => one === turn).length

describe('turns of rows', () => {
  test('elements are made a few in a frame, from the top', () => {
    const { draw, nextFrame } = table(6)
    expect(draw(rows(0, 9)).shown).toEqual([0, 1, 2])
    expect(nextFrame(rows(0, 9)).shown).toEqual([0, 1, 2, 3, 4, 5])
    expect(nextFrame(rows(0, 9)).shown).toEqual([...rows(0, 9).keys()])
  })

  test('of elements that are used again twice as many show their rows, and the others wait', () => {
    const { draw, nextFrame, settle } = table(6)
    settle(rows(0, 9))
    const first = draw(rows(50, 9))
    expect(first.shown).toEqual([0, 1, 2, 3, 4, 5])
    expect(countOf(first.taken, 'waits')).toBe(3)
    expect(nextFrame(rows(50, 9)).shown).toHaveLength(9)
  })

  test('a frame has no more of them, however often it is asked', () => {
    const { turns, draw, settle } = table(6)
    settle(rows(0, 9))
    turns.nextFrame()
    expect(turns.isSpent).toBe(false)
    const first = draw(rows(50, 9))
    expect(turns.isSpent).toBe(true)
    expect(draw(rows(50, 9))).toEqual(first)
    expect(draw(rows(70, 9)).shown).toEqual([])
  })

  test('rows that stay in sight are shown all the time, and the selected one at once', () => {
    const { draw, settle } = table(3)
    settle(rows(0, 9))
    const unfolded = ['0', '1', ...rows(50, 5), '2', '3']
    expect(draw(unfolded, { selectedAt: 5 }).shown).toEqual([0, 1, 2, 5, 7, 8])
  })

  test('the selected row is made even where the frame is full', () => {
    const { draw, settle } = table(2)
    settle(rows(0, 4))
    draw(rows(50, 4))
    expect(draw(rows(60, 5), { selectedAt: 4 }).shown).toEqual([4])
  })

  test('an element that waits shows its own row again without a turn', () => {
    const { draw, settle } = table(2)
    settle(rows(0, 9))
    draw(rows(50, 9))
    const { taken } = draw(rows(0, 9))
    // Two of them had shown others.
    expect(countOf(taken, 'shown')).toBe(7)
    expect(countOf(taken, 'waits')).toBe(2)
  })

  test('under the wheel the rows that come have turns, under a thumb that is dragged all are shown from the second frame on', () => {
    const { turns, draw, settle } = table(2)
    const scrollTo = (first: number) => {
      turns.nextFrame()
      return draw(rows(first, 9), { isScrolling: true }).shown.length
    }
    settle(rows(0, 9))
    expect([4, 500, 900, 700].map(scrollTo)).toEqual([7, 2, 9, 9])
    expect([704, 900].map(scrollTo)).toEqual([7, 2])
  })
})
