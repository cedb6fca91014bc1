import type { GridColumn } from './types.ts'

export interface GridSpacing {
  readonly gap: number
  readonly paddingStart: number
  readonly paddingEnd: number
}

/** What a column without a width of its own weighs against elastic ones. */
const restWeight = 320

/** Columns that a grid of this width has room for; all of them while the width is not known. */
export function columnsWithRoom(columns: readonly GridColumn[], widthPx: number, scale: number): readonly GridColumn[] {
  if (widthPx === 0) return columns
  return columns.filter(({ dropBelow }) => dropBelow === undefined || widthPx >= dropBelow * scale)
}

/** `grid-template-columns` of every row. */
export function tracksOf(columns: readonly GridColumn[], scale: number): string {
  const hasElastic = columns.some(({ isElastic }) => isElastic === true)
  return columns
    .map((column) => {
      const least = `${String(Math.round(leastOf(column) * scale))}px`
      if (column.width === 'rest') return `minmax(${least}, ${hasElastic ? String(restWeight) : '1'}fr)`
      if (column.isElastic === true) return `minmax(${least}, ${String(column.width)}fr)`
      return `minmax(${least}, ${String(Math.round(column.width * scale))}px)`
    })
    .join(' ')
}

/** px below which the grid scrolls sideways. */
export function leastWidthOf(columns: readonly GridColumn[], scale: number, spacing: GridSpacing): number {
  const { gap, paddingStart, paddingEnd } = spacing
  const cells = columns.reduce((sum, column) => sum + leastOf(column) * scale, 0)
  return Math.ceil(cells + gap * (columns.length - 1) + paddingStart + paddingEnd)
}

/** px from the right edge of the rows to that of a column; null where a column behind it has no fixed width. */
export function fromRight(
  columns: readonly GridColumn[],
  columnId: string,
  scale: number,
  { gap, paddingEnd }: GridSpacing,
): number | null {
  const at = columns.findIndex(({ id }) => id === columnId)
  if (at < 0) return null
  let sum = paddingEnd
  for (const { width, isElastic } of columns.slice(at + 1)) {
    if (width === 'rest' || isElastic === true) return null
    sum += Math.round(width * scale) + gap
  }
  return sum
}

function leastOf({ width, minWidth }: GridColumn): number {
  return minWidth ?? (width === 'rest' ? 0 : width)
}
