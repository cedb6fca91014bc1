import { expect, test } from 'vitest'
import type { HeapTreeAnswer, HeapTreeRow } from '../../../shared/model/heap/heap-document.ts'
import { installFakeBridge } from '../../testing/fake-bridge.ts'
import { HeapTreeModel } from './heap-tree-model.ts'

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

/** Three rows at the top, two of them on the first page; below row 1 two small ones and a larger one, which has one more. */
const lists: Readonly<Record<string, readonly HeapTreeRow[]>> = {
  '': [row(1, 40, true), row(2, 35), row(3, 5)],
  '1': [row(4, 10), row(5, 20, true), row(6, 10)],
  '1/5': [row(7, 20)],
}

async function model() {
  installFakeBridge({
    'heaps.tree': ({ question: { path, fromRow } }): HeapTreeAnswer => {
      const all = lists[path.join('/')] ?? []
      const rows = all.slice(fromRow, path.length === 0 ? fromRow + 2 : undefined)
      const left = all.length - fromRow - rows.length
      return { rows, omitted: left === 0 ? null : { rowCount: left, retainedBytes: 5 } }
    },
  })

  const tree = new HeapTreeModel('heap-1', 'dominators', null, {
    onChange: () => undefined,
    onAnswer: () => undefined,
  })
  await expect.poll(() => tree.isThere).toBe(true)
  return tree
}

const shown = ({ rows }: HeapTreeModel): readonly string[] => rows.map(({ key }) => key)

test('a tree goes down to the largest row, and to the largest in that', async () => {
  const tree = await model()
  let largest = ''
  tree.unfoldLargest([], (key) => (largest = key))
  await expect.poll(() => largest).toBe('1/5/7')
  expect(shown(tree)).toEqual(['1', '1/4', '1/5', '1/5/7', '1/6', '2', '-1'])
})

test('the last row of a cut list shows the next ones', async () => {
  const tree = await model()
  expect(shown(tree)).toEqual(['1', '2', '-1'])
  tree.showMore(tree.rows.at(-1)!)
  await expect.poll(() => shown(tree)).toEqual(['1', '2', '3'])
})

test('a row that was found is paged and unfolded to', async () => {
  const tree = await model()
  tree.unfoldTo([3])
  await expect.poll(() => shown(tree)).toContain('3')
  tree.unfoldTo([1, 5, 7])
  await expect.poll(() => shown(tree)).toContain('1/5/7')
})
