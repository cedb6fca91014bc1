import type { TimelineCollections } from '../../../shared/model/trace/trace-timeline.ts'
import type { EventFilter } from '../reports/event-filter.ts'
import { backgroundGc, type GcRow } from '../reports/gc-table.ts'
import { type Span, spansInSight } from './spans.ts'
import type { TimeBins } from './time-bins.ts'

/** What a document keeps of its collections, in the order of their times. */
export interface CollectionSpans {
  readonly rows: readonly GcRow[]
  readonly pauses: readonly Span[]
  readonly background: readonly Span[]
}

/** A collection whose end was not recorded lasts to the end of the file. */
export function collectionSpans(rows: readonly GcRow[], endTicks: number): CollectionSpans {
  const pauses = rows.map((row) => ({
    startTicks: row.pauseStartTicks,
    endTicks: row.pauseTicks === null ? row.pauseStartTicks : row.pauseStartTicks + row.pauseTicks,
    level: row.generation,
  }))
  const background = rows
    .filter(({ type }) => type === backgroundGc)
    .map((row) => ({
      startTicks: row.startTicks,
      endTicks: row.durationTicks === null ? endTicks : row.startTicks + row.durationTicks,
      level: row.generation,
    }))
  return { rows, pauses: inOrder(pauses), background: inOrder(background) }
}

/** Collections are of all threads: of the selection only its time counts. */
export function collectionTrack(spans: CollectionSpans, bins: TimeBins, isInTime: EventFilter): TimelineCollections {
  const counted = spans.rows.filter(({ pauseStartTicks }) => isInTime(pauseStartTicks, 0))
  const pauseTicks = counted.reduce((sum, row) => sum + (row.pauseTicks ?? 0), 0)
  return {
    pauses: spansInSight(spans.pauses, bins),
    background: spansInSight(spans.background, bins),
    count: counted.length,
    pauseMs: pauseTicks / bins.ticksPerMs,
  }
}

function inOrder(spans: readonly Span[]): readonly Span[] {
  return spans.toSorted((a, b) => a.startTicks - b.startTicks)
}
