/** Columns padded to the widest cell, numbers to the right; for a terminal. */
export function textTable(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const texts = rows.map((row) => row.map((cell) => (typeof cell === 'number' ? cell.toLocaleString('en-US') : cell)))
  const widths = head.map((title, column) =>
    texts.reduce((widest, row) => Math.max(widest, row[column]!.length), title.length),
  )
  const isNumber = head.map((_, column) => rows.every((row) => typeof row[column] === 'number'))
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => (isNumber[column] ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!)))
      .join('  ')
      .trimEnd()
  return [line(head), ...texts.map(line)].map((text) => `${text}\n`).join('')
}
