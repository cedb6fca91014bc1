import { Lightbulb } from 'lucide-react'
import { formatCount } from '../../../../shared/base/format.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useFindings } from '../findings/use-findings.ts'
import { useTraceView } from '../view/trace-view.ts'
import styles from './overview.module.css'

/** The answer in the first line: what the checks are surest of, or that they found nothing. */
export function TopFinding() {
  const { target, selection, goTo } = useTraceView()
  const { answer } = useFindings(target.documentId, selection)
  if (answer === null) return null
  const [first] = answer.findings
  const count = answer.findings.length
  const checks = count + answer.passed.length
  return (
    <section className={styles.finding} aria-label="Top finding" data-found={first !== undefined || undefined}>
      <Icon icon={Lightbulb} className={styles.lamp} />
      <div className={styles.findingText}>
        <strong>{first === undefined ? 'No known problem found' : first.title}</strong>
        <span className={styles.words}>
          {first === undefined ? noneWords(checks, answer.notJudged.length) : first.summary}
        </span>
      </div>
      <Button size="small" onClick={() => goTo({ tab: 'findings' })}>
        {first === undefined ? 'Show checks' : count === 1 ? 'Show evidence' : `All ${formatCount(count)} findings`}
      </Button>
    </section>
  )
}

function noneWords(checkCount: number, notJudgedCount: number): string {
  const checked = `${formatCount(checkCount)} ${checkCount === 1 ? 'check' : 'checks'} passed`
  return notJudgedCount === 0
    ? `${checked}.`
    : `${checked}; ${formatCount(notJudgedCount)} need events that weren’t recorded.`
}
