import { Check, CircleQuestionMark } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { formatDuration } from '../../../../shared/base/format.ts'
import type { UnjudgedCheck } from '../../../../shared/model/findings.ts'
import type { TraceFinding, TraceFindings } from '../../../../shared/model/trace-findings.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { PaneHeader } from '../../../ui/layout/pane.tsx'
import { Value } from '../../../ui/text/value.tsx'
import { useTraceView } from '../view/trace-view.ts'
import { confidenceWords, countWords, questionTitle } from './finding-words.ts'
import styles from './findings.module.css'
import { recordQuestion } from '../record-question.ts'

interface FindingListProps {
  readonly answer: TraceFindings
  readonly selectedId: string | null
  readonly onSelect: (id: string) => void
}

/** Every check: what it found, what it lacks, and what it measured where all is well. */
export function FindingList({ answer, selectedId, onSelect }: FindingListProps) {
  const { findings, notJudged, passed } = answer
  return (
    <section className={styles.list} aria-label="Checks">
      <PaneHeader title={countWords(answer)} />
      <ul aria-label="Findings">
        {findings.map((finding, index) => (
          <FindingItem
            key={finding.id}
            finding={finding}
            number={index + 1}
            isSelected={finding.id === selectedId}
            onSelect={() => onSelect(finding.id)}
          />
        ))}
      </ul>
      {notJudged.length > 0 && (
        <>
          <PaneHeader level={3} title={`Not enough data, ${String(notJudged.length)}`} />
          <ul aria-label="Not enough data">
            {notJudged.map((check) => (
              <Unjudged key={check.id} check={check} />
            ))}
          </ul>
        </>
      )}
      {passed.length > 0 && (
        <>
          <PaneHeader level={3} title={`No problem found, ${String(passed.length)}`} />
          <ul aria-label="No problem found">
            {passed.map(({ id, name, measured }) => (
              <li key={id} className={styles.check}>
                <Icon icon={Check} className={styles.passed} />
                <span>{name}</span>
                <span className={styles.measured}>{measured}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

interface FindingItemProps {
  readonly finding: TraceFinding
  readonly number: number
  readonly isSelected: boolean
  readonly onSelect: () => void
}

function FindingItem({ finding, number, isSelected, onSelect }: FindingItemProps) {
  const { title, evidence, confidence, lostMs } = finding
  const what = evidence[0]?.method ?? evidence[0]?.text ?? ''
  const { label, squares } = confidenceWords[confidence]
  return (
    <li>
      <button
        type="button"
        className={styles.item}
        aria-current={isSelected}
        data-testid="finding"
        onClick={onSelect}
        onKeyDown={moveFocus}
      >
        <span className={styles.number}>{number}</span>
        <span className={styles.title}>{title}</span>
        <span className={styles.lost}>{lostMs > 0 && <Value quantity={formatDuration(lostMs)} />}</span>
        <span className={styles.what} title={what}>
          {what}
        </span>
        <span className={styles.confidence} title={`${label} confidence`}>
          <span aria-hidden className={styles.squares}>
            {[1, 2, 3].map((place) => (
              <i key={place} data-on={place <= squares} />
            ))}
          </span>
          {label}
        </span>
      </button>
    </li>
  )
}

/** Arrow keys go from one finding to the next, and select it. */
function moveFocus(event: KeyboardEvent<HTMLButtonElement>): void {
  const item = event.currentTarget.closest('li')
  const next =
    event.key === 'ArrowDown' ? item?.nextElementSibling : event.key === 'ArrowUp' ? item?.previousElementSibling : null
  const button = next?.querySelector('button')
  if (button === null || button === undefined) return
  event.preventDefault()
  button.focus()
  button.click()
}

function Unjudged({ check: { name, missing, question } }: { readonly check: UnjudgedCheck }) {
  const { summary } = useTraceView()
  const asked = questionTitle(question)
  return (
    <li className={styles.check}>
      <Icon icon={CircleQuestionMark} />
      <span>
        {name}
        <span className={styles.missing}>Needs {missing}</span>
      </span>
      <Button
        kind="link"
        size="small"
        title={`Record: ${asked}`}
        aria-label={`Record ${asked} for ${name}`}
        onClick={() => recordQuestion(question, summary)}
      >
        Record
      </Button>
    </li>
  )
}
