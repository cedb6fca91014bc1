import { formatBytes, formatDuration, formatNumber, quantityText } from '../../../../shared/base/format.ts'
import type { TraceOverview } from '../../../../shared/model/trace/trace-overview.ts'
import { PlainTable } from '../../../ui/layout/plain-table.tsx'
import { useAnswer } from '../view/use-answer.ts'
import type { TraceBaseline } from '../../../store/compare-slice.ts'
import { useTraceView } from '../view/trace-view.ts'
import styles from './compare.module.css'
import { compareLabels } from './compare-labels.ts'
import { perSecondText } from './compare-words.ts'
import { TableHead } from '../../../ui/layout/table-head.tsx'

interface Figure {
  readonly name: string
  /** Null: nothing of the kind was recorded. */
  readonly of: (overview: TraceOverview) => number | null
  readonly text: (value: number) => string
}

const ms = (value: number): string => quantityText(formatDuration(value))
const count = (value: number): string => formatNumber(value)

const figures: readonly Figure[] = [
  { name: compareLabels.sums.gcPauses, of: ({ collections }) => collections?.pauseMs ?? null, text: ms },
  { name: compareLabels.sums.collections, of: ({ collections }) => collections?.count ?? null, text: count },
  {
    name: compareLabels.sums.allocatedSampled,
    of: ({ allocated }) => allocated?.bytes ?? null,
    text: (value) => quantityText(formatBytes(value)),
  },
  { name: compareLabels.sums.exceptions, of: ({ exceptions }) => exceptions?.count ?? null, text: count },
  { name: compareLabels.sums.blockedBelowYourCode, of: ({ blocked }) => blocked?.waitMs ?? null, text: ms },
  { name: compareLabels.sums.errorsLogged, of: ({ logs }) => logs?.errors ?? null, text: count },
]

/** What the events of both say, for each second: recordings are seldom of the same length. */
export function CompareSums({ baseline }: { readonly baseline: TraceBaseline }) {
  const { target, selection } = useTraceView()
  const a = useAnswer('traces.overview', { documentId: baseline.documentId, selection: baseline.selection }).value
  const b = useAnswer('traces.overview', { documentId: target.documentId, selection }).value
  if (a === null || b === null) return null
  const shown = figures.filter(({ of }) => of(a) !== null || of(b) !== null)
  if (shown.length === 0) return null
  return (
    <PlainTable label={compareLabels.sums.eventsOfBoth} className={styles.events}>
      <table>
        <TableHead columns={[compareLabels.sums.perSecond, ...shown.map(({ name }) => name)]} />
        <tbody>
          <FigureRow letter="A" figures={shown} overview={a} />
          <FigureRow letter="B" figures={shown} overview={b} />
        </tbody>
      </table>
    </PlainTable>
  )
}

interface FigureRowProps {
  readonly letter: 'A' | 'B'
  readonly figures: readonly Figure[]
  readonly overview: TraceOverview
}

function FigureRow({ letter, figures: shown, overview }: FigureRowProps) {
  const seconds = overview.durationMs / 1000
  return (
    <tr>
      <th scope="row">{letter}</th>
      {shown.map(({ name, of, text }) => {
        const value = of(overview)
        return (
          <td
            key={name}
            className="tabular"
            title={value === null ? undefined : compareLabels.sums.inTotal(text(value))}
          >
            {perSecondText(value, seconds, text)}
          </td>
        )
      })}
    </tr>
  )
}
