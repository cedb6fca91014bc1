import { expect, test } from 'vitest'
import { FlamePlaces } from './flame-places.ts'
import { callsOf, picture } from './testing/picture.ts'

const calls = callsOf(
  picture(['Main;Work;Sort 6', 'Main;Work 2', 'Main;Read;Sort 3', 'Idle 1', 'Never;Deep;Deeper;Deepest 0']),
)
const { tree } = calls
const nameOf = (node: number) => tree.functions.get(tree.functionOf(node)).name
const nodeOf = (...path: readonly string[]) => {
  let node = 0
  for (const name of path) {
    node = tree.firstChildOf(node)
    while (node !== 0 && nameOf(node) !== name) node = tree.nextSiblingOf(node)
  }
  return node
}
const functionsOf = (...path: readonly string[]) =>
  path.map((_, at) => tree.functionOf(nodeOf(...path.slice(0, at + 1))))

test('a box begins where the wider ones beside it end, inside of the one above', () => {
  const places = new FlamePlaces(calls)
  const startOf = (...path: readonly string[]) => places.startOf(nodeOf(...path))
  expect(startOf('Main', 'Read', 'Sort')).toBe(8)
  expect([startOf(), startOf('Main'), startOf('Idle'), startOf('Main', 'Work'), startOf('Main', 'Read')]).toEqual([
    0, 0, 11, 0, 8,
  ])
})

test('the depth is that of the deepest box with a sample', () => {
  expect(new FlamePlaces(calls).maxDepth).toBe(3)
  expect(new FlamePlaces(callsOf(picture([]))).maxDepth).toBe(0)
})

test('a path leads to its box, or as far as there are boxes', () => {
  const places = new FlamePlaces(calls)
  expect(places.nodeAt([])).toBe(0)
  expect(places.nodeAt(functionsOf('Main', 'Read', 'Sort'))).toBe(nodeOf('Main', 'Read', 'Sort'))
  expect(places.nodeAt([...functionsOf('Main', 'Read'), 4711])).toBe(nodeOf('Main', 'Read'))
  expect(places.nodeAt([4711, ...functionsOf('Main')])).toBe(0)
  expect(places.nodeAt(functionsOf('Never', 'Deep'))).toBe(0)
})

test('what is found is counted once and stands from left to right, the upper one of a place first', () => {
  const places = new FlamePlaces(calls)
  const found = (...names: readonly string[]) => {
    const of = new Set(
      names.map((name) =>
        functionsOf(
          ...(name === 'Sort'
            ? ['Main', 'Work', 'Sort']
            : name === 'Main' || name === 'Idle'
              ? [name]
              : ['Main', name]),
        ).at(-1),
      ),
    )
    const { placeCount, samples, start, width, depth } = places.matches((index) => of.has(index))
    return { placeCount, samples, boxes: Array.from(start, (left, box) => [left, width[box], depth[box]]) }
  }
  expect(found('Sort')).toEqual({
    placeCount: 2,
    samples: 9,
    boxes: [
      [0, 6, 3],
      [8, 3, 3],
    ],
  })
  expect(found('Sort', 'Work')).toEqual({
    placeCount: 2,
    samples: 11,
    boxes: [
      [0, 8, 2],
      [8, 3, 3],
    ],
  })
  expect(found('Main', 'Sort', 'Idle')).toEqual({
    placeCount: 2,
    samples: 12,
    boxes: [
      [0, 11, 1],
      [11, 1, 1],
    ],
  })
  expect(places.matches(() => false)).toMatchObject({ placeCount: 0, samples: 0 })
})

test('of many places the thousand widest are shown, and all of them counted', () => {
  const wide = callsOf(picture(Array.from({ length: 1005 }, (_, index) => `F${index} ${index + 1}`)))
  const { placeCount, samples, width } = new FlamePlaces(wide).matches(() => true)
  expect([placeCount, samples, width.length, Math.min(...width), width[0]]).toEqual([
    1005,
    (1005 * 1006) / 2,
    1000,
    6,
    1005,
  ])
})
