import { showKeys } from '../../../commands/keys.ts'
import { isMac } from '../../../commands/platform.ts'
import type { MenuEntry } from '../../../ui/overlay/menu.tsx'
import { toggleStar } from '../board/board.ts'
import { withNewChart, withSeriesIn } from '../board/board-changes.ts'
import { chartTitle } from '../charts/chart-lines.ts'
import type { ExplorerRow } from './explorer-rows.ts'
import { explorerRowAsTsv, headlineText } from './explorer-values.ts'
import { copyText } from '../../../commands/page-actions.ts'
import type { LiveContextValue } from '../live-context.ts'
import { liveLabels } from '../live-labels.ts'

/** The menu of an instrument or tag set: the keyboard way for everything that can be dragged. */
export function instrumentEntries(row: ExplorerRow, context: LiveContextValue): MenuEntry[] {
  if (row.kind === 'provider' || row.kind === 'starred-heading') return []
  const { board, changeBoard, runtime } = context
  const { catalog } = runtime.feed
  const entries: MenuEntry[] = [
    {
      kind: 'item',
      label: liveLabels.instrumentEntries.addAsNewChart,
      shortcut: 'Enter',
      run: () => changeBoard((current) => withNewChart(current, row.boardSeries, catalog)),
    },
  ]
  if (board.charts.length > 0) {
    entries.push({
      kind: 'submenu',
      label: liveLabels.instrumentEntries.addToChart,
      entries: board.charts.map((chart) => ({
        kind: 'item',
        label: chartTitle(chart, []).title,
        run: () => changeBoard((current) => withSeriesIn(current, chart.id, row.boardSeries, catalog)),
      })),
    })
  }
  if (row.kind === 'instrument') {
    entries.push({
      kind: 'check',
      label: liveLabels.instrumentEntries.starred,
      isChecked: row.isStarred,
      onChange: () => changeBoard((current) => toggleStar(current, row.boardSeries)),
    })
  }
  entries.push({ kind: 'separator' })
  const value = headlineText(row, runtime)
  if (value !== null)
    entries.push({
      kind: 'item',
      label: liveLabels.instrumentEntries.copyValue,
      run: () => copyText(value, liveLabels.instrumentEntries.valueCopied),
    })
  entries.push({
    kind: 'item',
    label: liveLabels.instrumentEntries.copyRow,
    shortcut: showKeys('Mod+C', isMac),
    run: () => copyText(explorerRowAsTsv(row, runtime), liveLabels.instrumentEntries.rowCopied),
  })
  entries.push({
    kind: 'item',
    label: liveLabels.instrumentEntries.copyName,
    run: () => copyText(row.instrument.name, liveLabels.instrumentEntries.nameCopied),
  })
  return entries
}
