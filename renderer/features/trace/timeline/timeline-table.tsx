import { memo, useDeferredValue, useMemo } from 'react'
import { traceSampleClasses } from '../../../../shared/model/trace/trace-selection.ts'
import type { TimelineDensity } from '../../../../shared/model/trace/trace-timeline.ts'
import { formatCount } from '../../../../shared/base/format.ts'
import { classWords } from '../trace-words.ts'
import { binsOfClass, type RowSubject } from './timeline-rows.ts'
import { rowFigure, rowName } from './timeline-words.ts'
import type { TimelineState } from './use-timeline.ts'
import { timelineLabels } from './timeline-labels.ts'
import { TableHead } from '../../../ui/layout/table-head.tsx'

/** More rows than anybody listens to. */
const mostRows = 60

/** The rows for those who do not see them: what each has in the stretch that is drawn. */
export const TimelineTable = memo(function TimelineTable(
  newest: Pick<TimelineState, 'rows' | 'selection' | 'timeline'>,
) {
  // After the picture, but for the first time.
  const deferred = useDeferredValue(newest)
  const { rows, selection, timeline } = deferred.timeline === null ? newest : deferred
  const listed = useMemo(
    () =>
      rows
        .filter(({ subject }) => subject.kind !== 'thread' || subject.thread !== null)
        .slice(0, mostRows)
        .map(({ key, subject }) => ({
          key,
          name: rowName(subject),
          words: wordsOf(subject, timeline?.binCount ?? 0) ?? rowFigure(subject, selection),
        })),
    [rows, selection, timeline],
  )
  return (
    <div className="visually-hidden">
      <table>
        <caption>{timelineLabels.table.rowsOfTheTimeline}</caption>
        <TableHead columns={[timelineLabels.table.row, timelineLabels.table.contents]} />
        <tbody>
          {listed.map(({ key, name, words }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              <td>{words}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
})

/** Null: it has a figure of its own. */
function wordsOf(subject: RowSubject, binCount: number): string | null {
  if (subject.kind === 'all' || subject.kind === 'others') return classText(subject.density, binCount)
  return subject.kind === 'thread' && subject.thread !== null ? classText(subject.thread.density, binCount) : null
}

function classText(density: TimelineDensity, binCount: number): string {
  const counts = traceSampleClasses.map((name) => {
    const count = binsOfClass(density, name, binCount).reduce((sum, samples) => sum + samples, 0)
    return [name, count] as const
  })
  const found = counts.filter(([, count]) => count > 0)
  return found.length === 0
    ? timelineLabels.table.noSamples
    : found.map(([name, n]) => `${classWords[name]} ${formatCount(n)}`).join(', ')
}
