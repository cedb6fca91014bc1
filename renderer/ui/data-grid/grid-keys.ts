import type { GridTree } from './types.ts'

/** What a key means in a grid: a row to go to, a branch to open or close, or nothing. */
export type GridMove =
  | { readonly kind: 'go'; readonly index: number }
  | { readonly kind: 'expand'; readonly index: number; readonly isExpanded: boolean }
  | { readonly kind: 'expand-all' }

export interface GridPosition {
  readonly rowCount: number
  /** -1 while nothing is selected. */
  readonly index: number
  readonly pageSize: number
  readonly tree: GridTree | undefined
}

/** Tree keys as in the WAI-ARIA treegrid pattern: Right opens, then goes in; Left closes, then goes out. */
export function moveForKey(key: string, position: GridPosition): GridMove | null {
  const { rowCount, index, pageSize, tree } = position
  if (rowCount === 0) return null
  switch (key) {
    case 'ArrowDown':
      return go(position, index + 1)
    case 'ArrowUp':
      return index < 0 ? go(position, rowCount - 1) : go(position, index - 1)
    case 'Home':
      return go(position, 0)
    case 'End':
      return go(position, rowCount - 1)
    case 'PageDown':
      return go(position, Math.min(rowCount - 1, index + pageSize))
    case 'PageUp':
      return go(position, Math.max(0, index - pageSize))
    case 'ArrowRight':
      if (!tree || index < 0 || !tree.isExpandable(index)) return null
      return tree.isExpanded(index) ? go(position, index + 1) : { kind: 'expand', index, isExpanded: true }
    case 'ArrowLeft':
      if (!tree || index < 0) return null
      if (tree.isExpandable(index) && tree.isExpanded(index)) return { kind: 'expand', index, isExpanded: false }
      return parentOf(position, tree)
    case '*':
      return tree?.expandAll ? { kind: 'expand-all' } : null
    default:
      return null
  }
}

function go({ rowCount }: GridPosition, index: number): GridMove | null {
  return index >= 0 && index < rowCount ? { kind: 'go', index } : null
}

function parentOf({ index }: GridPosition, tree: GridTree): GridMove | null {
  const level = tree.level(index)
  for (let above = index - 1; above >= 0; above -= 1) {
    if (tree.level(above) < level) return { kind: 'go', index: above }
  }
  return null
}

/** Letters typed within this time belong together. */
export const typeAheadMs = 800

/** First row after `from` (round the end) whose text begins with `prefix`; with one letter the current row is skipped. */
export function findByPrefix(
  prefix: string,
  from: number,
  rowCount: number,
  textOf: (index: number) => string,
): number | null {
  const wanted = prefix.toLowerCase()
  const offset = prefix.length === 1 ? 1 : 0
  for (let step = 0; step < rowCount; step += 1) {
    const index = (Math.max(0, from) + step + offset) % rowCount
    if (textOf(index).toLowerCase().startsWith(wanted)) return index
  }
  return null
}
