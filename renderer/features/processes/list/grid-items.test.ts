import { describe, expect, it, vi } from 'vitest'
import { moveForKey } from '../../../ui/data-grid/grid-keys.ts'
import { keyOf, processRow } from '../model/process-row.test-support.ts'
import { buildList } from '../model/row-tree.ts'
import { itemId, treeOf } from './grid-items.ts'

const { items } = buildList(
  [
    processRow(1, { name: 'host' }),
    processRow(2, { name: 'child', parentKey: keyOf(1) }),
    processRow(3, { name: 'hobby' }),
  ],
  { query: [], showTools: false, sort: null, collapsed: new Set(), usage: () => null },
)
const onFold = vi.fn<(ids: readonly string[], isFolded: boolean) => void>()
const tree = treeOf(items, onFold)
const indexOf = (id: string) => items.findIndex((item) => itemId(item) === id)
const move = (key: string, from: string) =>
  moveForKey(key, { rowCount: items.length, index: indexOf(from), pageSize: 10, tree })

describe('the keyboard in the process list', () => {
  it('moves through groups and rows alike', () => {
    expect(move('ArrowDown', 'machine')).toEqual({ kind: 'go', index: 1 })
    expect(move('End', 'machine')).toEqual({ kind: 'go', index: items.length - 1 })
  })
  it('folds and unfolds by Left and Right', () => {
    expect(move('ArrowLeft', keyOf(1))).toEqual({ kind: 'expand', index: indexOf(keyOf(1)), isExpanded: false })
    expect(move('ArrowLeft', 'machine')).toEqual({ kind: 'expand', index: 0, isExpanded: false })
    expect(move('ArrowRight', keyOf(1))).toEqual({ kind: 'go', index: indexOf(keyOf(2)) })
    tree.setExpanded(indexOf(keyOf(1)), false)
    expect(onFold).toHaveBeenCalledExactlyOnceWith([keyOf(1)], true)
  })
  it('goes from a child to its parent, and from there to the group', () => {
    expect(move('ArrowLeft', keyOf(2))).toEqual({ kind: 'go', index: indexOf(keyOf(1)) })
    expect(move('ArrowLeft', keyOf(3))).toEqual({ kind: 'go', index: indexOf('machine') })
  })
  it('places a row among its siblings, and a group among nothing', () => {
    expect(tree.place?.(indexOf(keyOf(2)))).toEqual({ position: 1, count: 1 })
    expect(tree.place?.(indexOf('machine'))).toBeNull()
  })
})
