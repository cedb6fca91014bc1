import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { addDependentEdges } from './dependent-edges.ts'
import { withRoomBefore, WordPages } from './word-pages.ts'

const onePage = 2 ** 18

it.each([
  ['nothing', 0, 0],
  ['a few words', 0, 5],
  ['as many as are expected', 600_000, 600_000],
  ['fewer than are expected', 1_000_000, 300_000],
  ['far fewer than are expected', 10_000_000, 7],
  ['more than are expected', 300_001, 900_000],
  ['several pages of which none was expected', 0, 3 * onePage + 1],
])('a column of %s becomes an array with room before and behind', (_, expected, count) => {
  for (const before of [0, 3, 2 ** 17]) {
    const column = new WordPages(expected)
    for (let word = 1; word <= count; word++) column.push(word)
    expect(column.length).toBe(count)
    const places = [0, 1, onePage - 1, onePage, 300_002, count - 1].filter((index) => index >= 0 && index < count)
    expect(places.map((index) => column.at(index))).toEqual(places.map((index) => index + 1))
    const words = column.take(before, 2)
    expect(words.length).toBe(before + count + 2)
    const isRight = words.every((word, at) =>
      at < before || at >= before + count ? word === 0 : word === at - before + 1,
    )
    expect(isRight).toBe(true)
    expect(column.length).toBe(0)
    // It can be filled again.
    column.push(7)
    expect([column.length, column.at(0)]).toEqual([1, 7])
  }
})

it('a column is drained in pages of whole pairs', () => {
  for (const expected of [0, 300_001]) {
    const column = new WordPages(expected)
    for (let word = 0; word < 800_000; word++) column.push(word)
    let next = 0
    column.drain((page, start) => {
      expect([start, page.length % 2]).toEqual([next, 0])
      expect([page[0], page.at(-1)]).toEqual([start, start + page.length - 1])
      next += page.length
    })
    expect([next, column.length]).toEqual([800_000, 0])
  }
})

it('room before words is made where there is none', () => {
  expect([...withRoomBefore(Uint32Array.of(4, 5), 2)]).toEqual([0, 0, 4, 5])
})

it('values of dependent handles come behind the own references of their keys, in the order of the handles', () => {
  const lists = fc.array(fc.array(fc.nat(9), { maxLength: 4 }), { minLength: 1, maxLength: 8 })
  const handles = fc.array(fc.tuple(fc.nat(7), fc.nat(7)), { maxLength: 12 })
  fc.assert(
    fc.property(lists, handles, fc.nat(1), (references, pairs, first) => {
      const firstObject = Math.min(first, references.length - 1)
      const objects = references.length - firstObject
      const within = pairs.map(([key, value]) => [key % objects, value % objects] as const)
      const starts = new Uint32Array(references.length + 1)
      for (const [node, own] of references.entries()) starts[node + 1] = starts[node]! + own.length
      const targets = Uint32Array.from([...references.flat(), ...within.map(() => 0)])
      addDependentEdges({ starts, targets }, Uint32Array.from(within.flat()), firstObject)
      const expected = references.map((own, node) => [
        ...own,
        ...within.filter(([key]) => key + firstObject === node).map(([, value]) => value + firstObject),
      ])
      expect(references.map((_, node) => [...targets.subarray(starts[node], starts[node + 1])])).toEqual(expected)
      expect(starts.at(-1)).toBe(targets.length)
    }),
  )
})
