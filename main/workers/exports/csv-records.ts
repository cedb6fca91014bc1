/**
 * Joins the lines of a CSV file to records: a quoted cell may hold line ends. Each line is looked at once, so a cell of a million
 * lines costs what its characters cost.
 */
export class CsvRecords {
  #open: string[] = []
  #isQuoted = false
  /** Characters looked at; no more than were given. */
  scannedChars = 0

  /** The record that ends with this line; null inside a quoted cell and for an empty line. */
  add(line: string): string | null {
    this.scannedChars += line.length
    for (let at = line.indexOf('"'); at >= 0; at = line.indexOf('"', at + 1)) this.#isQuoted = !this.#isQuoted
    if (this.#isQuoted) {
      this.#open.push(line)
      return null
    }
    const record = this.#open.length === 0 ? line : [...this.#open, line].join('\n')
    this.#open = []
    return record === '' ? null : record
  }
}
