import { describe, expect, it } from 'vitest'
import { keyOf, processRow } from '../model/process-row.test-support.ts'
import { buildList } from '../model/row-tree.ts'
import { itemId, moveInList, TypeAhead } from './grid-navigation.ts'

const { items } = buildList(
  [
    processRow(1, { name: 'host' }),
    processRow(2, { name: 'child', parentKey: keyOf(1) }),
    processRow(3, { name: 'hobby' }),
  ],
  { query: [], showTools: false, sort: null, collapsed: new Set(), usage: () => null },
)
const indexOf = (id: string) => items.findIndex((item) => itemId(item) === id)
const move = (key: string, from: string) => moveInList(key, items, indexOf(from), 10)

describe('keys in the process list', () => {
  it('goes through groups and rows alike', () => {
    expect(move('ArrowDown', 'machine')).toEqual({ kind: 'go', index: 1 })
    expect(move('End', 'machine')).toEqual({ kind: 'go', index: items.length - 1 })
  })
  it('folds and unfolds by Left and Right', () => {
    expect(move('ArrowLeft', keyOf(1))).toEqual({ kind: 'expand', index: indexOf(keyOf(1)), isExpanded: false })
    expect(move('ArrowLeft', 'machine')).toEqual({ kind: 'expand', index: 0, isExpanded: false })
    expect(move('ArrowRight', keyOf(1))).toEqual({ kind: 'go', index: indexOf(keyOf(2)) })
  })
  it('goes from a child to its parent, and from there to the group', () => {
    expect(move('ArrowLeft', keyOf(2))).toEqual({ kind: 'go', index: indexOf(keyOf(1)) })
    expect(move('ArrowLeft', keyOf(3))).toEqual({ kind: 'go', index: indexOf('machine') })
  })
  it('finds a row by the first letters of its name', () => {
    const typing = new TypeAhead()
    expect(typing.type('h', items, indexOf('machine'), 0)).not.toBe(indexOf('machine'))
    expect(typing.type('o', items, 1, 100)).not.toBeNull()
    expect(typing.type('s', items, 1, 200)).toBe(indexOf(keyOf(1)))
    expect(typing.type('x', items, 1, 300)).toBeNull()
  })
})
