import type { CountedTableName, TraceRowCounts, TraceTableName } from '../../../shared/model/trace-tables.ts'
import type { TraceFound, TraceSummary } from '../../../shared/model/trace.ts'
import type { TableView } from './paged-table.tsx'
import { leftOutWords, poolWords } from './trace-words.ts'

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

const tableTabs: readonly TableTab[] = [
  {
    value: 'events',
    label: 'Events',
    views: [
      { table: 'events', label: 'Events', choice: 'All' },
      { table: 'event-types', label: 'Events by type', choice: 'By type' },
    ],
    isAlwaysThere: true,
    note: () => 'Search finds events, providers and threads',
    empty: 'This file holds no events.',
  },
  {
    value: 'requests',
    label: 'Requests',
    presetId: 'requests',
    views: [
      { table: 'routes', label: 'Routes' },
      { table: 'requests', label: 'Requests' },
      { table: 'activities', label: 'Activities' },
    ],
    note: ({ activitiesLeftOut }) => leftOutWords(activitiesLeftOut),
    empty: 'No requests or activities were recorded.',
  },
  {
    value: 'gc',
    label: 'GC',
    presetId: 'gc',
    views: [{ table: 'collections', label: 'GC' }],
    empty: 'No GC ran, or GC events weren’t recorded.',
  },
  {
    value: 'allocations',
    label: 'Allocations',
    presetId: 'allocations',
    views: [
      { table: 'allocated-types', label: 'By type' },
      { table: 'allocating-methods', label: 'By method' },
    ],
    note: () => 'Sampled, not every allocation',
    empty: 'No allocations were recorded.',
  },
  {
    value: 'exceptions',
    label: 'Exceptions',
    presetId: 'exceptions',
    views: [
      { table: 'exception-types', label: 'Exceptions', choice: 'By type' },
      { table: 'thrown', label: 'Thrown exceptions', choice: 'All' },
    ],
    empty: 'No exceptions were thrown, or exception events weren’t recorded.',
  },
  {
    value: 'locks',
    label: 'Locks and waits',
    presetId: 'locks',
    views: [
      { table: 'lock-waiters', label: 'Waiting methods' },
      { table: 'locks', label: 'Locks' },
      { table: 'blocking-waits', label: 'All waits' },
    ],
    empty: 'No waits were recorded.',
  },
  {
    value: 'thread-pool',
    label: 'Thread pool',
    presetId: 'starvation',
    views: [{ table: 'thread-pool', label: 'Thread pool adjustments' }],
    note: ({ starvations }, counts) => poolWords(counts['thread-pool'], starvations),
    empty: 'The number of worker threads didn’t change.',
  },
  {
    value: 'logs',
    label: 'Logs',
    presetId: 'logs',
    views: [{ table: 'logs', label: 'Log messages' }],
    empty: 'No log messages were recorded.',
  },
  {
    value: 'jit',
    label: 'JIT and loader',
    presetId: 'start',
    views: [
      { table: 'compilations', label: 'Compiled methods' },
      { table: 'loads', label: 'Loads' },
    ],
    empty: 'No JIT or loader events were recorded.',
  },
  {
    value: 'counters',
    label: 'Counters',
    presetId: 'time',
    views: [{ table: 'counters', label: 'Counters' }],
    empty: 'No counters were recorded.',
  },
  {
    value: 'threads',
    label: 'Threads',
    views: [{ table: 'threads', label: 'Threads' }],
    isAlwaysThere: true,
    empty: 'No thread wrote any events.',
  },
]

/** Where the rows of a table are shown. */
export function tabOfTable(table: TraceTableName): { readonly tab: string; readonly label: string } {
  const found = tableTabs.find(({ views }) => views.some((view) => view.table === table))
  return found === undefined ? { tab: 'methods', label: 'Methods' } : { tab: found.value, label: found.label }
}

/** Tabs for what is in the trace; of a tab with several views, those that have rows. */
export function tabsWithRows({
  rowCounts,
  imported,
}: Pick<TraceSummary, 'rowCounts' | 'imported'>): readonly TableTab[] {
  return tableTabs.flatMap((tab) => {
    const views = tab.views.filter(({ table }) => rowCounts[table] > 0)
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
