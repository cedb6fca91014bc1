import type { TraceSelection } from '../../../shared/model/trace-selection.ts'
import { fieldOfColumn, mostSortedByField, type TraceTableQuestion } from '../../../shared/model/trace-tables.ts'
import { TimeOrder } from '../../nettrace/trace/time-order.ts'
import type { Trace } from '../../nettrace/trace/trace.ts'
import { grownColumn } from '../grown-column.ts'
import { type EventMatcher, eventMatcher } from '../event-filter/event-matcher.ts'
import { type EventRows, searchedName } from './event-rows.ts'
import type { FieldValues } from './field-values.ts'
import type { PayloadSource } from './payload-texts.ts'
import { compareCells } from './table-view.ts'
import type { RowOrder } from './table-source.ts'

/** Events in the order of a question: by time, or by event, provider or thread and then by time. */
export class EventOrder {
  readonly #trace: Trace
  readonly #rows: EventRows
  readonly #read: PayloadSource
  readonly #values: FieldValues
  readonly #byTime: TimeOrder

  constructor(trace: Trace, rows: EventRows, read: PayloadSource, values: FieldValues) {
    this.#trace = trace
    this.#rows = rows
    this.#read = read
    this.#values = values
    this.#byTime = new TimeOrder(trace)
  }

  of({ selection, search, sortBy, isDescending }: TraceTableQuestion): RowOrder {
    const [from, to] = this.#placesIn(selection)
    const sought = search.trim()
    const ranks = this.#ranksFor(sortBy)
    const isByPlace = ranks === null && selection.threads === null && sought === ''
    const found = isByPlace
      ? this.#between(from, to)
      : this.#matching(from, to, selection.threads, eventMatcher(sought, this.#trace, this.#rows, this.#read))
    if (ranks !== null) return this.#grouped(found, ranks, isDescending)
    const field = sortBy === null ? null : fieldOfColumn(sortBy)
    if (field !== null && found.rowCount <= mostSortedByField) return this.#byField(found, field, isDescending)
    return sortBy === 'time_ms' && isDescending ? reversed(found) : found
  }

  #between(from: number, to: number): RowOrder {
    const count = to - from
    return { rowCount: count, selectedCount: count, rowAt: (place) => this.#byTime.rowAt(from + place) }
  }

  /** Places of the order whose times lie in the range. */
  #placesIn({ range }: TraceSelection): readonly [number, number] {
    const { eventCount } = this.#byTime
    if (range === null) return [0, eventCount]
    const ticksPerMs = (this.#trace.header?.ticksPerSecond ?? 1000) / 1000
    const from = this.#firstPlaceFrom(range.fromMs * ticksPerMs)
    return [from, Math.max(from, this.#firstPlaceFrom(range.toMs * ticksPerMs))]
  }

  #firstPlaceFrom(ticks: number): number {
    let low = 0
    let high = this.#byTime.eventCount
    while (low < high) {
      const middle = Math.floor((low + high) / 2)
      const at = this.#rows.find(this.#byTime.rowAt(middle))
      if (this.#rows.segment.timestamp[at]! < ticks) low = middle + 1
      else high = middle
    }
    return low
  }

  #matching(from: number, to: number, threadIds: readonly number[] | null, matches: EventMatcher): RowOrder {
    const { threads } = this.#trace
    const wanted = threadIds === null ? null : new Set(threadIds)
    const isSelected = Uint8Array.from(threads, ({ id }) => (wanted === null || wanted.has(id) ? 1 : 0))
    let selectedCount = 0
    let kept = new Uint32Array(1024)
    let count = 0
    this.#forEachRow(from, to, (row, at) => {
      if (isSelected[this.#rows.segment.threadIndex[at]!] !== 1) return
      selectedCount++
      if (!matches(at)) return
      if (count === kept.length) kept = grownColumn(kept, Uint32Array)
      kept[count++] = row
    })
    return { rowCount: count, selectedCount, rowAt: (place) => kept[place]! }
  }

  #forEachRow(from: number, to: number, visit: (row: number, at: number) => void): void {
    let place = 0
    this.#byTime.forEachStretch((firstRow, end) => {
      const first = firstRow + Math.max(0, from - place)
      const last = Math.min(end, firstRow + to - place)
      for (let row = first; row < last; row++) visit(row, this.#rows.find(row))
      place += end - firstRow
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
    return { ...found, rowAt: (place) => rows[place]! }
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
    const groupOf = (place: number): number => {
      const at = this.#rows.find(found.rowAt(place))
      const rank = ranks[this.#rows.segment[column][at]!]!
      return isDescending ? last - rank : rank
    }
    const starts = new Uint32Array(last + 2)
    for (let place = 0; place < found.rowCount; place++) starts[groupOf(place) + 1]!++
    for (let group = 0; group <= last; group++) starts[group + 1]! += starts[group]!
    const rows = new Uint32Array(found.rowCount)
    for (let place = 0; place < found.rowCount; place++) rows[starts[groupOf(place)]!++] = found.rowAt(place)
    return { ...found, rowAt: (place) => rows[place]! }
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
