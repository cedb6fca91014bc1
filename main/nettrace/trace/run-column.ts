const firstCapacity = 16

/**
 * A column whose value rarely changes from row to row: kept as (first row, value) of each run, addressable by row. Rows are
 * appended in order; rows before the first run have the value 0.
 */
export class RunColumn {
  #rows = new Uint32Array(firstCapacity)
  #values = new Uint32Array(firstCapacity)
  #count = 0
  #cursor = 0

  /** Runs so far. */
  get runCount(): number {
    return this.#count
  }

  get byteLength(): number {
    return this.#rows.byteLength * 2
  }

  /** The value from `row` on. `row` must not be smaller than that of the last call. */
  set(row: number, value: number): void {
    const last = this.#count - 1
    if ((last < 0 ? 0 : this.#values[last]!) === value) return
    if (last >= 0 && this.#rows[last] === row) {
      this.#values[last] = value
      return
    }
    if (this.#count === this.#rows.length) this.#grow()
    this.#rows[this.#count] = row
    this.#values[this.#count++] = value
  }

  /** Value of the last run. */
  get lastValue(): number {
    return this.#count === 0 ? 0 : this.#values[this.#count - 1]!
  }

  /** Constant time for rows asked for in order, logarithmic otherwise. */
  at(row: number): number {
    const rows = this.#rows
    let index = this.#cursor
    if (index >= this.#count || rows[index]! > row || (index + 1 < this.#count && rows[index + 1]! <= row)) {
      const next = index + 1
      const isNext = next < this.#count && rows[next]! <= row && (next + 1 >= this.#count || rows[next + 1]! > row)
      index = isNext ? next : this.#search(row)
      if (index < 0) return 0
      this.#cursor = index
    }
    return this.#values[index]!
  }

  /** Index of the run that holds `row`, -1 before the first; logarithmic. */
  runAt(row: number): number {
    return this.#search(row)
  }

  /** First row of run `index`. */
  rowOfRun(index: number): number {
    return this.#rows[index]!
  }

  valueOfRun(index: number): number {
    return this.#values[index]!
  }

  clear(): void {
    this.#count = 0
    this.#cursor = 0
  }

  /** Index of the run that holds `row`, -1 before the first. */
  #search(row: number): number {
    let low = 0
    let high = this.#count
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#rows[middle]! <= row) low = middle + 1
      else high = middle
    }
    return low - 1
  }

  #grow(): void {
    const rows = new Uint32Array(this.#rows.length * 2)
    const values = new Uint32Array(rows.length)
    rows.set(this.#rows)
    values.set(this.#values)
    this.#rows = rows
    this.#values = values
  }
}
