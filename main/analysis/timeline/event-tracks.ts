import type { TimelineBinTrack, TimelineBinTrackName } from '../../../shared/model/trace/trace-timeline.ts'
import type { NumberColumn } from '../grown-column.ts'
import type { EventFilter } from '../reports/event-filter.ts'
import type { DurationColumns } from '../reports/wait-columns.ts'
import type { EventPlaces } from '../reports/event-places.ts'
import type { LogEvents } from '../reports/log-events.ts'
import type { RequestRow } from '../requests/request-rows.ts'
import type { SampleFilter } from '../stacks/prepared-samples.ts'
import { Coverage, type TimeBins } from './time-bins.ts'

type Track = Omit<TimelineBinTrack, 'name'>

/** Events in each bin, or what `weights` says of them. */
export function countTrack(places: EventPlaces, bins: TimeBins, isIn: EventFilter, weights?: NumberColumn): Track {
  const counts = new Float64Array(bins.count)
  let figure = 0
  for (let row = 0; row < places.count; row++) {
    const ticks = places.ticks.at(row)
    const weight = weights?.at(row) ?? 1
    if (isIn(ticks, places.threadIndex.at(row))) figure += weight
    if (bins.has(ticks)) counts[bins.indexOf(ticks)]! += weight
  }
  return { seriesCount: 1, bins: counts, most: largest(counts), figure }
}

export function durationTrack(events: DurationColumns, bins: TimeBins, isIn: EventFilter): Track {
  const coverage = new Coverage(bins)
  let figure = 0
  for (let row = 0; row < events.count; row++) {
    const start = events.startTicks.at(row)
    if (isIn(start, events.threadIndex.at(row))) figure++
    coverage.add(start, start + events.durationTicks.at(row))
  }
  const covered = coverage.finish()
  return { seriesCount: 1, bins: covered, most: largest(covered), figure }
}

/** Requests under way; those whose end was not recorded last to the end of the file. */
export function requestTrack(
  rows: readonly RequestRow[],
  bins: TimeBins,
  isIn: EventFilter,
  endTicks: number,
): Track | null {
  const coverage = new Coverage(bins)
  // A service is asked; where nothing asks it, what it asks others for is what a person calls its requests.
  const kind = rows.some((row) => row.kind === 'incoming') ? 'incoming' : 'outgoing'
  const shown = rows.filter((row) => row.kind === kind)
  if (shown.length === 0) return null
  let figure = 0
  for (const row of shown) {
    if (isIn(row.startTicks, row.threadIndex)) figure++
    coverage.add(row.startTicks, row.durationTicks === null ? endTicks : row.startTicks + row.durationTicks)
  }
  const covered = coverage.finish()
  return { seriesCount: 1, bins: covered, most: largest(covered), figure }
}

const [warning, error, noLevel] = [3, 4, 6]

/** Series 0: warnings, 1: errors and worse, 2: everything else. */
export function logTrack(logs: LogEvents, bins: TimeBins, isIn: EventFilter): Track {
  const counts = new Float64Array(3 * bins.count)
  const sums = new Float64Array(bins.count)
  let figure = 0
  for (let row = 0; row < logs.count; row++) {
    const ticks = logs.ticks.at(row)
    if (isIn(ticks, logs.threadIndex.at(row))) figure++
    if (!bins.has(ticks)) continue
    const level = logs.level.at(row)
    const series = level === warning ? 0 : level >= error && level < noLevel ? 1 : 2
    const bin = bins.indexOf(ticks)
    counts[series * bins.count + bin]!++
    sums[bin]!++
  }
  return { seriesCount: 3, bins: counts, most: largest(sums), figure }
}

/**
 * A value that holds until the next one. Of several in a bin the largest is shown. The figure is the largest of the selected time, with
 * the one that holds when it begins; NaN: none was known.
 */
export function heldTrack(
  times: readonly number[] | Float64Array,
  values: ArrayLike<number>,
  bins: TimeBins,
  {
    fromTicks = Number.NEGATIVE_INFINITY,
    toTicks = Number.POSITIVE_INFINITY,
  }: Pick<SampleFilter, 'fromTicks' | 'toTicks'>,
): Track {
  const held = new Float64Array(bins.count).fill(Number.NaN)
  let before = Number.NaN
  let beforeTicks = Number.NEGATIVE_INFINITY
  let most = Number.NEGATIVE_INFINITY
  let atStart = Number.NEGATIVE_INFINITY
  let atStartTicks = Number.NEGATIVE_INFINITY
  // By bin: the last value, which holds in the bins after it.
  const last = new Float64Array(bins.count).fill(Number.NaN)
  const lastTicks = new Float64Array(bins.count).fill(Number.NEGATIVE_INFINITY)
  for (let row = 0; row < times.length; row++) {
    const ticks = times[row]!
    const value = values[row]!
    if (ticks >= fromTicks && ticks < toTicks) most = Math.max(most, value)
    if (ticks <= fromTicks && ticks >= atStartTicks) {
      atStart = value
      atStartTicks = ticks
    }
    if (ticks < bins.fromTicks && ticks >= beforeTicks) {
      before = value
      beforeTicks = ticks
    }
    if (!bins.has(ticks)) continue
    const bin = bins.indexOf(ticks)
    if (!(held[bin]! >= value)) held[bin] = value
    if (ticks < lastTicks[bin]!) continue
    last[bin] = value
    lastTicks[bin] = ticks
  }
  for (let bin = 0; bin < bins.count; bin++) {
    if (Number.isNaN(held[bin]!)) held[bin] = before
    else before = last[bin]!
  }
  const figure = Math.max(most, atStart)
  return { seriesCount: 1, bins: held, most: largest(held), figure: Number.isFinite(figure) ? figure : Number.NaN }
}

export function named(name: TimelineBinTrackName, track: Track | null): TimelineBinTrack[] {
  return track === null ? [] : [{ name, ...track }]
}

function largest(bins: Float64Array): number {
  let most = 0
  for (const value of bins) if (value > most) most = value
  return most
}
