import { tsvRow } from '../../../shared/base/table-cells.ts'

/** Not read aloud or not shown: no part of a copy. Buttons are what can be done with a row, not what it says. */
const notText = 'button, [aria-hidden="true"], .visually-hidden'

/** A row of a `<table>` as it is shown, tab-separated; columns that hold nothing but controls are left out. */
export function rowAsTsv(row: Element): string {
  const titles = titleCells(row.closest('table'))
  return tsvRow(Array.from(row.children, textOf).filter((_cell, column) => !isForControls(titles[column])))
}

/** All rows below the line of their titles. */
export function tableAsTsv(table: Element): string {
  const titles = titleCells(table).filter((title) => !isForControls(title))
  return [tsvRow(titles.map(textOf)), ...Array.from(table.querySelectorAll('tbody tr'), rowAsTsv)].join('\n')
}

function titleCells(table: Element | null): readonly Element[] {
  return Array.from(table?.querySelectorAll('thead th') ?? [])
}

/** Its title is for screen readers alone. */
function isForControls(title: Element | undefined): boolean {
  return title !== undefined && textOf(title) === ''
}

/** Its pieces with one space between them: a number and its unit, a name and what is said below it. A percent sign stands at its number. */
function textOf(cell: Element): string {
  const pieces: string[] = []
  const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
  while (walker.nextNode() !== null) {
    const { textContent, parentElement } = walker.currentNode
    const piece = textContent?.trim() ?? ''
    if (piece === '' || parentElement?.closest(notText) !== null) continue
    if (piece.startsWith('%') && pieces.length > 0) pieces.push(`${pieces.pop()}${piece}`)
    else pieces.push(piece)
  }
  return pieces.join(' ')
}
