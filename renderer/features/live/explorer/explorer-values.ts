import type { SeriesDescriptor } from '../../../../shared/model/live.ts'
import { tsvRow } from '../../../../shared/base/table-cells.ts'
import type { ExplorerRow } from './explorer-rows.ts'
import type { LiveRuntime } from '../live-runtime.ts'
import { formatExact } from '../series/units.ts'
import { liveLabels } from '../live-labels.ts'

type Readings = Pick<LiveRuntime, 'feed' | 'view'>

/** What a row of the explorer shows: the newest values of its series added up; null while none is recent. */
export function headlineValue(headline: readonly SeriesDescriptor[], { feed, view }: Readings): number | null {
  let sum: number | null = null
  for (const series of headline) {
    const one = feed.history.valueAt(series.index, view.newestVisibleMs, view.maxStepMs)
    if (one !== null) sum = (sum ?? 0) + one
  }
  return sum
}

/** The value of the row as it was published, with its unit; null while there is none. */
export function headlineText(row: ExplorerRow, readings: Readings): string | null {
  if (row.kind === 'provider' || row.kind === 'starred-heading') return null
  const first = row.headline[0]
  const value = headlineValue(row.headline, readings)
  return first === undefined || value === null ? null : formatExact(row.instrument, first.measure, value)
}

/** Provider, instrument, tags, value: as much of it as the row has. */
export function explorerRowAsTsv(row: ExplorerRow, readings: Readings): string {
  if (row.kind === 'starred-heading') return liveLabels.explorerRowView.starred
  if (row.kind === 'provider') return tsvRow([row.provider])
  const { provider, name } = row.instrument
  return tsvRow([provider, name, row.boardSeries.rawTags ?? '', headlineText(row, readings) ?? ''])
}
