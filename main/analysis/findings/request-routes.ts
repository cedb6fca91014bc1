import { activityPath, parentPath } from '../../events/activity-path.ts'
import type { Trace } from '../../nettrace/trace/trace.ts'
import type { ActivityRow } from '../reports/activity-events.ts'
import { routeTemplate } from '../requests/route-template.ts'
import { detailText } from '../tables/request-table.ts'
import { type PayloadSource, PayloadTexts } from '../tables/payload-texts.ts'

const incoming = new Set(['Microsoft.AspNetCore.Hosting', 'Microsoft-AspNetCore-Server-Kestrel'])
/** Activities are nested a few deep; a file that says otherwise is not followed further. */
const mostLevels = 64

/** Requests of a recording, and which of them an activity is part of. */
export class RequestRoutes {
  readonly rows: readonly ActivityRow[]
  readonly #trace: Trace
  readonly #details: PayloadTexts
  readonly #rowOfActivity = new Map<number, number>()
  readonly #rowOfPath = new Map<string, number>()
  readonly #known = new Map<number, number>()

  constructor(rows: readonly ActivityRow[], trace: Trace, read: PayloadSource) {
    this.rows = rows
    this.#trace = trace
    this.#details = new PayloadTexts(trace, read, detailText)
    for (const [index, { activityIndex, path }] of rows.entries()) {
      if (activityIndex !== 0) this.#rowOfActivity.set(activityIndex, index)
      if (path !== null) this.#rowOfPath.set(path, index)
    }
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

  /** `GET /orders/{id}` of the request that an event with this activity belongs to; null when no event says so. */
  routeOf(activityIndex: number): string | null {
    if (activityIndex === 0) return null
    let request = this.#known.get(activityIndex)
    if (request === undefined) this.#known.set(activityIndex, (request = this.requestOf(this.#rowOf(activityIndex))))
    return request < 0 ? null : routeTemplate(this.detailOf(request))
  }

  #rowOf(activityIndex: number): number {
    const row = this.#rowOfActivity.get(activityIndex)
    if (row !== undefined) return row
    let path = activityPath(this.#trace.activities.bytesOf(activityIndex), this.#trace.header?.pid ?? null)
    for (let level = 0; path !== null && level < mostLevels; path = parentPath(path), level++) {
      const above = this.#rowOfPath.get(path)
      if (above !== undefined) return above
    }
    return -1
  }
}
