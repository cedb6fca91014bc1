import type { TimelineCounter } from '../../../shared/model/trace/trace-timeline.ts'
import type { EventFilter } from '../reports/event-filter.ts'
import type { CounterSeries } from '../reports/counter-events.ts'
import type { TimeBins } from './time-bins.ts'

/** The leading ones of so many instruments are shown first, the others when somebody asks for them. */
const mostLeading = 4
const mostCounters = 12

/** What explains time best stands first; counters of an application come after these. */
const preferred = [
  /^(?:cpu-usage|process\.cpu\.utilization|dotnet\.process\.cpu\.time)$/,
  /^(?:gc-heap-size|dotnet\.gc\.last_collection\.heap\.size)$/,
  /^(?:threadpool-queue-length|dotnet\.thread_pool\.queue\.length)$/,
  /^(?:requests-per-second|http\.server\.active_requests|working-set)$/,
]

export interface ShownCounter {
  readonly series: CounterSeries
  /** No other one that is shown has it. */
  readonly name: string
  readonly isLeading: boolean
}

/** Those that a person looks at first: the leading series of up to four instruments, and behind them others. */
export function shownCounters(series: readonly CounterSeries[]): readonly ShownCounter[] {
  const ranked = series
    .filter(({ kind, values }) => values.count > 1 && (kind === 'mean' || kind === 'value' || kind === 'rate'))
    .map((one, index) => ({ one, index, rank: rankOf(one) }))
    .sort((a, b) => a.rank - b.rank || a.index - b.index)
    .map(({ one }) => one)
  const leading = leadingOf(ranked).slice(0, mostLeading)
  const shown = [...leading, ...ranked.filter((one) => !leading.includes(one))].slice(0, mostCounters)
  return shown.map((one, at) => ({ series: one, name: nameAmong(shown, one), isLeading: at < leading.length }))
}

/** One series of each instrument: a rate says more than a sum that only grows, and the highest of several tags more than the others. */
function leadingOf(ranked: readonly CounterSeries[]): readonly CounterSeries[] {
  const byInstrument = new Map<
    string,
    { readonly one: CounterSeries; readonly isRate: boolean; readonly mean: number }
  >()
  for (const one of ranked) {
    const key = `${one.provider}/${one.name}`
    const best = byInstrument.get(key)
    const found = { one, isRate: one.kind === 'rate', mean: meanOf(one) }
    const isBetter = best === undefined || (found.isRate === best.isRate ? found.mean > best.mean : found.isRate)
    if (isBetter) byInstrument.set(key, found)
  }
  return [...byInstrument.values()].map(({ one }) => one)
}

function meanOf({ values }: CounterSeries): number {
  let sum = 0
  let count = 0
  for (let row = 0; row < values.count; row++) {
    if (!Number.isFinite(values.at(row))) continue
    sum += values.at(row)
    count++
  }
  return count === 0 ? 0 : sum / count
}

const nameOf = ({ displayName, name }: CounterSeries): string => (displayName === '' ? name : displayName)
const tagsOf = ({ tags }: CounterSeries): string => (tags === '' ? '' : `{${tags}}`)

/** Meters have a series for each set of tags, some of them a rate and a value of each. */
const nameForms: readonly ((series: CounterSeries) => string)[] = [
  nameOf,
  (one) => `${nameOf(one)}${tagsOf(one)}`,
  (one) => `${nameOf(one)}${tagsOf(one)} (${one.kind})`,
  (one) => `${one.provider}/${one.name}${tagsOf(one)} (${one.kind})`,
]

/** As short as tells it from the others. */
function nameAmong(all: readonly CounterSeries[], series: CounterSeries): string {
  const isTelling = (form: (typeof nameForms)[number]): boolean =>
    all.every((other) => other === series || form(other) !== form(series))
  return (nameForms.find(isTelling) ?? nameForms.at(-1)!)(series)
}

function rankOf({ name }: CounterSeries): number {
  const at = preferred.findIndex((pattern) => pattern.test(name))
  return at < 0 ? preferred.length : at
}

/** A counter has one thread for all: of the selection only its time counts. */
export function counterTrack(
  { series, name, isLeading }: ShownCounter,
  bins: TimeBins,
  isInTime: EventFilter,
): TimelineCounter {
  const order = inSight(series, bins)
  const { ticks, values } = series
  let sum = 0
  let count = 0
  for (let row = 0; row < values.count; row++) {
    if (!isInTime(ticks.at(row), 0) || !Number.isFinite(values.at(row))) continue
    sum += values.at(row)
    count++
  }
  return {
    name,
    isLeading,
    unit: series.unit,
    timeMs: Float64Array.from(order, (row) => ticks.at(row) / bins.ticksPerMs),
    values: Float64Array.from(order, (row) => values.at(row)),
    mean: count === 0 ? null : sum / count,
  }
}

/** Rows in sight, of each bin the least and the most, and the nearest on either side; in the order of time. What is no number has no place. */
function inSight({ ticks, values }: CounterSeries, bins: TimeBins): readonly number[] {
  const least = new Int32Array(bins.count).fill(-1)
  const most = new Int32Array(bins.count).fill(-1)
  let before = -1
  let after = -1
  for (let row = 0; row < ticks.count; row++) {
    if (!Number.isFinite(values.at(row))) continue
    const at = ticks.at(row)
    if (at < bins.fromTicks) {
      if (before < 0 || at >= ticks.at(before)) before = row
    } else if (at >= bins.toTicks) {
      if (after < 0 || at < ticks.at(after)) after = row
    } else {
      const bin = bins.indexOf(at)
      if (least[bin]! < 0 || values.at(row) < values.at(least[bin]!)) least[bin] = row
      if (most[bin]! < 0 || values.at(row) > values.at(most[bin]!)) most[bin] = row
    }
  }
  const rows = new Set([before, ...least, ...most, after].filter((row) => row >= 0))
  return [...rows].sort((a, b) => ticks.at(a) - ticks.at(b))
}
