import { expect, test } from 'vitest'
import { CallPaths } from './call-paths.ts'
import { picture } from './testing/picture.ts'

const { functions } = picture(['Main']).tree

/** Functions below a node, the newest first. */
function childrenOf(paths: CallPaths, node: number): readonly number[] {
  const found: number[] = []
  for (let child = paths.firstChildOf(node); child !== 0; child = paths.nextSiblingOf(child))
    found.push(paths.functionOf(child))
  return found
}

test('what a node calls is one child, however often it is asked for', () => {
  const paths = new CallPaths(functions)
  expect([paths.count, paths.firstChildOf(0), paths.parentOf(0)]).toEqual([1, 0, 0])
  const main = paths.child(0, 5)
  const work = paths.child(main, 6)
  expect([paths.child(0, 5), paths.child(main, 6), paths.count]).toEqual([main, work, 3])
  expect(paths.child(main, 5)).not.toBe(main)
  expect([paths.parentOf(work), paths.functionOf(work), paths.parentOf(main)]).toEqual([main, 6, 0])
  expect([childrenOf(paths, 0), childrenOf(paths, main), childrenOf(paths, work)]).toEqual([[5], [5, 6], []])
})

test('a tree of any size keeps its calls', () => {
  const paths = new CallPaths(functions)
  const nodes: number[] = []
  for (let number = 0; number < 5000; number += 1) nodes.push(paths.child(number % 3 === 0 ? 0 : nodes.at(-1)!, number))
  expect([paths.count, new Set(nodes).size]).toEqual([5001, 5000])
  for (const [number, node] of nodes.entries()) {
    expect([number, paths.functionOf(node), paths.parentOf(node)]).toEqual([
      number,
      number,
      number % 3 === 0 ? 0 : nodes[number - 1],
    ])
  }
})
