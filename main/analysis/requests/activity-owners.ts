import { partitionPoint } from '../../../shared/base/partition-point.ts'
import { activityPath, parentPath } from '../../events/activity-path.ts'
import type { Trace } from '../../nettrace/trace/trace.ts'
import type { ActivityRow } from '../reports/activity-events.ts'

const mostLevels = 64

/** Which activity an event belongs to: the one with its id that was open then, else the nearest around it. */
export class ActivityOwners {
  readonly #activities: readonly ActivityRow[]
  readonly #trace: Trace
  /** Activities of one id after another, each id in the order of their starts; where those of an id begin. */
  readonly #rows: Int32Array
  readonly #firstOf: Int32Array
  #byPath: ReadonlyMap<string, number> | null = null

  constructor(activities: readonly ActivityRow[], trace: Trace) {
    this.#activities = activities
    this.#trace = trace
    const firstOf = new Int32Array(trace.activities.count + 1)
    for (const { activityIndex } of activities) firstOf[activityIndex + 1]!++
    for (let id = 1; id < firstOf.length; id++) firstOf[id]! += firstOf[id - 1]!
    this.#firstOf = firstOf
    this.#rows = new Int32Array(activities.length)
    const next = firstOf.slice()
    for (const [index, { activityIndex }] of activities.entries()) this.#rows[next[activityIndex]!++] = index
  }

  at(activityIndex: number, ticks: number): number {
    if (activityIndex === 0) return -1
    const own = this.#openAt(activityIndex, ticks)
    if (own >= 0) return own
    let path = activityPath(this.#trace.activities.bytesOf(activityIndex), this.#trace.header?.pid ?? null)
    for (let level = 0; path !== null && level < mostLevels; path = parentPath(path), level++) {
      const above = this.#openAt(this.#paths().get(path) ?? 0, ticks)
      if (above >= 0) return above
    }
    return -1
  }

  /** Ids are given out again when an activity has ended: the last start before the event counts. */
  #openAt(activityIndex: number, ticks: number): number {
    if (activityIndex === 0) return -1
    const first = this.#firstOf[activityIndex]!
    const end = this.#firstOf[activityIndex + 1]!
    const next = partitionPoint(first, end, (at) => this.#activities[this.#rows[at]!]!.startTicks <= ticks)
    return next === first ? -1 : this.#rows[next - 1]!
  }

  #paths(): ReadonlyMap<string, number> {
    return (this.#byPath ??= new Map(
      this.#activities.flatMap(({ path, activityIndex }) => (path === null ? [] : [[path, activityIndex]])),
    ))
  }
}
