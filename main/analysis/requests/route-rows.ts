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
  const groups = new Map(Object.keys(kindOrder).map((kind) => [kind, new Map<string, RequestRow[]>()]))
  for (const row of rows) {
    if (!isIn(row.startTicks, row.threadIndex)) continue
    const route = routeOf(row)
    const ofKind = groups.get(row.kind)!
    const group = ofKind.get(route)
    if (group === undefined) ofKind.set(route, [row])
    else group.push(row)
  }
  return [...groups.values()]
    .flatMap((ofKind) => [...ofKind.values()].map(routeRow))
    .sort((a, b) => kindOrder[a.kind] - kindOrder[b.kind] || b.sumTicks - a.sumTicks)
}

function routeRow(requests: readonly RequestRow[]): RouteRow {
  const first = requests[0]!
  const durations = new Float64Array(requests.length)
  let endedCount = 0
  const sums = { isTold: false, failedCount: 0, sumTicks: 0, outgoingCount: 0 }
  // A route may have a million requests: they are gone through once.
  for (const { durationTicks, template, isFailed, outgoingCount } of requests) {
    sums.isTold ||= template !== null
    if (isFailed) sums.failedCount++
    sums.outgoingCount += outgoingCount
    if (durationTicks === null) continue
    durations[endedCount++] = durationTicks
    sums.sumTicks += durationTicks
  }
  const ended = durations.subarray(0, endedCount).sort()
  return {
    route: routeOf(first),
    kind: first.kind,
    requestCount: requests.length,
    ...sums,
    p50Ticks: percentile(ended, 0.5),
    p95Ticks: percentile(ended, 0.95),
    longestTicks: percentile(ended, 1),
  }
}

/** Nearest rank: a duration that was measured, none in between. */
function percentile(sorted: Float64Array, share: number): number | null {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null
}
