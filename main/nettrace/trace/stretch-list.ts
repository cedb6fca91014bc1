import { enlarged } from './run-list.ts'

const firstCapacity = 4096
const noRow = 0xffffffff

/** Stretches of consecutive rows in the order they are wanted: first row, and how many rows come before. */
export class StretchList {
  firstRows = new Uint32Array(firstCapacity)
  places = new Uint32Array(firstCapacity)
  count = 0
  /** Rows so far. */
  place = 0
  /** After the last one. A stretch that begins there goes on with the last one. */
  nextRow = noRow

  add(row: number, rowCount: number): void {
    if (row !== this.nextRow) {
      this.reserve(1)
      this.firstRows[this.count] = row
      this.places[this.count++] = this.place
    }
    this.place += rowCount
    this.nextRow = row + rowCount
  }

  /** Room for `more` stretches behind `count`. */
  reserve(more: number): void {
    const needed = this.count + more
    if (needed <= this.places.length) return
    const capacity = Math.max(needed, this.places.length * 2)
    this.firstRows = enlarged(this.firstRows, new Uint32Array(capacity))
    this.places = enlarged(this.places, new Uint32Array(capacity))
  }

  /** What comes next begins a stretch of its own. */
  clear(): void {
    this.count = 0
    this.nextRow = noRow
  }

  /** Calls with rows `[from, to)` of the trace. */
  forEach(take: (from: number, to: number) => void): void {
    const { firstRows, places, place } = this
    const last = this.count - 1
    for (let index = 0; index <= last; index++) {
      const from = firstRows[index]!
      take(from, from + (index < last ? places[index + 1]! : place) - places[index]!)
    }
  }
}
