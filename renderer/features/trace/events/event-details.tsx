import { ChevronDown, ChevronUp, Columns3, Copy, ListFilter, X } from 'lucide-react'
import type { TraceEventDetails } from '../../../../shared/model/trace-events.ts'
import { copyText } from '../../../commands/page-actions.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { PaneHeader } from '../../../ui/layout/pane.tsx'
import { MiddleEllipsis } from '../../../ui/text/middle-ellipsis.tsx'
import { useTraceView } from '../view/trace-view.ts'
import styles from './events-tab.module.css'

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
  const facts: readonly (readonly [string, string])[] = [
    ['Time', timeText],
    ['Thread', [thread ?? '–', threadName].filter((part) => part !== '').join(' ')],
    ['Provider', provider],
    ['ID', `${String(id)}, version ${String(version)}`],
    ['Level', levelWords[level] ?? String(level)],
    ['Keywords', keywords],
    ...(activity === '' ? [] : [['Activity', activity] as const]),
  ]
  const text = [
    event,
    ...facts.map(([name, value]) => `${name}: ${value}`),
    ...fields.map((field) => `${field.name}: ${field.text}`),
  ]
  return (
    <aside className={styles.details} aria-label="Event">
      <PaneHeader title={event}>
        <span className={styles.gap} />
        <IconButton icon={ChevronUp} label="Previous event" size="small" onClick={() => onStep(-1)} />
        <IconButton icon={ChevronDown} label="Next event" size="small" onClick={() => onStep(1)} />
        <IconButton
          icon={Copy}
          label="Copy event"
          size="small"
          onClick={() => copyText(text.join('\n'), 'Event copied')}
        />
        <IconButton icon={X} label="Close event" size="small" onClick={onClose} />
      </PaneHeader>
      <div className={styles.detailsBody}>
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
            Set as A
          </Button>
          <Button size="small" onClick={() => onMark('B')}>
            Set as B
          </Button>
        </div>
        <h3 className={styles.part}>Fields</h3>
        {fields.length === 0 ? (
          <p className={styles.none}>This event has no fields.</p>
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
                    label={`Show ${field.name} as a column`}
                    size="small"
                    onClick={() => onColumn(field.name)}
                  />
                  <IconButton
                    icon={ListFilter}
                    label={`Filter by ${field.name}`}
                    size="small"
                    onClick={() => onNarrow(field.name, field.text)}
                  />
                </dd>
              </div>
            ))}
          </dl>
        )}
        <h3 className={styles.part}>Stack</h3>
        <EventStack details={details} />
      </div>
    </aside>
  )
}

function EventStack({ details: { stack, omittedFrames } }: { readonly details: TraceEventDetails }) {
  const { pickFrame, goTo } = useTraceView()
  if (stack.length === 0) return <p className={styles.none}>This event has no stack.</p>
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
      {omittedFrames > 0 && <p className={styles.none}>{`${String(omittedFrames)} outer frames not shown`}</p>}
    </>
  )
}
