import { assert } from '../../../shared/base/assert.ts'
import { printedName } from '../../events/event-names.ts'
import type { Trace } from '../../nettrace/trace/trace.ts'
import type { TraceEventType } from '../../nettrace/trace/trace-tables.ts'
import { segmentOf, type TraceSegment } from '../../nettrace/trace/trace-segment.ts'
import type { RowList } from './table-source.ts'

type VisitStretch = (segment: TraceSegment, from: number, to: number, list: Uint32Array | null) => void

/** Rows of the whole trace as places in its segments. Neighbours are mostly asked for one after the other. */
export class EventRows {
  readonly #trace: Trace
  readonly #names: string[] = []
  #segment: TraceSegment | null = null

  /** The trace must have kept its segments. */
  constructor(trace: Trace) {
    const held = trace.segments.reduce((sum, segment) => sum + segment.count, 0)
    assert(held === trace.eventCount, `segments hold ${held} of ${trace.eventCount} events`)
    this.#trace = trace
  }

  get count(): number {
    return this.#trace.eventCount
  }

  /** That of the row found last. */
  get segment(): TraceSegment {
    return this.#segment!
  }

  /** Row of its segment, which is then `segment`. */
  find(row: number): number {
    const known = this.#segment
    if (known !== null && row >= known.firstRow && row < known.firstRow + known.count) return row - known.firstRow
    this.#segment = segmentOf(this.#trace.segments, row)
    return row - this.#segment.firstRow
  }

  /**
   * By stretches of one segment, which is then `segment`: places `[from, to)` of a list of rows of the trace, or rows `[from, to)` of the segment
   * where there is no list.
   */
  forEachStretch(rows: RowList, visit: VisitStretch): void {
    if (rows instanceof Uint32Array) this.#listed(rows, visit)
    else
      rows((first, end) => {
        for (let row = first; row < end;) {
          const from = this.find(row)
          const { segment } = this
          const to = Math.min(from + end - row, segment.count)
          visit(segment, from, to, null)
          row += to - from
        }
      })
  }

  #listed(rows: Uint32Array, visit: VisitStretch): void {
    for (let from = 0; from < rows.length;) {
      this.find(rows[from]!)
      const { segment } = this
      const { firstRow } = segment
      const endRow = firstRow + segment.count
      let to = from + 1
      while (to < rows.length && rows[to]! >= firstRow && rows[to]! < endRow) to++
      visit(segment, from, to, rows)
      from = to
    }
  }

  /** Task/Opcode of the row of `segment`, as Microsoft's tools print it. */
  nameAt(at: number): string {
    const typeIndex = this.segment.typeIndex[at]!
    const type = this.#trace.types[typeIndex]!
    const labels = this.#trace.labels[this.segment.labels.at(at)] ?? []
    for (const label of labels) if (label.kind === 'opcode') return printedName({ ...type, opcode: label.value })
    return (this.#names[typeIndex] ??= printedName(type))
  }
}

/** Event and provider in lower case, as a search looks at them. */
export function searchedName(type: TraceEventType): string {
  return `${printedName(type)}\n${type.provider}`.toLowerCase()
}
