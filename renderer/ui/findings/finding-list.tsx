import { Check, CircleQuestionMark } from 'lucide-react'
import type { KeyboardEvent, ReactNode } from 'react'
import type { Finding, Findings, Observation, UnjudgedCheck } from '../../../shared/model/findings.ts'
import { Icon } from '../icon.tsx'
import { Breakable } from '../text/breakable.tsx'
import { PaneHeader } from '../layout/pane.tsx'
import { confidenceWords, countWords } from './finding-words.ts'
import styles from './findings.module.css'
import { uiLabels } from '../ui-labels.ts'

interface FindingListProps<Found extends Finding<Observation>> {
  readonly answer: Findings<Found>
  readonly selectedId: string | null
  readonly onSelect: (id: string) => void
  readonly whatOf: (finding: Found) => string
  readonly renderCost: (finding: Found) => ReactNode
  readonly renderAction: (check: UnjudgedCheck) => ReactNode
}

/** Every check: what it found, what it lacks, and what it measured where all is well. */
export function FindingList<Found extends Finding<Observation>>(props: FindingListProps<Found>) {
  const { answer, selectedId, onSelect, whatOf, renderCost, renderAction } = props
  const { findings, notJudged, passed } = answer
  return (
    <section className={styles.list} aria-label={uiLabels.findingList.checks}>
      <PaneHeader title={countWords(answer)} />
      <ul aria-label={uiLabels.findingList.findings}>
        {findings.map((finding, index) => (
          <FindingItem
            key={finding.id}
            finding={finding}
            number={index + 1}
            isSelected={finding.id === selectedId}
            what={whatOf(finding)}
            cost={renderCost(finding)}
            onSelect={() => onSelect(finding.id)}
          />
        ))}
      </ul>
      {notJudged.length > 0 && (
        <>
          <PaneHeader level={3} title={uiLabels.findingList.notEnoughDataCount(String(notJudged.length))} />
          <ul aria-label={uiLabels.findingList.notEnoughData}>
            {notJudged.map((check) => (
              <li key={check.id} className={styles.check}>
                <Icon icon={CircleQuestionMark} />
                <span>
                  {check.name}
                  <span className={styles.missing}>{uiLabels.findingList.needs(check.missing)}</span>
                </span>
                {renderAction(check)}
              </li>
            ))}
          </ul>
        </>
      )}
      {passed.length > 0 && (
        <>
          <PaneHeader level={3} title={uiLabels.findingList.noProblemCount(String(passed.length))} />
          <ul aria-label={uiLabels.findingList.noProblem}>
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
  readonly finding: Finding<Observation>
  readonly number: number
  readonly isSelected: boolean
  readonly what: string
  readonly cost: ReactNode
  readonly onSelect: () => void
}

function FindingItem({ finding, number, isSelected, what, cost, onSelect }: FindingItemProps) {
  const { title, confidence } = finding
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
        <span className={styles.title}>
          <Breakable text={title} />
        </span>
        <span className={styles.lost}>{cost}</span>
        <span className={styles.what} title={what}>
          {what}
        </span>
        <span className={styles.confidence} title={uiLabels.findingList.confidence(label)}>
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
