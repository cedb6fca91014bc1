import { Columns3 } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { formatCount, formatDateTime, formatTimeMs } from '../../../../shared/base/format.ts'
import type { Request } from '../../../../shared/contract/index.ts'
import type { FilterWords } from '../../../../shared/filter/complete-filter.ts'
import type { TraceCell, TraceTableName, TraceTableQuestion } from '../../../../shared/model/trace/trace-tables.ts'
import { useLatestAnswer } from '../../../bridge/use-latest-answer.ts'
import { useApp } from '../../../store/create-store.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { SegmentedControl } from '../../../ui/controls/segmented-control.tsx'
import { noChoices, PagedTable, type TableQuery } from '../paged-table.tsx'
import type { TableView } from '../table-tools.tsx'
import { useAnswer } from '../view/use-answer.ts'
import { useRevision, useTraceContents, useTraceView } from '../view/trace-view.ts'
import { Menu } from '../../../ui/overlay/menu.tsx'
import { fieldEntries, withField } from './field-columns.ts'
import { EventBars, EventBarsMenu } from './event-bars.tsx'
import { EventDetails } from './event-details.tsx'
import { type EventMark, type EventSpan, spanWords } from './event-span.ts'
import { FilterField } from './filter-field.tsx'
import { usePickedEvent } from './use-picked-event.ts'
import { filterFault, narrowed, writtenValue } from './filter-text.ts'
import styles from './events-tab.module.css'
import { eventsLabels } from './events-labels.ts'

interface EventsTabProps {
  readonly views: readonly TableView[]
  readonly onChoose: (table: TraceTableName) => void
  readonly empty: string
}

type EventsQuestion = TraceTableQuestion & { readonly table: 'events' }

const filterDelayMs = 250
const barCount = 300
const noWords: FilterWords = { providers: [], events: [], threads: [], fields: [] }

/** Every event of the selection: filtered, over time, one by one with fields and stack, and measured from one to another. */
export function EventsTab({ views, onChoose, empty }: EventsTabProps) {
  const { target, selection, select, eventFilter, setEventFilter, eventFields, setEventFields } = useTraceView()
  const { startUnixMs, eventCount } = useTraceContents(({ summary }) => ({
    startUnixMs: summary.startUnixMs,
    eventCount: summary.rowCounts.events,
  }))
  const { documentId } = target
  const words = useAnswer('traces.eventWords', { documentId }).value
  const fault = filterFault(eventFilter, words)
  const applied = useApplied(eventFilter, fault === null)
  const [choices, setChoices] = useState(noChoices)
  const [span, setSpan] = useState<EventSpan>({ a: null, b: null })
  const [isClock, setClock] = useState(false)
  const timeDisplay = useApp((state) => state.settings.timeDisplay)
  const question: EventsQuestion = {
    table: 'events',
    selection: { ...selection, classes: null, transforms: [] },
    sortBy: null,
    isDescending: false,
    search: applied,
  }
  const { sort, isRevealed } = choices
  const listed = {
    ...question,
    sortBy: sort?.columnId ?? null,
    isDescending: sort?.direction === 'descending',
    ...(isRevealed ? { isRevealed } : {}),
  }
  const { picked, details, isAwaited, pick, step } = usePickedEvent(listed)
  const [awaitedMark, setAwaitedMark] = useState<'A' | 'B' | null>(null)
  const found = useAnswer('traces.eventMatches', { documentId, question: { question, binCount: barCount } }).value
  const shown = useCallback(
    (columnId: string, cell: TraceCell): string | null =>
      isClock && columnId === 'time_ms' && typeof cell === 'number'
        ? formatTimeMs(startUnixMs + cell, timeDisplay)
        : null,
    [isClock, startUnixMs, timeDisplay],
  )
  const narrow = (condition: string): void => setEventFilter(narrowed(eventFilter, condition))
  const query: TableQuery = {
    search: applied,
    fields: eventFields,
    field: <FilterField value={eventFilter} onChange={setEventFilter} error={fault} words={words ?? noWords} />,
    shown,
    below: found !== null && (
      <div className={styles.found}>
        <div className={styles.summary}>
          <span className={styles.count} role="status">
            {eventsLabels.tab.ofEvents(formatCount(found.count), formatCount(eventCount))}
          </span>
          <div className={styles.types}>
            {found.types.map(({ event, provider, count }) => (
              <Button
                size="small"
                key={`${provider} ${event}`}
                onClick={() => narrow(`event = ${eventName(event)}`)}
                title={eventsLabels.tab.onlyOf(event, provider)}
              >
                {`${event} ${formatCount(count)}`}
              </Button>
            ))}
            {found.typeCount > found.types.length && (
              <span className={styles.none}>{eventsLabels.tab.moreTypes(found.typeCount - found.types.length)}</span>
            )}
          </div>
          <Menu
            align="end"
            trigger={
              <Button size="small" icon={Columns3}>
                {eventsLabels.tab.columns}
              </Button>
            }
            entries={fieldEntries(eventFields, found.fields, setEventFields)}
          />
          <SegmentedControl
            label={eventsLabels.tab.times}
            value={isClock ? 'clock' : 'start'}
            segments={[
              { value: 'start', label: eventsLabels.tab.sinceStart },
              { value: 'clock', label: eventsLabels.tab.clock },
            ]}
            onChange={(next) => setClock(next === 'clock')}
          />
          <EventBarsMenu matches={found} filter={applied} />
        </div>
        <EventBars matches={found} onSelect={(range) => select({ ...selection, range })} />
      </div>
    ),
    choices,
    onChoices: setChoices,
    picked,
    onPick: (place, eventIndex) => pick(eventIndex === null ? { place } : { eventIndex, step: 0 }),
    isMarked: (eventIndex) => span.a?.eventIndex === eventIndex || span.b?.eventIndex === eventIndex,
  }
  const mark = (which: 'A' | 'B', { eventIndex, timeMs, thread }: EventMark): void =>
    setSpan({ ...span, [which === 'A' ? 'a' : 'b']: { eventIndex, timeMs, thread } })
  // Of the event that was picked, not of the one that is still shown.
  if (awaitedMark !== null && !isAwaited) {
    setAwaitedMark(null)
    if (details !== null) mark(awaitedMark, details)
  }
  const timeText = (timeMs: number): string =>
    `${(timeMs / 1000).toFixed(6)} s, ${formatDateTime(startUnixMs + timeMs, timeDisplay)}`
  return (
    <div className={styles.tab}>
      <div className={styles.list}>
        <PagedTable
          documentId={documentId}
          table="events"
          views={views}
          onChoose={onChoose}
          empty={empty}
          query={query}
        />
        <SpanBar span={span} question={question} onChange={setSpan} />
      </div>
      {details !== null && (
        <EventDetails
          details={details}
          timeText={timeText(details.timeMs)}
          onStep={step}
          onNarrow={(field, text) => narrow(`${field} = ${writtenValue(text)}`)}
          onColumn={(field) => setEventFields(withField(eventFields, field))}
          onClose={() => pick(null)}
          onMark={(which) => (isAwaited ? setAwaitedMark(which) : mark(which, details))}
        />
      )}
    </div>
  )
}

interface SpanBarProps {
  readonly span: EventSpan
  /** Which events are counted in between. */
  readonly question: EventsQuestion
  readonly onChange: (span: EventSpan) => void
}

/** The time from A to B. */
function SpanBar({ span, question, onChange }: SpanBarProps) {
  const { target, selection, select } = useTraceView()
  const { a, b } = span
  const asked =
    a === null || b === null
      ? null
      : { documentId: target.documentId, question: { question, from: a.eventIndex, to: b.eventIndex } }
  const between = useLatestAnswer('traces.eventsBetween', asked, String(useRevision()))
  if (a === null && b === null) return null
  const words = spanWords(span, asked !== null && isSamePair(between.of, asked) ? between.value : null)
  const isSameThread = a !== null && b !== null && a.thread === b.thread
  return (
    <div className={styles.span} role="group" aria-label={eventsLabels.tab.fromAToB}>
      <strong>A → B</strong>
      <span className={styles.time}>
        {words === null ? (a === null ? eventsLabels.tab.setA : eventsLabels.tab.setB) : words.time}
      </span>
      {words !== null && words.between !== null && (
        <span className={styles.none} title={words.between}>
          {words.between}
        </span>
      )}
      {isSameThread && (
        <span className={styles.none} title={eventsLabels.tab.sameThread}>
          {eventsLabels.tab.sameThread}
        </span>
      )}
      <span className={styles.gap} />
      {a !== null && b !== null && a.timeMs !== b.timeMs && (
        <Button
          size="small"
          onClick={() =>
            select({
              ...selection,
              range: { fromMs: Math.min(a.timeMs, b.timeMs), toMs: Math.max(a.timeMs, b.timeMs) },
            })
          }
        >
          {eventsLabels.tab.selectRange}
        </Button>
      )}
      <Button size="small" onClick={() => onChange({ a: b, b: a })}>
        {eventsLabels.tab.swap}
      </Button>
      <Button size="small" onClick={() => onChange({ a: null, b: null })}>
        {eventsLabels.tab.clear}
      </Button>
    </div>
  )
}

/** A count of other events is none of these. */
function isSamePair(one: Request<'traces.eventsBetween'> | null, other: Request<'traces.eventsBetween'>): boolean {
  return one?.question.from === other.question.from && one.question.to === other.question.to
}

function eventName(event: string): string {
  return /^[\w/.-]+$/.test(event) ? event : writtenValue(event)
}

/** What is asked for: the filter once nobody types, as long as it can be read; before that the last one that could. */
function useApplied(filter: string, isReadable: boolean): string {
  const [applied, setApplied] = useState(isReadable ? filter.trim() : '')
  useEffect(() => {
    if (!isReadable) return
    const timer = setTimeout(() => setApplied(filter.trim()), filterDelayMs)
    return () => clearTimeout(timer)
  }, [filter, isReadable])
  return applied
}
