import type { TraceSummary } from '../../../shared/model/trace.ts'
import type { TraceTarget } from '../../store/navigation-slice.ts'
import type { Tab } from '../../ui/controls/tabs.tsx'
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
      label: 'Event types',
      count: summary.types.length,
      isAlwaysThere: true,
      content: (
        <Table label="Events by type" rows={summary.types} columns={typeColumns} empty="This file holds no events." />
      ),
    },
    {
      value: 'events',
      label: 'Events',
      count: summary.eventCount,
      content: (
        <PagedTable
          documentId={documentId}
          views={[{ table: 'events', label: 'Events' }]}
          note="In order of time. Search finds events, providers and threads."
          empty="This file holds no events."
        />
      ),
    },
    {
      value: 'gc',
      label: 'GC',
      count: summary.gcCount,
      content: (
        <PagedTable
          documentId={documentId}
          views={[{ table: 'collections', label: 'GC' }]}
          empty="No GC ran, or GC events weren't recorded."
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
          note="Sampled, not every allocation"
          empty="No allocations were recorded."
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
            { table: 'thrown', label: 'Thrown exceptions', choice: 'All' },
          ]}
          empty="No exceptions were thrown, or exception events weren't recorded."
        />
      ),
    },
    {
      value: 'locks',
      label: 'Locks and waits',
      count: found.lockWaits + found.blockingWaits,
      content: <PagedTable documentId={documentId} views={waitViews(summary)} empty="No waits were recorded." />,
    },
    {
      value: 'thread-pool',
      label: 'Thread pool',
      count: found.poolChanges,
      content: (
        <PagedTable
          documentId={documentId}
          views={[{ table: 'thread-pool', label: 'Thread pool adjustments' }]}
          note={poolWords(found)}
          empty="The number of worker threads didn't change."
        />
      ),
    },
    {
      value: 'jit',
      label: 'JIT and loader',
      count: found.compilations + found.loads,
      content: (
        <PagedTable
          documentId={documentId}
          views={[
            { table: 'compilations', label: 'Compiled methods' },
            { table: 'loads', label: 'Loads' },
          ]}
          empty="No JIT or loader events were recorded."
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
          empty="No requests or activities were recorded."
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
          empty="No log messages were recorded."
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
          empty="No counters were recorded."
        />
      ),
    },
    {
      value: 'threads',
      label: 'Threads',
      count: summary.threads.length,
      isAlwaysThere: true,
      content: (
        <Table label="Threads" rows={summary.threads} columns={threadColumns} empty="No thread wrote any events." />
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
    views.push({ table: 'lock-waiters', label: 'Waiting methods' }, { table: 'locks', label: 'Locks' })
  if (found.blockingWaits > 0) views.push({ table: 'blocking-waits', label: 'All waits' })
  return views.length === 0 ? [{ table: 'lock-waiters', label: 'Waiting methods' }] : views
}
