import { partitionPoint } from '../../../shared/base/partition-point.ts'
import type { TraceSelection } from '../../../shared/model/trace/trace-selection.ts'
import { fieldOfColumn, mostSortedByField, type TraceTableQuestion } from '../../../shared/model/trace/trace-tables.ts'
import { TimeOrder } from '../../nettrace/trace/time-order.ts'
import type { Trace } from '../../nettrace/trace/trace.ts'
import { grownColumn } from '../grown-column.ts'
import { msToTicks } from '../trace/sample-question.ts'
import { type EventMatcher, eventMatcher } from '../event-filter/event-matcher.ts'
import { type EventRows, searchedName } from './event-rows.ts'
import type { FieldValues } from './field-values.ts'
import type { PayloadSource } from './payload-texts.ts'
import { compareCells } from './table-view.ts'
import { listed, type RowOrder } from './table-source.ts'

/** Events in the order of a question: by time, or by event, provider or thread and then by time. */
export class EventOrder {
  readonly #trace: Trace
  readonly #rows: EventRows
  readonly #read: PayloadSource
  readonly #values: FieldValues
  readonly #byTime: TimeOrder
  /** What was found last: another order of the same events looks through nothing anew. */
  #found: { readonly key: string; readonly order: RowOrder } | null = null

  constructor(trace: Trace, rows: EventRows, read: PayloadSource, values: FieldValues) {
    this.#trace = trace
    this.#rows = rows
    this.#read = read
    this.#values = values
    this.#byTime = new TimeOrder(trace)
  }

  of({ selection, search, sortBy, isDescending }: TraceTableQuestion): RowOrder {
    const found = this.#foundBy(selection, search.trim())
    const ranks = this.#ranksFor(sortBy)
    if (ranks !== null) return this.#grouped(found, ranks, isDescending)
    const field = sortBy === null ? null : fieldOfColumn(sortBy)
    if (field !== null && found.rowCount <= mostSortedByField) return this.#byField(found, field, isDescending)
    return sortBy === 'time_ms' && isDescending ? reversed(found) : found
  }

  #foundBy(selection: TraceSelection, sought: string): RowOrder {
    const { range, threads } = selection
    const key = JSON.stringify([range, threads, sought])
    if (this.#found?.key === key) return this.#found.order
    const [from, to] = this.#placesIn(selection)
    const isByPlace = threads === null && sought === ''
    const order = isByPlace ? this.#between(from, to) : this.#matching(from, to, threads, this.#matcher(sought))
    this.#found = { key, order }
    return order
  }

  #between(from: number, to: number): RowOrder {
    const count = to - from
    return {
      rowCount: count,
      selectedCount: count,
      rowAt: (place) => this.#byTime.rowAt(from + place),
      rows: (take) => this.#forEachPiece(from, to, take),
    }
  }

  /** Places of the order whose times lie in the range. */
  #placesIn({ range }: TraceSelection): readonly [number, number] {
    const { eventCount } = this.#byTime
    if (range === null) return [0, eventCount]
    const from = this.#firstPlaceFrom(msToTicks(this.#trace, range.fromMs))
    return [from, Math.max(from, this.#firstPlaceFrom(msToTicks(this.#trace, range.toMs)))]
  }

  #firstPlaceFrom(ticks: number): number {
    return partitionPoint(0, this.#byTime.eventCount, (place) => {
      const at = this.#rows.find(this.#byTime.rowAt(place))
      return this.#rows.segment.timestamp[at]! < ticks
    })
  }

  /** Null: everything matches. */
  #matcher(sought: string): EventMatcher | null {
    return sought === '' ? null : eventMatcher(sought, this.#trace, this.#rows, this.#read)
  }

  #matching(from: number, to: number, threadIds: readonly number[] | null, matches: EventMatcher | null): RowOrder {
    const { threads } = this.#trace
    const wanted = threadIds === null ? null : new Set(threadIds)
    const isSelected = Uint8Array.from(threads, ({ id }) => (wanted === null || wanted.has(id) ? 1 : 0))
    let selectedCount = 0
    let kept = new Uint32Array(1024)
    let count = 0
    const pieces = this.#between(from, to).rows
    this.#rows.forEachStretch(pieces, ({ threadIndex, firstRow }, first, end) => {
      for (let at = first; at < end; at++) {
        if (isSelected[threadIndex[at]!] !== 1) continue
        selectedCount++
        if (matches !== null && !matches(at)) continue
        if (count === kept.length) kept = grownColumn(kept, Uint32Array)
        kept[count++] = firstRow + at
      }
    })
    return listed(kept.subarray(0, count), selectedCount)
  }

  /** Places of the order as stretches of consecutive rows. */
  #forEachPiece(from: number, to: number, take: (firstRow: number, endRow: number) => void): void {
    let place = 0
    this.#byTime.forEachStretch((firstRow, endRow) => {
      const first = firstRow + Math.max(0, from - place)
      const last = Math.min(endRow, firstRow + to - place)
      if (first < last) take(first, last)
      place += endRow - firstRow
    })
  }

  /** Numbers before texts, as `compareCells` orders them; events without the field come last, those of one value in order of time. */
  #byField(found: RowOrder, name: string, isDescending: boolean): RowOrder {
    const keys = Array.from({ length: found.rowCount }, (_, place) =>
      this.#values.of(this.#rows.find(found.rowAt(place)), name),
    )
    const sign = isDescending ? -1 : 1
    const places = Uint32Array.from(keys, (_, place) => place)
    places.sort((a, b) => compareCells(keys[a]!, keys[b]!, sign) || a - b)
    const rows = Uint32Array.from(places, (place) => found.rowAt(place))
    return listed(rows, found.selectedCount)
  }

  /** Place of each type or thread among its like; null for an order by time. */
  #ranksFor(sortBy: string | null): Ranks | null {
    const { types, threads } = this.#trace
    if (sortBy === 'thread') return { column: 'threadIndex', ranks: ranked(threads.map(({ id }) => id)) }
    if (sortBy === 'provider')
      return { column: 'typeIndex', ranks: ranked(types.map(({ provider }) => provider.toLowerCase())) }
    return sortBy === 'event' ? { column: 'typeIndex', ranks: ranked(types.map(searchedName)) } : null
  }

  /** One pass counts, one places: events of one group stay in order of time, whichever the direction. */
  #grouped(found: RowOrder, { column, ranks }: Ranks, isDescending: boolean): RowOrder {
    const last = ranks.reduce((most, rank) => Math.max(most, rank), 0)
    const groupOf = isDescending ? ranks.map((rank) => last - rank) : ranks
    const counts = new Uint32Array(ranks.length)
    this.#rows.forEachStretch(found.rows, ({ [column]: values, firstRow }, from, to, list) => {
      if (list === null) for (let at = from; at < to; at++) counts[values[at]!]!++
      else for (let place = from; place < to; place++) counts[values[list[place]! - firstRow]!]!++
    })
    const starts = new Uint32Array(last + 2)
    for (const [value, count] of counts.entries()) starts[groupOf[value]! + 1]! += count
    for (let group = 0; group <= last; group++) starts[group + 1]! += starts[group]!
    const rows = new Uint32Array(found.rowCount)
    this.#rows.forEachStretch(found.rows, ({ [column]: values, firstRow }, from, to, list) => {
      for (let place = from; place < to; place++) {
        const row = list === null ? firstRow + place : list[place]!
        rows[starts[groupOf[values[row - firstRow]!]!]!++] = row
      }
    })
    return listed(rows, found.selectedCount)
  }
}

interface Ranks {
  readonly column: 'typeIndex' | 'threadIndex'
  readonly ranks: Uint32Array
}

function ranked(values: readonly (string | number)[]): Uint32Array {
  const order = [...new Set(values)].sort((a, b) => (a < b ? -1 : 1))
  const rankOf = new Map(order.map((value, rank) => [value, rank]))
  return Uint32Array.from(values, (value) => rankOf.get(value)!)
}

function reversed(order: RowOrder): RowOrder {
  return { ...order, rowAt: (place) => order.rowAt(order.rowCount - 1 - place) }
}
