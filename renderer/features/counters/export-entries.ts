import type { MenuEntry } from '../../ui/menu.tsx'
import { liveViewOf, type LiveContextValue } from './live-context.ts'
import { exportRange, visibleRange, type ExportFormat } from './live-commands.ts'
import { resolveChart } from './chart-lines.ts'

const formats: readonly { readonly format: ExportFormat; readonly label: string }[] = [
  { format: 'csv-long', label: 'CSV, one row per value' },
  { format: 'csv-wide', label: 'CSV, one column per series' },
  { format: 'json', label: 'JSON' },
]

/** What *Export* offers for the selected stretch, or the visible one while nothing is selected. */
export function exportEntries(context: LiveContextValue): MenuEntry[] {
  const { documentId, board, runtime } = context
  const { selection } = liveViewOf(documentId)
  const range = selection ?? visibleRange(documentId)
  if (range === null) return []
  const charted = [
    ...new Set(
      board.charts.flatMap((chart) =>
        resolveChart(chart, runtime.feed.catalog, runtime.colours).lines.map((line) => line.seriesIndex),
      ),
    ),
  ]
  const heading = selection === null ? 'Visible range' : 'Selected range'
  const items = (series: readonly number[]): MenuEntry[] =>
    formats.map(({ format, label }) => ({
      kind: 'item',
      label,
      run: () => exportRange(documentId, format, range, series),
    }))
  return [
    { kind: 'heading', label: `${heading}, charted series (${charted.length})` },
    ...items(charted),
    { kind: 'separator' },
    { kind: 'heading', label: `${heading}, all series` },
    ...items([]),
    {
      kind: 'item',
      label: 'Save as .nettrace',
      run: () => exportRange(documentId, 'nettrace', range, []),
    },
  ]
}
