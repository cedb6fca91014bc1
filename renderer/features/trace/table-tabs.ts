import type { CountedTableName, TraceRowCounts, TraceTableName } from '../../../shared/model/trace/trace-tables.ts'
import type { TraceFound, TraceSummary } from '../../../shared/model/trace/trace.ts'
import type { TableView } from './table-tools.tsx'
import { leftOutWords, poolWords } from './trace-words.ts'
import { traceLabels } from './trace-labels.ts'

/** A tab with the rows of one thing, in one or several views. */
export interface TableTab {
  readonly value: string
  readonly label: string
  readonly views: readonly (TableView & { readonly table: CountedTableName })[]
  /** Also without rows; the others are left out then. */
  readonly isAlwaysThere?: boolean
  /** The question to record for it. */
  readonly presetId?: string
  /** What is known before any row is read. */
  readonly note?: (found: TraceFound, counts: TraceRowCounts) => string
  readonly empty: string
}

function tab(value: keyof typeof traceLabels.tableTabs): Pick<TableTab, 'value' | 'label' | 'empty'> {
  const { label, empty } = traceLabels.tableTabs[value]
  return { value, label, empty }
}

function view(table: keyof typeof traceLabels.tables): TableTab['views'][number] {
  return { table, ...traceLabels.tables[table] }
}

const tableTabs: readonly TableTab[] = [
  {
    ...tab('events'),
    views: [view('events'), view('event-types')],
    isAlwaysThere: true,
    note: () => traceLabels.tableTabs.events.note,
  },
  {
    ...tab('requests'),
    presetId: 'requests',
    views: [view('routes'), view('requests'), view('activities')],
    note: ({ activitiesLeftOut }) => leftOutWords(activitiesLeftOut),
  },
  {
    ...tab('gc'),
    presetId: 'gc',
    views: [view('collections')],
  },
  {
    ...tab('allocations'),
    presetId: 'allocations',
    views: [view('allocated-types'), view('allocating-methods')],
    note: () => traceLabels.tableTabs.allocations.note,
  },
  {
    ...tab('exceptions'),
    presetId: 'exceptions',
    views: [view('exception-types'), view('thrown')],
  },
  {
    ...tab('locks'),
    presetId: 'locks',
    views: [view('lock-waiters'), view('locks'), view('blocking-waits')],
  },
  {
    ...tab('thread-pool'),
    presetId: 'starvation',
    views: [view('thread-pool')],
    note: ({ starvations }, counts) => poolWords(counts['thread-pool'], starvations),
  },
  {
    ...tab('logs'),
    presetId: 'logs',
    views: [view('logs')],
  },
  {
    ...tab('jit'),
    presetId: 'start',
    views: [view('compilations'), view('loads')],
  },
  {
    ...tab('counters'),
    presetId: 'time',
    views: [view('counters')],
  },
  {
    ...tab('threads'),
    views: [view('threads')],
    isAlwaysThere: true,
  },
]

/** Where the rows of a table are shown. */
export function tabOfTable(table: TraceTableName): { readonly tab: string; readonly label: string } {
  const found = tableTabs.find(({ views }) => views.some((view) => view.table === table))
  return found === undefined
    ? { tab: 'methods', label: traceLabels.tabs.methods }
    : { tab: found.value, label: found.label }
}

const tabOfQuestion: Readonly<Record<string, string>> = {
  requests: 'requests',
  gc: 'gc',
  allocations: 'allocations',
  exceptions: 'exceptions',
  locks: 'locks',
  starvation: 'thread-pool',
  logs: 'logs',
}

/** The tab that answers what was asked; null where several do, or when it would be empty. */
export function answerTab(
  presetId: string | null,
  summary: Pick<TraceSummary, 'rowCounts' | 'imported'>,
): string | null {
  const tab = tabOfQuestion[presetId ?? ''] ?? null
  return tabsWithRows(summary).some(({ value }) => value === tab) ? tab : null
}

/** Tabs for what is in the trace; of a tab with several views, those that have rows. */
export function tabsWithRows({
  rowCounts,
  imported,
}: Pick<TraceSummary, 'rowCounts' | 'imported'>): readonly TableTab[] {
  return tableTabs.flatMap((tab) => {
    const views = tab.views.filter(({ table }) => rowCounts[table] !== 0)
    if (views.length === 0) return tab.isAlwaysThere === true && imported === null ? [tab] : []
    return [{ ...tab, views }]
  })
}

/** Tabs of which the trace has nothing. */
export function tabsWithoutRows({
  rowCounts,
  imported,
}: Pick<TraceSummary, 'rowCounts' | 'imported'>): readonly TableTab[] {
  return tableTabs.filter(
    (tab) =>
      (tab.isAlwaysThere !== true || imported !== null) && tab.views.every(({ table }) => rowCounts[table] === 0),
  )
}
