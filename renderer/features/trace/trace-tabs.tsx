import type { TraceSummary } from '../../../shared/model/trace/trace.ts'
import type { TraceTableName } from '../../../shared/model/trace/trace-tables.ts'
import type { TraceTarget } from '../../store/navigation-slice.ts'
import type { Tab } from '../../ui/controls/tabs.tsx'
import { PagedTable } from './paged-table.tsx'
import type { TableView } from './table-tools.tsx'
import { AbsentTab } from './absent-tab.tsx'
import { type TableTab, tabsWithoutRows, tabsWithRows } from './table-tabs.ts'
import { Overview } from './overview/overview.tsx'
import { TraceFacts } from './trace-facts.tsx'
import { FindingsPane } from './findings/findings-pane.tsx'
import { CallersCallees, CallTree } from './call-tree/callers-callees.tsx'
import { CompareTab } from './compare/compare-tab.tsx'
import { RequestsTab } from './requests/requests-tab.tsx'
import { EventsTab } from './events/events-tab.tsx'
import { FlameTab } from './flame/flame-tab.tsx'
import { stacksOnlyWords } from './import-words.ts'
import { weightWords } from './view/weight-words.ts'
import { StackChartTab } from './stack-chart/stack-chart-tab.tsx'
import { traceLabels } from './trace-labels.ts'

const methodViews: readonly TableView[] = [{ table: 'methods', label: traceLabels.tabs.methods }]

/** The view that is shown of each tab with several, by the tab. */
export type ChosenViews = Readonly<Record<string, TraceTableName>>

interface TraceTabsOptions {
  readonly target: TraceTarget
  readonly summary: TraceSummary
  readonly chosen: ChosenViews
  readonly onChoose: (tab: string, table: TraceTableName) => void
  /** A tab of which the file has nothing stands in the row only while it is shown. */
  readonly shownTab: string
}

/** Views of one trace: what is in it has a tab, what is not is named on the first one. */
export function traceTabs({ target, summary, chosen, onChoose, shownTab }: TraceTabsOptions): readonly Tab[] {
  const { documentId } = target
  const hasSamples = Object.values(summary.samples).some((count) => count > 0)
  const tableTab = (tab: TableTab): Tab => {
    const { value, label, views, note, empty } = tab
    const shown = views.find(({ table }) => table === chosen[value]) ?? views[0]!
    return {
      value,
      label,
      count: summary.rowCounts[shown.table] ?? undefined,
      content:
        shown.table === 'events' ? (
          <EventsTab views={views} onChoose={(table) => onChoose(value, table)} empty={empty} />
        ) : shown.table === 'requests' ? (
          <RequestsTab
            views={views}
            onChoose={(table) => onChoose(value, table)}
            note={note?.(summary.found, summary.rowCounts)}
            empty={empty}
          />
        ) : (
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
  const { imported } = summary
  const ofRecordings: readonly Tab[] = [
    { value: 'overview', label: traceLabels.tabs.overview, content: <Overview /> },
    { value: 'findings', label: traceLabels.tabs.findings, content: <FindingsPane /> },
  ]
  return [
    ...(imported === null ? ofRecordings : []),
    { value: 'flame', label: traceLabels.tabs.flame, isDisabled: !hasSamples, content: <FlameTab /> },
    {
      value: 'stack-chart',
      label: traceLabels.tabs.stackChart,
      isDisabled: !hasSamples || imported?.hasTimes === false,
      content: <StackChartTab />,
    },
    { value: 'call-tree', label: traceLabels.tabs.callTree, isDisabled: !hasSamples, content: <CallTree /> },
    { value: 'callers', label: traceLabels.tabs.callersCallees, isDisabled: !hasSamples, content: <CallersCallees /> },
    {
      value: 'methods',
      label: traceLabels.tabs.methods,
      isDisabled: !hasSamples,
      content: (
        <PagedTable
          documentId={documentId}
          table="methods"
          views={methodViews}
          note={imported === null ? traceLabels.tabs.wallClock : weightWords(imported).nature}
          empty={traceLabels.tabs.noSamples}
        />
      ),
    },
    // One thread without a name is nothing to list.
    ...tabsWithRows(summary)
      .filter(({ value }) => imported === null || value !== 'threads' || summary.rowCounts.threads > 1)
      .map(tableTab),
    ...tabsWithoutRows(summary)
      .filter(({ value }) => value === shownTab)
      .map(({ value, label, empty, presetId }): Tab => {
        const absent = imported === null ? { text: empty, presetId } : { text: stacksOnlyWords(imported) }
        return { value, label, content: <AbsentTab {...absent} /> }
      }),
    { value: 'compare', label: traceLabels.tabs.compare, isDisabled: !hasSamples, content: <CompareTab /> },
    { value: 'info', label: traceLabels.tabs.info, content: <TraceFacts target={target} summary={summary} /> },
  ]
}
