import { partitionPoint } from '../../../shared/base/partition-point.ts'
import type { Trace } from '../../nettrace/trace/trace.ts'
import { work } from '../../nettrace/work-steps.ts'
import { ActivityOwners } from './activity-owners.ts'
import { type Handoff, handoffs } from './handoffs.ts'
import type { Requests } from './request-rows.ts'
import { sign, type WorkRuns } from './work-runs.ts'
import type { WorkSigns } from './work-signs.ts'

/** Events of a request on one thread, next to each other. */
export interface WorkRun {
  readonly threadIndex: number
  readonly fromTicks: number
  readonly toTicks: number
  /** When the work was put in line for this thread; null: no event says. */
  readonly queuedTicks: number | null
  /** An event says that the work begins here. */
  readonly isBegin: boolean
  /** A method awaits something and nothing shows that the thread did more for the request. */
  readonly isLeft: boolean
  readonly leftStackIndex: number
  /** Until when the thread did something else before, and from when on afterwards. */
  readonly freeFromTicks: number
  readonly freeToTicks: number
}

/** Runs of a trace by the request that they are part of. Made once. */
export class RequestRuns {
  readonly #requests: Requests
  readonly #runs: WorkRuns
  readonly #children: readonly (readonly number[])[]
  /** Runs thread by thread, in order of time. */
  readonly #order: Uint32Array
  /** By request: places in `#order`. */
  readonly #placesOf: ReadonlyMap<number, readonly number[]>
  readonly #takenOn: ReadonlyMap<number, readonly Handoff[]>

  constructor(requests: Requests, signs: WorkSigns, trace: Trace) {
    this.#requests = requests
    this.#runs = signs.runs()
    this.#children = childrenOf(requests)
    this.#order = orderOf(this.#runs)
    this.#placesOf = placesOf(this.#order, requests, this.#runs, trace)
    this.#takenOn = byThread(handoffs(signs))
  }

  childrenOf(row: number): readonly number[] {
    return this.#children[row] ?? []
  }

  /** Of the request and of what it sent; a request received is work of its own, even when this one caused it. Thread by thread. */
  of(row: number): readonly WorkRun[] {
    const places: number[] = []
    const rows = [row]
    for (let at = 0; at < rows.length; at++) {
      for (const place of this.#placesOf.get(rows[at]!) ?? []) places.push(place)
      for (const child of this.childrenOf(rows[at]!))
        if (this.#requests.rows[child]!.kind !== 'incoming') rows.push(child)
    }
    work.steps += rows.length + places.length
    return places.sort((a, b) => a - b).map((place) => this.#runAt(place))
  }

  #runAt(place: number): WorkRun {
    const runs = this.#runs
    const run = this.#order[place]!
    const threadIndex = runs.thread.at(run)
    const [before, after] = [this.#neighbour(place, -1), this.#neighbour(place, 1)]
    const fromTicks = runs.firstTicks.at(run)
    const freeFromTicks = before < 0 ? Number.NEGATIVE_INFINITY : runs.lastTicks[before]!
    const taken = this.#takenBefore(threadIndex, fromTicks, this.#busyUntil(place))
    return {
      threadIndex,
      fromTicks: taken?.toTicks ?? fromTicks,
      toTicks: runs.lastTicks[run]!,
      queuedTicks: taken?.fromTicks ?? null,
      isBegin: taken !== null || runs.startsBy.at(run) >= sign.resumed,
      isLeft: runs.endsBy[run] === sign.left,
      leftStackIndex: runs.leftStack[run]!,
      freeFromTicks,
      freeToTicks: after < 0 ? Number.POSITIVE_INFINITY : runs.firstTicks.at(after),
    }
  }

  /** The run beside it on the same thread; -1: none. */
  #neighbour(place: number, step: number): number {
    const run = this.#order[place + step]
    return run !== undefined && this.#runs.thread.at(run) === this.#runs.thread.at(this.#order[place]!) ? run : -1
  }

  /** End of the last run before that belongs to an activity: work is often taken outside of any. */
  #busyUntil(place: number): number {
    for (let step = -1; step >= -2; step--) {
      const run = this.#neighbour(place, step)
      if (run < 0) return Number.NEGATIVE_INFINITY
      if (this.#runs.activity.at(run) !== 0) return this.#runs.lastTicks[run]!
    }
    return this.#runs.lastTicks[this.#neighbour(place, -2)]!
  }

  #takenBefore(threadIndex: number, ticks: number, busyUntil: number): Handoff | null {
    const taken = this.#takenOn.get(threadIndex) ?? []
    const last = taken[partitionPoint(0, taken.length, (at) => taken[at]!.toTicks <= ticks) - 1]
    return last !== undefined && last.toTicks >= busyUntil ? last : null
  }
}

function childrenOf({ rows }: Requests): readonly (readonly number[])[] {
  const children: number[][] = rows.map(() => [])
  for (const [row, { parent }] of rows.entries()) if (parent >= 0) children[parent]!.push(row)
  return children
}

function byThread(taken: readonly Handoff[]): ReadonlyMap<number, readonly Handoff[]> {
  const threads = new Map<number, Handoff[]>()
  for (const one of taken) {
    const known = threads.get(one.threadIndex)
    if (known === undefined) threads.set(one.threadIndex, [one])
    else known.push(one)
  }
  return threads
}

function orderOf({ thread, firstTicks, count }: WorkRuns): Uint32Array {
  work.steps += count
  const order = Uint32Array.from({ length: count }, (_, run) => run)
  return order.sort((a, b) => thread.at(a) - thread.at(b) || firstTicks.at(a) - firstTicks.at(b) || a - b)
}

function placesOf(order: Uint32Array, requests: Requests, runs: WorkRuns, trace: Trace) {
  const owners = new ActivityOwners(requests.activities, trace)
  const places = new Map<number, number[]>()
  for (const [place, run] of order.entries()) {
    const activity = owners.at(runs.activity.at(run), runs.firstTicks.at(run))
    const row = activity < 0 ? -1 : requests.requestOf[activity]!
    if (row < 0) continue
    const known = places.get(row)
    if (known === undefined) places.set(row, [place])
    else known.push(place)
  }
  return places
}
