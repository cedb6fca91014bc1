import type { GridColumn, GridSort } from './types.ts'

/** After a click on a heading: the direction that is wanted first (figures from the largest, words from A), the other one, none. */
export function nextSort(current: GridSort | null, { id, align }: Pick<GridColumn, 'id' | 'align'>): GridSort | null {
  const first = align === 'end' ? 'descending' : 'ascending'
  if (current?.columnId !== id) return { columnId: id, direction: first }
  if (current.direction !== first) return null
  return { columnId: id, direction: first === 'descending' ? 'ascending' : 'descending' }
}
