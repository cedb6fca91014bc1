import type { EventFilter } from '../reports/event-filter.ts'
import { type RequestKind, type RequestRow, type Requests, routeOf } from './request-rows.ts'

export interface RouteRow {
  readonly route: string
  readonly kind: RequestKind
  /** The application declared the route; otherwise it is the path with what looks like an id left out. */
  readonly isTold: boolean
  readonly requestCount: number
  readonly failedCount: number
  /** Of the requests whose end was recorded; null: of none. */
  readonly p50Ticks: number | null
  readonly p95Ticks: number | null
  readonly longestTicks: number | null
  readonly sumTicks: number
  readonly outgoingCount: number
}

const kindOrder: Readonly<Record<RequestKind, number>> = { incoming: 0, outgoing: 1, command: 2, other: 3 }

/** Requests added up by kind and route: incoming ones first, of each kind the most time first. */
export function routeRows({ rows }: Requests, isIn: EventFilter): readonly RouteRow[] {
  const groups = new Map<string, RequestRow[]>()
  for (const row of rows) {
    if (!isIn(row.startTicks, row.threadIndex)) continue
    const key = `${row.kind} ${routeOf(row)}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [row])
    else group.push(row)
  }
  return [...groups.values()].map(routeRow).sort((a, b) => {
    return kindOrder[a.kind] - kindOrder[b.kind] || b.sumTicks - a.sumTicks
  })
}

function routeRow(requests: readonly RequestRow[]): RouteRow {
  const first = requests[0]!
  const durations = Float64Array.from(requests.flatMap(({ durationTicks }) => durationTicks ?? [])).sort()
  return {
    route: routeOf(first),
    kind: first.kind,
    isTold: requests.some(({ template }) => template !== null),
    requestCount: requests.length,
    failedCount: requests.filter(({ isFailed }) => isFailed).length,
    p50Ticks: percentile(durations, 0.5),
    p95Ticks: percentile(durations, 0.95),
    longestTicks: percentile(durations, 1),
    sumTicks: durations.reduce((sum, ticks) => sum + ticks, 0),
    outgoingCount: requests.reduce((sum, { outgoingCount }) => sum + outgoingCount, 0),
  }
}

/** Nearest rank: a duration that was measured, none in between. */
function percentile(sorted: Float64Array, share: number): number | null {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null
}
