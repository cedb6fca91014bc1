import { describe, expect, it } from 'vitest'
import { findByPrefix, moveForKey, type GridPosition } from './grid-keys.ts'
import type { GridTree } from './types.ts'

/** `-a` is a child of the `a` above it. */
const rows = ['Machine', 'watch', '-api', '-worker', 'job', 'Docker', 'identity']
const expanded = new Set([1])
const tree: GridTree = {
  level: (index) => (rows[index]?.startsWith('-') ? 2 : 1),
  isExpandable: (index) => index === 1,
  isExpanded: (index) => expanded.has(index),
  setExpanded: () => {},
  expandAll: () => {},
}
const at = (index: number): GridPosition => ({
  rowCount: rows.length,
  index,
  pageSize: 3,
  tree,
})
const to = (key: string, index: number) => {
  const move = moveForKey(key, at(index))
  return move?.kind === 'go' ? rows[move.index] : move
}

describe('moveForKey', () => {
  it('goes from row to row and to the ends', () => {
    expect(to('ArrowDown', 4)).toBe('Docker')
    expect(to('ArrowUp', 6)).toBe('Docker')
    expect(to('Home', 4)).toBe('Machine')
    expect(to('ArrowUp', 0)).toBeNull()
  })

  it('begins at the first or last row when nothing is selected', () => {
    expect(to('ArrowDown', -1)).toBe('Machine')
    expect(to('ArrowUp', -1)).toBe('identity')
  })

  it('stops at the ends, also by pages', () => {
    expect(to('ArrowDown', 6)).toBeNull()
    expect(to('PageDown', 4)).toBe('identity')
    expect(to('PageUp', 2)).toBe('Machine')
    expect(to('End', 1)).toBe('identity')
  })

  it('goes into an open branch with Right and closes it with Left', () => {
    expect(to('ArrowRight', 1)).toBe('-api')
    expect(to('ArrowLeft', 1)).toEqual({ kind: 'expand', index: 1, isExpanded: false })
  })

  it('opens a closed branch with Right and leaves a leaf alone', () => {
    expanded.delete(1)
    expect(to('ArrowRight', 1)).toEqual({ kind: 'expand', index: 1, isExpanded: true })
    expanded.add(1)
    expect(to('ArrowRight', 2)).toBeNull()
  })

  it('goes from a child to its parent with Left', () => {
    expect(to('ArrowLeft', 3)).toBe('watch')
  })

  it('opens all branches with the asterisk', () => {
    expect(to('*', 1)).toEqual({ kind: 'expand-all' })
  })

  it('does nothing in an empty grid', () => {
    expect(moveForKey('Home', { ...at(-1), rowCount: 0 })).toBeNull()
  })
})

describe('findByPrefix', () => {
  const names = ['api', 'auth', 'billing', 'app']
  const find = (prefix: string, from: number) => findByPrefix(prefix, from, names.length, (index) => names[index] ?? '')

  it('goes to the next one with a single letter, round the end', () => {
    expect(find('a', 0)).toBe(1)
    expect(find('a', 1)).toBe(3)
    expect(find('a', 3)).toBe(0)
  })

  it('stays where it is while the longer text still fits', () => {
    expect(find('ap', 0)).toBe(0)
    expect(find('AP', 1)).toBe(3)
    expect(find('zz', 0)).toBeNull()
  })
})
