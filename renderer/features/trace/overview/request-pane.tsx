import { formatCount, formatDuration, quantityText } from '../../../../shared/base/format.ts'
import { columnsOf, type TraceCell } from '../../../../shared/model/trace-tables.ts'
import { useTraceView } from '../view/trace-view.ts'
import { useAnswer } from '../view/use-answer.ts'
import { AnswerLine, OverviewPane, OverviewRow } from './overview-pane.tsx'
import styles from './overview.module.css'

const shownRoutes = 5
const columns = columnsOf('routes')
const duration = (ms: number): string => quantityText(formatDuration(ms))

/** Routes by how slow their slowest requests are. */
export function RequestPane() {
  const { target, selection, summary, goTo, showRows } = useTraceView()
  const { value } = useAnswer('traces.table', {
    documentId: target.documentId,
    question: {
      table: 'routes',
      selection: { ...selection, classes: null, transforms: [] },
      sortBy: 'p95_ms',
      isDescending: true,
      search: '',
    },
    fromRow: 0,
    rowCount: shownRoutes,
  })
  if (summary.rowCounts.routes === 0)
    return (
      <OverviewPane title="Slowest requests" tab="requests" tabLabel="Requests">
        <p className={styles.absent}>Not recorded. To see requests, record “HTTP and SQL”.</p>
      </OverviewPane>
    )
  const rows = value?.rows ?? []
  const slowest = rows[0] === undefined ? 0 : numberOf(rows[0], 'p95_ms')
  return (
    <OverviewPane title="Slowest requests" tab="requests" tabLabel="Requests">
      {rows.length > 0 && (
        <AnswerLine figure={duration(slowest)}>
          {`p95 of the slowest of ${formatCount(value?.rowCount ?? 0)} ${value?.rowCount === 1 ? 'route' : 'routes'}`}
        </AnswerLine>
      )}
      <ul className={styles.list}>
        {rows.map((row) => {
          const route = String(cellOf(row, 'route'))
          return (
            <OverviewRow
              key={`${String(cellOf(row, 'kind'))} ${route}`}
              name={route}
              share={slowest === 0 ? 0 : numberOf(row, 'p95_ms') / slowest}
              tone="total"
              values={[duration(numberOf(row, 'p95_ms')), `${formatCount(numberOf(row, 'requests'))} ×`]}
              onOpen={() => (route === '' ? goTo({ tab: 'requests' }) : showRows('routes', route, null))}
            />
          )
        })}
      </ul>
    </OverviewPane>
  )
}

function cellOf(row: readonly TraceCell[], id: string): TraceCell {
  return row[columns.findIndex((column) => column.id === id)] ?? null
}

function numberOf(row: readonly TraceCell[], id: string): number {
  return Number(cellOf(row, id) ?? 0)
}
