/*
 * Cells of tables that leave the app, for files and the clipboard. Names, tags, messages and command lines come from somebody else's
 * process, and spreadsheets run what looks like a formula.
 */

/** Also behind blanks, and in the full-width forms that spreadsheets of some languages take as well. */
const formulaStart = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r]/
/** `-5`, `+1.5e-7`, `-1 234.5 ms`, `-3 %`: a figure and its unit can do nothing. */
const figure = /^[+-]?\d[\d.,\s]*(e[+-]?\d+)?(\s?[a-zA-Z\u00b5\u03bc%]+)?$/

/** With an apostrophe in front of what a spreadsheet would run. */
export function guardCell(text: string): string {
  return formulaStart.test(text) && !figure.test(text) ? `'${text}` : text
}

/** One cell of RFC 4180. */
export function csvCell(text: string): string {
  const safe = guardCell(text)
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Cells of one record of RFC 4180, without their quotes; a carriage return at its end is none of them. Some cultures part them by semicolons. */
export function csvCells(record: string, separator = ','): readonly string[] {
  const cells: string[] = []
  let at = 0
  const text = record.endsWith('\r') ? record.slice(0, -1) : record
  while (at <= text.length) {
    if (text[at] !== '"') {
      const end = text.indexOf(separator, at)
      cells.push(text.slice(at, end < 0 ? undefined : end))
      if (end < 0) break
      at = end + 1
      continue
    }
    let cell = ''
    let end = at + 1
    for (; end < text.length; end++) {
      if (text[end] !== '"') cell += text[end]
      else if (text[end + 1] === '"') cell += text[end++]
      else break
    }
    cells.push(cell)
    at = end + 2
  }
  return cells
}

/** A row as tab-separated values; tabs and line ends inside a cell become spaces. */
export function tsvRow(cells: readonly string[]): string {
  return cells.map((cell) => guardCell(cell).replaceAll(/[\t\r\n]+/g, ' ')).join('\t')
}
