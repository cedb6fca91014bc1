import { Lightbulb } from 'lucide-react'
import { formatCount } from '../../../../shared/base/format.ts'
import type { TraceFinding } from '../../../../shared/model/trace/trace-findings.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { culpritOf } from '../findings/finding-words.ts'
import { useFindings } from '../findings/use-findings.ts'
import { shortMethod } from '../view/selection-words.ts'
import { useTraceView } from '../view/trace-view.ts'
import styles from './overview.module.css'
import { overviewLabels } from './overview-labels.ts'

/** Below the first one, which says most. */
const mostOthers = 3

/** The answer in the first lines: what the checks are surest of, or that they found nothing. */
export function TopFindings() {
  const { target, selection, goTo, pickFinding } = useTraceView()
  const { value: answer } = useFindings(target.documentId, selection)
  if (answer === null) return null
  const [first, ...others] = answer.findings
  const count = answer.findings.length
  const show = (finding: TraceFinding) => {
    pickFinding(finding.id)
    goTo({ tab: 'findings' })
  }
  return (
    <section
      className={styles.finding}
      aria-label={overviewLabels.topFindings.topFindings}
      data-found={first !== undefined || undefined}
    >
      <Icon icon={Lightbulb} className={styles.lamp} />
      {first === undefined ? (
        <div className={styles.findingText}>
          <strong>{overviewLabels.topFindings.noKnownProblemFound}</strong>
          <span className={styles.words}>{noneWords(answer.passed.length, answer.notJudged.length)}</span>
        </div>
      ) : (
        <ul className={styles.findingText}>
          <FindingLine finding={first} isFirst onShow={show} />
          {others.slice(0, mostOthers).map((finding) => (
            <FindingLine key={finding.id} finding={finding} onShow={show} />
          ))}
        </ul>
      )}
      <Button size="small" onClick={() => (count === 1 ? show(first!) : goTo({ tab: 'findings' }))}>
        {buttonWords(count)}
      </Button>
    </section>
  )
}

interface FindingLineProps {
  readonly finding: TraceFinding
  readonly isFirst?: boolean
  readonly onShow: (finding: TraceFinding) => void
}

/** Its title and what it is about; of the first one the sentence as well. */
function FindingLine({ finding, isFirst = false, onShow }: FindingLineProps) {
  const { title, summary } = finding
  const culprit = culpritOf(finding)
  // Most sentences name it themselves.
  const isNamed = title.includes(culprit) || (isFirst && summary.includes(culprit))
  return (
    <li data-testid="top-finding">
      <button type="button" className={styles.findingLine} onClick={() => onShow(finding)}>
        <span className={styles.findingTitle}>{title}</span>
        {!isNamed && (
          <span className={styles.culprit} title={culprit}>
            {shortMethod(culprit)}
          </span>
        )}
      </button>
      {isFirst && <p className={styles.words}>{summary}</p>}
    </li>
  )
}

function buttonWords(findingCount: number): string {
  if (findingCount === 0) return overviewLabels.topFindings.showChecks
  if (findingCount === 1) return overviewLabels.topFindings.showEvidence
  return findingCount === 2
    ? overviewLabels.topFindings.bothFindings
    : overviewLabels.topFindings.allFindings(formatCount(findingCount))
}

function noneWords(checkCount: number, notJudgedCount: number): string {
  return notJudgedCount === 0
    ? overviewLabels.topFindings.passed(checkCount)
    : overviewLabels.topFindings.passedAndNotJudged(checkCount, notJudgedCount)
}
