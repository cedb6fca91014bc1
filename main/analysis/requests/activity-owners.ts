import { activityPath, parentPath } from '../../events/activity-path.ts'
import type { Trace } from '../../nettrace/trace/trace.ts'
import type { ActivityRow } from '../reports/activity-events.ts'

const mostLevels = 64

/** Which activity an event belongs to: the one with its id that was open then, else the nearest around it. */
export class ActivityOwners {
  readonly #activities: readonly ActivityRow[]
  readonly #trace: Trace
  readonly #byActivity = new Map<number, number[]>()
  readonly #byPath = new Map<string, number>()

  constructor(activities: readonly ActivityRow[], trace: Trace) {
    this.#activities = activities
    this.#trace = trace
    for (const [index, { activityIndex, path }] of activities.entries()) {
      if (activityIndex === 0) continue
      const known = this.#byActivity.get(activityIndex)
      if (known === undefined) this.#byActivity.set(activityIndex, [index])
      else known.push(index)
      if (path !== null) this.#byPath.set(path, activityIndex)
    }
  }

  at(activityIndex: number, ticks: number): number {
    if (activityIndex === 0) return -1
    const own = this.#openAt(activityIndex, ticks)
    if (own >= 0) return own
    let path = activityPath(this.#trace.activities.bytesOf(activityIndex), this.#trace.header?.pid ?? null)
    for (let level = 0; path !== null && level < mostLevels; path = parentPath(path), level++) {
      const above = this.#openAt(this.#byPath.get(path) ?? 0, ticks)
      if (above >= 0) return above
    }
    return -1
  }

  /** Ids are given out again when an activity has ended: the last start before the event counts. */
  #openAt(activityIndex: number, ticks: number): number {
    const rows = this.#byActivity.get(activityIndex) ?? []
    let [low, high] = [0, rows.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#activities[rows[middle]!]!.startTicks <= ticks) low = middle + 1
      else high = middle
    }
    return rows[low - 1] ?? -1
  }
}
