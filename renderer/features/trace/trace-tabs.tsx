import type { TraceSummary } from '../../../shared/model/trace.ts'
import type { TraceTableName } from '../../../shared/model/trace-tables.ts'
import type { TraceTarget } from '../../store/navigation-slice.ts'
import type { Tab } from '../../ui/controls/tabs.tsx'
import { PagedTable } from './paged-table.tsx'
import { type TableTab, tabsWithRows } from './table-tabs.ts'
import { TraceFacts } from './trace-facts.tsx'
import { MethodPane } from './trace-panes.tsx'

/** The view that is shown of each tab with several, by the tab. */
export type ChosenViews = Readonly<Record<string, TraceTableName>>

interface TraceTabsOptions {
  readonly target: TraceTarget
  readonly summary: TraceSummary
  readonly chosen: ChosenViews
  readonly onChoose: (tab: string, table: TraceTableName) => void
}

/** Views of one trace: what is in it has a tab, what is not is named on the first one. */
export function traceTabs({ target, summary, chosen, onChoose }: TraceTabsOptions): readonly Tab[] {
  const { documentId } = target
  const { samples } = summary
  const tableTab = ({ value, label, views, note, empty }: TableTab): Tab => {
    const shown = views.find(({ table }) => table === chosen[value]) ?? views[0]!
    return {
      value,
      label,
      count: summary.rowCounts[shown.table],
      content: (
        <PagedTable
          documentId={documentId}
          views={views}
          table={shown.table}
          onChoose={(table) => onChoose(value, table)}
          note={note?.(summary.found, summary.rowCounts)}
          empty={empty}
        />
      ),
    }
  }
  return [
    { value: 'info', label: 'Info', content: <TraceFacts target={target} summary={summary} /> },
    {
      value: 'methods',
      label: 'Methods',
      isDisabled: samples.running + samples.waiting + samples.unknown === 0,
      content: <MethodPane documentId={documentId} samples={samples} runtimeVersion={summary.target.runtimeVersion} />,
    },
    ...tabsWithRows(summary).map(tableTab),
  ]
}
