import { expect, it } from 'vitest'
import { compareCells, compareColumns } from './compare-table.ts'

const row = {
  group: 1,
  name: 'Order',
  module: 'Shop.dll',
  counts: [1, 2, 4],
  shallow: [24, 48, 96],
  retained: [100, 90, 300],
  countChange: 3,
  change: 200,
  state: null,
  isGrowing: true,
}

it('a comparison has the figures of every heap and both changes, whichever the page shows', () => {
  const ids = compareColumns(3).map(({ id }) => id)
  const cells = compareCells(row)
  expect(cells).toHaveLength(ids.length)
  expect(Object.fromEntries(ids.map((id, at) => [id, cells[at]]))).toMatchObject({
    name: 'Order',
    count_a: 1,
    count_c: 4,
    shallow_bytes_b: 48,
    retained_bytes_c: 300,
    count_change: 3,
    shallow_bytes_change: 72,
    retained_bytes_change: 200,
    state: 'growing',
  })
})

it('of two heaps types are new or gone, or neither', () => {
  expect(compareColumns(2).map(({ id }) => id)).not.toContain('count_c')
  expect(compareCells({ ...row, state: 'gone', isGrowing: false }).at(-1)).toBe('gone')
  expect(compareCells({ ...row, isGrowing: false }).at(-1)).toBeNull()
})
