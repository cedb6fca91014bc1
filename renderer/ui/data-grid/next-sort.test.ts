import { expect, test } from 'vitest'
import { nextSort } from './next-sort.ts'
import type { GridSort } from './types.ts'

test.each([
  ['end', ['descending', 'ascending', undefined]],
  ['start', ['ascending', 'descending', undefined]],
] as const)(
  'a heading sorts figures from the largest and words from A, then the other way, then not',
  (align, expected) => {
    let sort: GridSort | null = { columnId: 'other', direction: 'ascending' }
    const directions = expected.map(() => (sort = nextSort(sort, { id: 'size', align }))?.direction)
    expect(directions).toEqual(expected)
  },
)
