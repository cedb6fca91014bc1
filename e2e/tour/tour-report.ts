import type { ProcessRow } from '../../shared/model/process.ts'
import type { TourSeries } from '../../shared/model/tour.ts'

/** Contents of DIR/tour.json. */
export interface TourReport {
  readonly app: { readonly version: string; readonly electron: string; readonly startMs: number }
  /** Every endpoint that the app knows, hidden tool processes too. */
  readonly processes: readonly ProcessRow[]
  readonly live: readonly TourSeries[]
  /** Paths relative to DIR, in the order they were taken. */
  readonly screenshots: readonly string[]
  /** What kept the tour from seeing what it should have seen; empty when all is well. */
  readonly problems: readonly string[]
}

/** Live is opened on at most this many processes when none is named. */
export const maxTargets = 3

/** Fewer values than this do not count as having seen a process live. */
export const minSampleCount = 5

/** Real processes that a person could open in Live: tools only when they are named. */
export function pickTargets(rows: readonly ProcessRow[], pids: readonly number[]): readonly ProcessRow[] {
  if (pids.length > 0) return rows.filter((row) => pids.includes(row.pid) && row.state !== 'exited')
  const usable = (['ready', 'limited'] as const).flatMap((state) => rows.filter((row) => row.state === state))
  const real = usable.filter((row) => !row.isTool && !row.isDemo)
  // One per application first: three workers of the same program would show the same thing three times.
  const byName = new Map<string, ProcessRow>()
  for (const row of real) if (!byName.has(row.name)) byName.set(row.name, row)
  const first = [...byName.values()]
  return [...first, ...real.filter((row) => !first.includes(row))].slice(0, maxTargets)
}

/** Why the app offers no Live for this process (it is stopped, its port belongs to somebody else ...); null when it does. */
export function whyNoLive(row: ProcessRow): string | null {
  const { state } = row
  if (state === 'ready' || state === 'limited' || state === 'suspended') return null
  return `${row.name} (${row.pid}): not opened in Live, its state is "${state}"`
}

export function isMoving(series: TourSeries): boolean {
  return series.values.length >= minSampleCount && series.values.some(({ value }) => value !== series.values[0]?.value)
}

/** What is wrong with what was seen of one process; null when its values came and moved. */
export function problemOfTarget(row: ProcessRow, live: readonly TourSeries[]): string | null {
  const own = live.filter((series) => series.pid === row.pid)
  const what = `${row.name} (${row.pid})`
  if (own.length === 0) return `${what}: no series`
  const most = Math.max(...own.map((series) => series.values.length))
  if (most < minSampleCount) return `${what}: only ${most} samples of any series`
  if (!own.some(isMoving)) return `${what}: no value moved`
  return null
}

/** Measures in the order a person reads them: what a chart shows by itself, then the rest. */
const measureOrder = ['value', 'rate', 'p50', 'p95', 'p99', 'mean', 'total', 'count', 'sum', 'min', 'max', 'samples']

export function sortSeries(live: readonly TourSeries[]): readonly TourSeries[] {
  return [...live].sort(
    (a, b) =>
      a.pid - b.pid ||
      nameOf(a).localeCompare(nameOf(b)) ||
      measureOrder.indexOf(a.measure) - measureOrder.indexOf(b.measure),
  )
}

function nameOf(series: TourSeries): string {
  return [series.provider, series.instrument, JSON.stringify(series.tags)].join('\0')
}

/** One plain line per process, as printed for the person. */
export function describeProcess(row: ProcessRow): string {
  const marks = [row.state, ...(row.isTool ? ['tool'] : []), ...(row.isDemo ? ['demo'] : [])].join(', ')
  return `  ${String(row.pid).padStart(7)}  ${row.name}  ${row.runtimeVersion ?? 'version unknown'}  (${marks})`
}

/** The busiest few series of a process with their newest values. */
export function describeLive(row: ProcessRow, live: readonly TourSeries[]): readonly string[] {
  const own = live.filter((series) => series.pid === row.pid)
  const moving = own.filter(isMoving)
  const samples = own.reduce((sum, series) => sum + series.values.length, 0)
  const shown = moving.slice(0, 5).map((series) => {
    const newest = series.values.at(-1)?.value ?? Number.NaN
    const tags = Object.entries(series.tags).map(([name, value]) => `${name}=${value}`)
    const unit = series.measure === 'count' ? '' : `${series.unit ?? ''}${series.measure === 'rate' ? '/s' : ''}`
    return `      ${[series.instrument, ...tags, series.measure].join(' ')}: ${Number(newest.toPrecision(6))} ${unit}`.trimEnd()
  })
  return [
    `  ${row.name} (${row.pid}): ${own.length} series, ${samples} samples, ${moving.length} series moving`,
    ...shown,
  ]
}
