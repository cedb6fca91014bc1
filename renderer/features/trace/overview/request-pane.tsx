import { formatCount, formatDuration, quantityText } from '../../../../shared/base/format.ts'
import { columnsOf, type TraceCell } from '../../../../shared/model/trace/trace-tables.ts'
import { useTraceContents, useTraceView } from '../view/trace-view.ts'
import { useAnswer } from '../view/use-answer.ts'
import { AnswerLine, OverviewPane, OverviewRow } from './overview-pane.tsx'
import styles from './overview.module.css'
import { overviewLabels } from './overview-labels.ts'

const shownRoutes = 5
const columns = columnsOf('routes')
const duration = (ms: number): string => quantityText(formatDuration(ms))

/** Routes by how slow their slowest requests are. */
export function RequestPane() {
  const { target, selection, goTo, showRows } = useTraceView()
  const hasRoutes = useTraceContents(({ summary }) => summary.rowCounts.routes > 0)
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
  if (!hasRoutes)
    return (
      <OverviewPane
        title={overviewLabels.requestPane.slowestRequests}
        tab="requests"
        tabLabel={overviewLabels.requestPane.requests}
      >
        <p className={styles.absent}>{overviewLabels.requestPane.noRequests}</p>
      </OverviewPane>
    )
  const rows = value?.rows ?? []
  const slowest = rows[0] === undefined ? 0 : numberOf(rows[0], 'p95_ms')
  return (
    <OverviewPane
      title={overviewLabels.requestPane.slowestRequests}
      tab="requests"
      tabLabel={overviewLabels.requestPane.requests}
    >
      {rows.length > 0 && (
        <AnswerLine figure={duration(slowest)}>
          {overviewLabels.requestPane.p95OfSlowest(value?.rowCount ?? 0)}
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
