import { memo, useMemo } from 'react'
import { traceSampleClasses } from '../../../../shared/model/trace/trace-selection.ts'
import type { TimelineDensity } from '../../../../shared/model/trace/trace-timeline.ts'
import { formatCount } from '../../../../shared/base/format.ts'
import { classWords } from '../trace-words.ts'
import { binsOfClass, type RowSubject, type SubjectRow } from './timeline-rows.ts'
import { rowFigure, rowName } from './timeline-words.ts'
import type { TimelineState } from './use-timeline.ts'
import { timelineLabels } from './timeline-labels.ts'
import { TableHead } from '../../../ui/layout/table-head.tsx'
import { useGradually } from '../../../ui/use-gradually.ts'
import { useRested } from '../../../ui/use-rested.ts'

/** More rows than anybody listens to. */
const mostRows = 60
/** In a frame: all of them take as long to be laid out as a frame has. One in the frame that brings the picture. */
const drawnRows = 10
/** Longer than from one answer of a recording that grows to the next. */
const rest = { restMs: 500, mostMs: 3000 }

/**
 * The rows for those who do not see them: what each has in the stretch that is drawn. Its figures follow when the picture has come to rest, or after a
 * while: nobody listens to four of them a second, and each takes a layout.
 */
export const TimelineTable = memo(function TimelineTable({
  rows,
  selection,
  timeline,
}: Pick<TimelineState, 'rows' | 'selection' | 'timeline'>) {
  const newest = useMemo(
    () => ({ rows: rows.filter(isKnown).slice(0, mostRows), selection, timeline }),
    [rows, selection, timeline],
  )
  const names = JSON.stringify([newest.rows.map(({ key, subject }) => [key, rowName(subject)]), selection])
  const rested = useRested(newest, names, rest)
  const listed = useMemo(
    () =>
      rested.rows.map(({ key, subject }) => ({
        key,
        name: rowName(subject),
        words: wordsOf(subject, rested.timeline?.binCount ?? 0) ?? rowFigure(subject, rested.selection),
      })),
    [rested],
  )
  const drawn = useGradually(listed, drawnRows, 1)
  return (
    <div className="visually-hidden">
      <table>
        <caption>{timelineLabels.table.rowsOfTheTimeline}</caption>
        <TableHead columns={[timelineLabels.table.row, timelineLabels.table.contents]} />
        <tbody>
          {drawn.map(({ key, name, words }) => (
            <Row key={key} name={name} words={words} />
          ))}
        </tbody>
      </table>
    </div>
  )
})

const Row = memo(function Row({ name, words }: { readonly name: string; readonly words: string }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{words}</td>
    </tr>
  )
})

function isKnown({ subject }: SubjectRow): boolean {
  return subject.kind !== 'thread' || subject.thread !== null
}

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
