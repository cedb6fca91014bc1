/** A page's element holds no more than this many rows: browsers end every element at 33 million pixels, and make room for each row of a list. */
export const mostRows = 200_000
/** So many rows at both ends of the table scroll as they would in a short one. */
const plainRows = 1000
/** Further than so many screens at once is no wheel and no key: the thumb of the scroll bar was dragged. */
const jumpScreens = 3

/** A long table and the stretch of it that has an element: rows `firstRow` to `firstRow + mostRows`. Numbers are rows, also in parts. */
export interface RowWindow {
  readonly rowCount: number
  readonly firstRow: number
  /** Rows that are seen at once. */
  readonly screenRows: number
}

export interface WindowPlace {
  readonly firstRow: number
  /** How far the element is scrolled. */
  readonly top: number
}

export function firstRowWithin(firstRow: number, rowCount: number): number {
  return Math.max(0, Math.min(firstRow, rowCount - mostRows))
}

/** Where the rest of the table is as far above and below as the thumb says, with this row in the same place on the screen. */
export function placeOfRow(row: number, { rowCount, screenRows }: Omit<RowWindow, 'firstRow'>): WindowPlace {
  const last = Math.max(0, rowCount - screenRows)
  const at = Math.max(0, Math.min(row, last))
  if (rowCount <= mostRows) return { firstRow: 0, top: at }
  const firstRow = firstRowWithin(Math.round(at - topOf(at, last, mostRows - screenRows)), rowCount)
  return { firstRow, top: at - firstRow }
}

/** The window has been scrolled from one place to another. Null: it stays where it is. */
export function placeAfterScroll(window: RowWindow, fromTop: number, toTop: number): WindowPlace | null {
  const { rowCount, firstRow, screenRows } = window
  if (rowCount <= mostRows || fromTop === toTop) return null
  const lastTop = mostRows - screenRows
  if (Math.abs(toTop - fromTop) > jumpScreens * screenRows) {
    const row = rowOf(Math.min(toTop, lastTop), rowCount - screenRows, lastTop)
    const first = firstRowWithin(Math.round(row - toTop), rowCount)
    return first === firstRow ? null : { firstRow: first, top: toTop }
  }
  const isNearStart = toTop < plainRows / 2 && firstRow > 0
  const isNearEnd = toTop > lastTop - plainRows / 2 && firstRow < rowCount - mostRows
  return isNearStart || isNearEnd ? placeOfRow(firstRow + toTop, window) : null
}

/** At both ends one row is one row; in between they are squeezed together. */
function topOf(row: number, lastRow: number, lastTop: number): number {
  if (row <= plainRows) return row
  if (row >= lastRow - plainRows) return lastTop - (lastRow - row)
  return plainRows + (row - plainRows) * squeeze(lastRow, lastTop)
}

function rowOf(top: number, lastRow: number, lastTop: number): number {
  if (top <= plainRows) return top
  if (top >= lastTop - plainRows) return lastRow - (lastTop - top)
  return plainRows + (top - plainRows) / squeeze(lastRow, lastTop)
}

function squeeze(lastRow: number, lastTop: number): number {
  return (lastTop - 2 * plainRows) / (lastRow - 2 * plainRows)
}
