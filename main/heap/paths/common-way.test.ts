import { expect, it } from 'vitest'
import type { HeapTreeRow } from '../../../shared/model/heap/heap-document.ts'
import { commonWay } from './common-way.ts'

type Node = readonly [name: string, count: number, below?: readonly Node[]]

/** Ways as a tree of names with how many objects lie behind each. */
function waysOf(roots: readonly Node[]): Parameters<typeof commonWay>[0] {
  return {
    rows(path) {
      let nodes = roots
      for (const key of path) nodes = nodes[key]?.[2] ?? []
      const rows = nodes.map(
        ([name, count, below = []], key) =>
          ({ key, name, count, rootKind: null, hasRows: below.length > 0 }) as HeapTreeRow,
      )
      return { rows, omitted: null }
    },
  }
}

const names = (roots: readonly Node[]): readonly string[] => commonWay(waysOf(roots)).map(({ name }) => name)

it('the common path goes to where most objects are, down to the objects themselves', () => {
  expect(
    names([
      ['Stacks', 1, [['Order', 1]]],
      ['Statics', 9, [['Cache', 9, [['Order', 9]]]]],
    ]),
  ).toEqual(['Statics', 'Cache', 'Order'])
})

it('the common path ends where the paths of most objects diverge', () => {
  expect(
    names([
      [
        'Statics',
        9,
        [
          ['A', 3],
          ['B', 3],
          ['C', 3],
        ],
      ],
    ]),
  ).toEqual(['Statics'])
})

it('the common path is empty where no root reaches an object, and short where a chain is long', () => {
  expect(names([])).toEqual([])
  const chain = (length: number): Node => ['Node', 5, length === 0 ? [] : [chain(length - 1)]]
  expect(names([chain(100)])).toHaveLength(12)
})
