import type { TraceSummary } from '../../../shared/model/trace.ts'
import type { TraceTarget } from '../../store/navigation-slice.ts'
import type { Tab } from '../../ui/tabs.tsx'
import { PagedTable, type TableView } from './paged-table.tsx'
import { Table, threadColumns, typeColumns } from './trace-columns.tsx'
import { TraceFacts } from './trace-facts.tsx'
import { MethodPane } from './trace-panes.tsx'
import { leftOutWords, poolWords } from './trace-words.ts'

/** Views of one trace: what is in it has a tab, what is not is named on the first one. */
export function traceTabs(target: TraceTarget, summary: TraceSummary): readonly Tab[] {
  const { documentId } = target
  const { found, samples } = summary
  const sampleCount = samples.running + samples.waiting + samples.unknown
  const tabs: readonly (Tab & { readonly isAlwaysThere?: boolean })[] = [
    { value: 'info', label: 'Info', isAlwaysThere: true, content: <TraceFacts target={target} summary={summary} /> },
    {
      value: 'methods',
      label: 'Methods',
      isAlwaysThere: true,
      isDisabled: sampleCount === 0,
      content: <MethodPane documentId={documentId} samples={samples} runtimeVersion={summary.target.runtimeVersion} />,
    },
    {
      value: 'types',
      label: 'Events',
      count: summary.types.length,
      isAlwaysThere: true,
      content: <Table label="Events by type" rows={summary.types} columns={typeColumns} empty="It holds no event." />,
    },
    {
      value: 'gc',
      label: 'Collections',
      count: summary.gcCount,
      content: (
        <PagedTable
          documentId={documentId}
          views={[{ table: 'collections', label: 'Collections' }]}
          empty="No collection was recorded, or GC events were not asked for."
        />
      ),
    },
    {
      value: 'allocations',
      label: 'Allocations',
      count: found.allocations,
      content: (
        <PagedTable
          documentId={documentId}
          views={[
            { table: 'allocated-types', label: 'By type' },
            { table: 'allocating-methods', label: 'By method' },
          ]}
          note="Samples of what was allocated"
          empty="Allocations were not asked for."
        />
      ),
    },
    {
      value: 'exceptions',
      label: 'Exceptions',
      count: summary.exceptionCount,
      content: (
        <PagedTable
          documentId={documentId}
          views={[
            { table: 'exception-types', label: 'Exceptions', choice: 'By type' },
            { table: 'thrown', label: 'Thrown exceptions', choice: 'Each' },
          ]}
          empty="None was thrown, or exceptions were not asked for."
        />
      ),
    },
    {
      value: 'locks',
      label: 'Locks and waits',
      count: found.lockWaits + found.blockingWaits,
      content: <PagedTable documentId={documentId} views={waitViews(summary)} empty="No thread waited for another." />,
    },
    {
      value: 'thread-pool',
      label: 'Thread pool',
      count: found.poolChanges,
      content: (
        <PagedTable
          documentId={documentId}
          views={[{ table: 'thread-pool', label: 'Changes of the thread pool' }]}
          note={poolWords(found)}
          empty="The number of workers did not change."
        />
      ),
    },
    {
      value: 'jit',
      label: 'Compiling and loading',
      count: found.compilations + found.loads,
      content: (
        <PagedTable
          documentId={documentId}
          views={[
            { table: 'compilations', label: 'Compiled methods' },
            { table: 'loads', label: 'Loads' },
          ]}
          empty="Nothing of it was recorded."
        />
      ),
    },
    {
      value: 'requests',
      label: 'Requests',
      count: found.activities,
      content: (
        <PagedTable
          documentId={documentId}
          views={[{ table: 'requests', label: 'Requests and other activities' }]}
          note={leftOutWords(found.activitiesLeftOut)}
          empty="Nothing with a start and an end was recorded."
        />
      ),
    },
    {
      value: 'logs',
      label: 'Log messages',
      count: found.logs,
      content: (
        <PagedTable
          documentId={documentId}
          views={[{ table: 'logs', label: 'Log messages' }]}
          empty="No message was recorded."
        />
      ),
    },
    {
      value: 'counters',
      label: 'Counters',
      count: summary.counterSeriesCount,
      content: (
        <PagedTable
          documentId={documentId}
          views={[{ table: 'counters', label: 'Counters' }]}
          empty="Counters were not asked for."
        />
      ),
    },
    {
      value: 'threads',
      label: 'Threads',
      count: summary.threads.length,
      isAlwaysThere: true,
      content: (
        <Table label="Threads" rows={summary.threads} columns={threadColumns} empty="No thread wrote an event." />
      ),
    },
  ]
  return tabs
    .filter(({ isAlwaysThere, count }) => isAlwaysThere === true || (count ?? 0) > 0)
    .map(({ isAlwaysThere: _isAlwaysThere, ...tab }) => tab)
}

function waitViews({ found }: TraceSummary): readonly TableView[] {
  const views: TableView[] = []
  if (found.lockWaits > 0)
    views.push({ table: 'lock-waiters', label: 'Lock waiters' }, { table: 'locks', label: 'Locks' })
  if (found.blockingWaits > 0) views.push({ table: 'blocking-waits', label: 'All waits' })
  return views.length === 0 ? [{ table: 'lock-waiters', label: 'Lock waiters' }] : views
}
