import { ChevronDown, ChevronUp, Columns3, Copy, ListFilter, X } from 'lucide-react'
import type { TraceEventDetails } from '../../../../shared/model/trace/trace-events.ts'
import { copyText } from '../../../commands/page-actions.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { PaneHeader } from '../../../ui/layout/pane.tsx'
import { MiddleEllipsis } from '../../../ui/text/middle-ellipsis.tsx'
import { useTraceView } from '../view/trace-view.ts'
import styles from './events-tab.module.css'
import { eventsLabels } from './events-labels.ts'

const levelWords = ['always', 'critical', 'error', 'warning', 'informational', 'verbose'] as const

interface EventDetailsProps {
  readonly details: TraceEventDetails
  readonly timeText: string
  readonly onStep: (step: 1 | -1) => void
  /** Adds a condition to the filter. */
  readonly onNarrow: (field: string, text: string) => void
  /** Shows the field as a column of the table. */
  readonly onColumn: (field: string) => void
  readonly onMark: (mark: 'A' | 'B') => void
  readonly onClose: () => void
}

/** One event: where it stands, its fields, its stack. */
export function EventDetails({ details, timeText, onStep, onNarrow, onColumn, onMark, onClose }: EventDetailsProps) {
  const { event, provider, id, version, level, keywords, thread, threadName, activity, fields } = details
  const isLeftOut = details.place === null
  const facts: readonly (readonly [string, string])[] = [
    [eventsLabels.eventDetails.time, timeText],
    [eventsLabels.eventDetails.thread, [thread ?? '–', threadName].filter((part) => part !== '').join(' ')],
    [eventsLabels.eventDetails.provider, provider],
    [eventsLabels.eventDetails.id, eventsLabels.eventDetails.idAndVersion(String(id), String(version))],
    [eventsLabels.eventDetails.level, levelWords[level] ?? String(level)],
    [eventsLabels.eventDetails.keywords, keywords],
    ...(activity === '' ? [] : [[eventsLabels.eventDetails.activity, activity] as const]),
  ]
  const text = [
    event,
    ...facts.map(([name, value]) => `${name}: ${value}`),
    ...fields.map((field) => `${field.name}: ${field.text}`),
  ]
  return (
    <aside className={styles.details} aria-label={eventsLabels.eventDetails.event}>
      <PaneHeader title={event}>
        <span className={styles.gap} />
        <IconButton
          icon={ChevronUp}
          label={eventsLabels.eventDetails.previousEvent}
          size="small"
          disabled={isLeftOut || details.place === 0}
          onClick={() => onStep(-1)}
        />
        <IconButton
          icon={ChevronDown}
          label={eventsLabels.eventDetails.nextEvent}
          size="small"
          disabled={isLeftOut}
          onClick={() => onStep(1)}
        />
        <IconButton
          icon={Copy}
          label={eventsLabels.eventDetails.copyEvent}
          size="small"
          onClick={() => copyText(text.join('\n'), eventsLabels.eventDetails.eventCopied)}
        />
        <IconButton icon={X} label={eventsLabels.eventDetails.closeEvent} size="small" onClick={onClose} />
      </PaneHeader>
      <div className={styles.detailsBody}>
        {isLeftOut && <p className={styles.none}>{eventsLabels.eventDetails.leftOut}</p>}
        <dl className={styles.facts}>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <div className={styles.marks}>
          <Button size="small" onClick={() => onMark('A')}>
            {eventsLabels.eventDetails.setAsA}
          </Button>
          <Button size="small" onClick={() => onMark('B')}>
            {eventsLabels.eventDetails.setAsB}
          </Button>
        </div>
        <h3 className={styles.part}>{eventsLabels.eventDetails.fields}</h3>
        {fields.length === 0 ? (
          <p className={styles.none}>{eventsLabels.eventDetails.noFields}</p>
        ) : (
          <dl className={styles.facts}>
            {fields.map((field, at) => (
              // Names may repeat.
              // oxlint-disable-next-line react/no-array-index-key
              <div key={`${field.name} ${String(at)}`} className={styles.field}>
                <dt>{field.name}</dt>
                <dd>{field.text}</dd>
                <dd className={styles.actions}>
                  <IconButton
                    icon={Columns3}
                    label={eventsLabels.eventDetails.showAsAColumn(field.name)}
                    size="small"
                    onClick={() => onColumn(field.name)}
                  />
                  <IconButton
                    icon={ListFilter}
                    label={eventsLabels.eventDetails.filterBy(field.name)}
                    size="small"
                    onClick={() => onNarrow(field.name, field.text)}
                  />
                </dd>
              </div>
            ))}
          </dl>
        )}
        <h3 className={styles.part}>{eventsLabels.eventDetails.stack}</h3>
        <EventStack details={details} />
      </div>
    </aside>
  )
}

function EventStack({ details: { stack, omittedFrames } }: { readonly details: TraceEventDetails }) {
  const { pickFrame, goTo } = useTraceView()
  if (stack.length === 0) return <p className={styles.none}>{eventsLabels.eventDetails.noStack}</p>
  return (
    <>
      <ol className={styles.stack}>
        {stack.map((frame, at) => (
          // The same frame may stand twice.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={at}>
            <button
              type="button"
              className={styles.frame}
              onClick={() => {
                pickFrame(frame)
                goTo({ tab: 'callers' })
              }}
            >
              <MiddleEllipsis text={frame.name} hint={frame.method} />
            </button>
          </li>
        ))}
      </ol>
      {omittedFrames > 0 && <p className={styles.none}>{eventsLabels.eventDetails.omittedFrames(omittedFrames)}</p>}
    </>
  )
}
