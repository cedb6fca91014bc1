import { countUpTo } from '../code/count-up-to.ts'
import type { EventFilter } from '../reports/event-filter.ts'
import type { WaitColumns } from '../reports/wait-columns.ts'
import type { OwnerOf } from '../tables/frames.ts'

export interface BlockedRow {
  readonly functionIndex: number
  ticks: number
  longestTicks: number
  count: number
}

export interface BlockingEvents {
  readonly contention: WaitColumns
  readonly waits: WaitColumns
}

/**
 * WaitColumns by the innermost function of the application on their stacks, the longest time first. What waits without any of it is a thread of .NET that
 * waits for work, or a recording without stacks.
 */
export function blockedRows(
  { contention, waits }: BlockingEvents,
  ownerOf: OwnerOf,
  isIn: EventFilter,
): { readonly rows: readonly BlockedRow[]; readonly otherTicks: number } {
  const rows = new Map<number, BlockedRow>()
  let otherTicks = 0
  const add = (events: WaitColumns, at: number): void => {
    const startTicks = events.startTicks.at(at)
    const ticks = events.durationTicks.at(at)
    const functionIndex = ownerOf(events.stackIndex.at(at), startTicks)
    if (functionIndex < 0) {
      otherTicks += ticks
      return
    }
    const row = rows.get(functionIndex) ?? { functionIndex, ticks: 0, longestTicks: 0, count: 0 }
    rows.set(functionIndex, row)
    row.ticks += ticks
    row.longestTicks = Math.max(row.longestTicks, ticks)
    row.count++
  }
  const isCounted = (events: WaitColumns, at: number): boolean =>
    isIn(events.startTicks.at(at), events.threadIndex.at(at))
  for (let at = 0; at < contention.count; at++) if (isCounted(contention, at)) add(contention, at)
  const isOfLock = withinContention(contention)
  for (let at = 0; at < waits.count; at++)
    if (isCounted(waits, at) && !isOfLock(waits.threadIndex.at(at), waits.startTicks.at(at))) add(waits, at)
  return { rows: [...rows.values()].toSorted((a, b) => b.ticks - a.ticks), otherTicks }
}

/** From .NET 9 on the wait for a lock may be told twice: as contention, and within it as a wait. It is one. */
function withinContention(contention: WaitColumns): (threadIndex: number, ticks: number) => boolean {
  const byThread = new Map<number, { readonly starts: number[]; readonly ends: number[] }>()
  for (let at = 0; at < contention.count; at++) {
    const thread = contention.threadIndex.at(at)
    const spans = byThread.get(thread) ?? { starts: [], ends: [] }
    byThread.set(thread, spans)
    spans.starts.push(contention.startTicks.at(at))
    spans.ends.push(contention.startTicks.at(at) + contention.durationTicks.at(at))
  }
  return (threadIndex, ticks) => {
    const spans = byThread.get(threadIndex)
    if (spans === undefined) return false
    // A thread waits for one lock after the other, so starts are in order.
    const place = countUpTo(spans.starts, ticks) - 1
    return place >= 0 && ticks < spans.ends[place]!
  }
}
