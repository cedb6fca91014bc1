import { useState } from 'react'
import { formatCount } from '../../../../shared/base/format.ts'
import type {
  ComparedEventRow,
  ComparedKind,
  ComparePace,
  TraceCompareEvents,
} from '../../../../shared/model/trace/trace-compare-events.ts'
import { comparedKinds, comparePaces } from '../../../../shared/model/trace/trace-compare-events.ts'
import type { TraceBaseline } from '../../../store/compare-slice.ts'
import { SearchField } from '../../../ui/controls/search-field.tsx'
import { SegmentedControl } from '../../../ui/controls/segmented-control.tsx'
import { DataGrid } from '../../../ui/data-grid/data-grid.tsx'
import type { GridColumn } from '../../../ui/data-grid/types.ts'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { ErrorState } from '../../../ui/layout/error-state.tsx'
import { Toolbar } from '../../../ui/layout/pane.tsx'
import { MiddleEllipsis } from '../../../ui/text/middle-ellipsis.tsx'
import { useAnswer } from '../view/use-answer.ts'
import { useTraceView } from '../view/trace-view.ts'
import { ChangeBar, changeTone } from '../../../ui/compare/change-bar.tsx'
import { CompareSums } from './compare-sums.tsx'
import { type CompareOptions, RowsControl } from './compare-toolbar.tsx'
import { changedFigureText, eventWords, figureColumns, paceWords, relativeChange } from './event-words.ts'
import styles from './compare.module.css'
import { compareLabels } from './compare-labels.ts'
import { isTypeAhead } from '../view/type-ahead.ts'

interface CompareEventsProps {
  readonly baseline: TraceBaseline
  readonly options: CompareOptions
  readonly onChange: (options: CompareOptions) => void
}

/** What the events of both say: sums of all kinds, and one kind by name. */
export function CompareEvents({ baseline, options, onChange }: CompareEventsProps) {
  const { target, selection, search, setSearch } = useTraceView()
  const [kind, setKind] = useState<ComparedKind>('allocations')
  const [pace, setPace] = useState<ComparePace>('second')
  const { value, error } = useAnswer('traces.compareEvents', {
    documentId: target.documentId,
    against: { documentId: baseline.documentId, selection: baseline.selection },
    question: { selection, kind, pace, search: search.trim() },
  })
  return (
    <>
      <Toolbar label={compareLabels.events.comparison} className={styles.controls}>
        <span className={styles.label} aria-hidden>
          {compareLabels.events.per}
        </span>
        <SegmentedControl
          label={compareLabels.events.per}
          value={value?.pace ?? pace}
          segments={comparePaces.map((one) => ({
            value: one,
            ...paceWords[one],
            isDisabled: value?.paces.includes(one) === false,
          }))}
          onChange={setPace}
        />
        <RowsControl options={options} onChange={onChange} />
        <SegmentedControl
          label={compareLabels.events.eventsToCompare}
          value={kind}
          segments={comparedKinds.map((one) => ({
            value: one,
            label: eventWords[one].label,
            hint: eventWords[one].hint,
          }))}
          onChange={setKind}
        />
        <SearchField
          label={compareLabels.events.findNamesInBoth}
          value={search}
          onChange={setSearch}
          className={styles.search}
        />
        <span className={styles.note}>{value === null ? '' : countText(value, kind)}</span>
      </Toolbar>
      <CompareSums baseline={baseline} />
      {error !== null ? (
        <ErrorState error={error} title={compareLabels.events.couldntCompare} />
      ) : (
        value !== null && <EventChanges key={kind} kind={kind} answer={value} />
      )}
    </>
  )
}

function countText({ rows, rowCount, isRecorded }: TraceCompareEvents, kind: ComparedKind): string {
  const { counted, label } = eventWords[kind]
  if (!isRecorded.a || !isRecorded.b) return notRecordedText(label, isRecorded)
  return rowCount > rows.length
    ? compareLabels.events.largestChangesOf(formatCount(rows.length), formatCount(rowCount))
    : counted(rowCount)
}

interface EventChangesProps {
  readonly kind: ComparedKind
  readonly answer: TraceCompareEvents
}

function EventChanges({ kind, answer }: EventChangesProps) {
  const [selected, setSelected] = useState<string | null>(null)
  const { rows, pace, isRecorded } = answer
  const words = eventWords[kind]
  const row = (index: number): ComparedEventRow => rows[index]!
  const most = Math.abs(rows[0]?.change ?? 0)
  const columns: readonly GridColumn[] = [
    {
      id: 'name',
      title: words.column,
      width: 'rest',
      isRowHeader: true,
      render: (index) => <MiddleEllipsis text={row(index).name} hint={row(index).key} />,
      text: (index) => row(index).name,
    },
    ...figureColumns(kind, pace).flatMap(({ id, title, width, textOf }) =>
      (['a', 'b'] as const).map((side): GridColumn => ({
        id: `${side}-${id}`,
        title: `${side.toUpperCase()} ${title}`,
        width,
        align: 'end',
        ...(id === 'count' && kind !== 'exceptions' ? { dropBelow: 900 } : {}),
        render: (index) => <span className="tabular">{textOf(row(index)[side])}</span>,
        text: (index) => textOf(row(index)[side]),
      })),
    ),
    {
      id: 'bar',
      title: compareLabels.events.change,
      width: 160,
      minWidth: 90,
      dropBelow: 760,
      render: (index) => <ChangeBar change={row(index).change} most={most} />,
      text: (index) => changedFigureText(kind, row(index).change),
    },
    {
      id: 'change',
      title: words.change(pace),
      width: 112,
      align: 'end',
      render: (index) => (
        <span className={`tabular ${changeTone(row(index).change) ?? ''}`}>
          {changedFigureText(kind, row(index).change)}
        </span>
      ),
      text: (index) => changedFigureText(kind, row(index).change),
    },
    {
      id: 'relative',
      title: compareLabels.events.relative,
      width: 84,
      align: 'end',
      render: (index) => <span className="tabular">{relativeChange(kind, row(index), isRecorded)}</span>,
      text: (index) => relativeChange(kind, row(index), isRecorded),
    },
  ]
  return (
    <DataGrid
      label={compareLabels.events.changesByEvent}
      columns={columns}
      isTypeAhead={isTypeAhead}
      rowCount={rows.length}
      rowKey={(index) => row(index).key}
      selectedKey={selected}
      onSelect={setSelected}
      paddingStart={16}
      empty={<NothingToCompare kind={kind} isRecorded={isRecorded} />}
    />
  )
}

function NothingToCompare({
  kind,
  isRecorded,
}: Pick<TraceCompareEvents, 'isRecorded'> & { readonly kind: ComparedKind }) {
  const isKnown = isRecorded.a && isRecorded.b
  return (
    <EmptyState
      title={compareLabels.events.nothingToShow}
      text={isKnown ? compareLabels.events.nothingMatches : `${notRecordedText(eventWords[kind].label, isRecorded)}.`}
    />
  )
}

function notRecordedText(label: string, isRecorded: TraceCompareEvents['isRecorded']): string {
  const missing = (['a', 'b'] as const).filter((side) => !isRecorded[side]).map((side) => side.toUpperCase())
  return compareLabels.events.notRecordedIn(label, missing.join(' and '))
}
