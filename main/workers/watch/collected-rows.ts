import type { CollectedKind, CollectedKindName, CollectedRow } from '../../../shared/model/recording.ts'
import type { PayloadHandler } from '../../nettrace/trace/trace-listener.ts'
import type { TraceEventType } from '../../nettrace/trace/trace-tables.ts'
import { shownName } from '../../events/event-names.ts'
import { collectedHandler } from './collected-kinds.ts'
import { hiddenProviders } from './recent-events.ts'

/** Names come from the target: neither their number nor their length may grow without bound. */
const mostNames = 2000
const longestName = 200
/** As many as a table shows; the rest is added up in one row. */
const mostRows = 50
const otherName = 'Others'

interface Row {
  count: number
  amount: number | null
}

/** What a recording has collected so far, sorted by what it is: allocations by type, requests by path, messages by category. */
export class CollectedRows {
  readonly #kinds = new Map<CollectedKindName, Map<string, Row>>()

  handlerFor(type: TraceEventType, pointerBytes: number): PayloadHandler | null {
    return collectedHandler(type, pointerBytes, (kind, name, amount) => this.add(kind, name, amount))
  }

  add(kind: CollectedKindName, name: string, amount: number | null): void {
    let rows = this.#kinds.get(kind)
    if (rows === undefined) this.#kinds.set(kind, (rows = new Map()))
    const short = name.length > longestName ? `${name.slice(0, longestName - 1)}…` : name
    const key = rows.has(short) || rows.size < mostNames ? short : otherName
    const row = rows.get(key)
    if (row === undefined) {
      rows.set(key, { count: 1, amount })
      return
    }
    row.count += 1
    if (amount !== null) row.amount = (row.amount ?? 0) + amount
  }

  get kinds(): readonly CollectedKind[] {
    return [...this.#kinds].map(([kind, rows]) => ({ kind, rows: topRows(rows) }))
  }
}

/** Every event by its name, for providers that nothing more is known of. */
export function eventKind(types: readonly TraceEventType[], countByType: readonly number[]): CollectedKind {
  const rows = new Map<string, Row>()
  for (const type of types) {
    const count = countByType[type.index] ?? 0
    if (count === 0 || hiddenProviders.has(type.provider)) continue
    const name = `${type.provider}/${shownName(type)}`
    rows.set(name, { count: count + (rows.get(name)?.count ?? 0), amount: null })
  }
  return { kind: 'events', rows: topRows(rows) }
}

/** The largest first: by amount where there is one, else by number. */
function topRows(rows: ReadonlyMap<string, Row>): readonly CollectedRow[] {
  const sorted = [...rows]
    .filter(([name]) => name !== otherName)
    .map(([name, { count, amount }]) => ({ name, count, amount }))
    .sort((a, b) => (b.amount ?? 0) - (a.amount ?? 0) || b.count - a.count)
  const shown = sorted.slice(0, mostRows)
  const others: Row[] = sorted.slice(mostRows)
  const tooMany = rows.get(otherName)
  if (tooMany !== undefined) others.push(tooMany)
  if (others.length === 0) return shown
  const count = others.reduce((sum, row) => sum + row.count, 0)
  const amount = others.every((row) => row.amount === null)
    ? null
    : others.reduce((sum, row) => sum + (row.amount ?? 0), 0)
  return [...shown, { name: otherName, count, amount }]
}
