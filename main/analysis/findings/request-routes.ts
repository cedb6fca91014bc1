import type { Trace } from '../../nettrace/trace/trace.ts'
import type { ActivityRow } from '../reports/activity-events.ts'
import { ActivityOwners } from '../requests/activity-owners.ts'
import { routeTemplate } from '../requests/route-template.ts'
import { detailText } from '../tables/request-table.ts'
import { type PayloadSource, PayloadTexts } from '../tables/payload-texts.ts'

const incoming = new Set(['Microsoft.AspNetCore.Hosting', 'Microsoft-AspNetCore-Server-Kestrel'])
/** Activities are nested a few deep; a file that says otherwise is not followed further. */
const mostLevels = 64

/** Requests of a recording, and which of them an activity is part of. */
export class RequestRoutes {
  readonly rows: readonly ActivityRow[]
  readonly #details: PayloadTexts
  readonly #owners: ActivityOwners
  /** By row of the request. */
  readonly #routes = new Map<number, string>()

  constructor(rows: readonly ActivityRow[], trace: Trace, read: PayloadSource) {
    this.rows = rows
    this.#details = new PayloadTexts(trace, read, detailText)
    this.#owners = new ActivityOwners(rows, trace)
  }

  /** Address of a request, text of a command. */
  detailOf(row: number): string {
    return this.#details.of(this.rows[row]!)
  }

  /** The incoming request that a row is part of, -1: none. The outermost, because Kestrel and Hosting each have a row of it. */
  requestOf(row: number): number {
    let found = -1
    for (let at = row, level = 0; at >= 0 && level < mostLevels; at = this.rows[at]!.parent, level++)
      if (incoming.has(this.rows[at]!.provider) && this.rows[at]!.name === 'Request') found = at
    return found
  }

  /** `GET /orders/{id}` of the request that an event with this activity belongs to at its time; null when no event says so. */
  routeOf(activityIndex: number, ticks: number): string | null {
    const request = this.requestOf(this.#owners.at(activityIndex, ticks))
    if (request < 0) return null
    let route = this.#routes.get(request)
    if (route === undefined) this.#routes.set(request, (route = routeTemplate(this.detailOf(request))))
    return route
  }
}
