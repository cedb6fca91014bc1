import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatCount } from '../../../shared/base/format.ts'
import type { Finding, Observation } from '../../../shared/model/findings.ts'
import { Chip } from '../chip.tsx'
import { Button } from '../controls/button.tsx'
import { Icon } from '../icon.tsx'
import { Breakable } from '../text/breakable.tsx'
import { PlainTable } from '../layout/plain-table.tsx'
import { confidenceWords } from './finding-words.ts'
import styles from './findings.module.css'
import { uiLabels } from '../ui-labels.ts'
import { TableHead } from '../layout/table-head.tsx'

/** What a page makes of an observation. */
export interface ShownEvidence {
  /** Beside the sentence. */
  readonly facts: readonly string[]
  /** The tab that shows its rows. */
  readonly label: string
  readonly onShow: () => void
}

interface FindingDetailProps<Evidence extends Observation> {
  readonly finding: Finding<Evidence>
  readonly shownOf: (observed: Evidence) => ShownEvidence
  /** Below what to do. */
  readonly action: ReactNode
}

/** One finding: what was seen, what speaks against it, what to do. */
export function FindingDetail<Evidence extends Observation>(props: FindingDetailProps<Evidence>) {
  const { finding, shownOf, action } = props
  const { title, summary, confidence, evidence, contrary, nextStep } = finding
  const { label, tone } = confidenceWords[confidence]
  return (
    <article className={styles.finding} aria-label={title}>
      <header className={styles.heading}>
        <h2 aria-label={title}>
          <Breakable text={title} />
        </h2>
        <Chip tone={tone}>{uiLabels.findingDetail.confidence(label)}</Chip>
      </header>
      <p className={styles.summary}>
        <Breakable text={summary} />
      </p>
      <div className={styles.columns}>
        <section>
          <h3>{uiLabels.findingDetail.evidence}</h3>
          <PlainTable label={uiLabels.findingDetail.evidence} className={styles.evidence}>
            <table>
              <TableHead
                columns={[
                  uiLabels.findingDetail.observation,
                  { label: uiLabels.findingDetail.count, className: styles.count },
                  { label: uiLabels.findingDetail.rows, isHidden: true },
                ]}
              />
              <tbody>
                {evidence.map((observed) => (
                  <EvidenceRow key={observed.text} observed={observed} shown={shownOf(observed)} />
                ))}
              </tbody>
            </table>
          </PlainTable>
          {contrary.length > 0 && (
            <>
              <h3>{uiLabels.findingDetail.evidenceAgainst}</h3>
              {contrary.map((text) => (
                <p key={text} className={styles.muted}>
                  <Breakable text={text} />
                </p>
              ))}
            </>
          )}
        </section>
        <section>
          <h3>{uiLabels.findingDetail.whatToDo}</h3>
          <p>
            <Breakable text={nextStep} />
          </p>
          {action}
        </section>
      </div>
    </article>
  )
}

interface EvidenceRowProps {
  readonly observed: Observation
  readonly shown: ShownEvidence
}

function EvidenceRow({ observed: { text, count }, shown: { facts, label, onShow } }: EvidenceRowProps) {
  return (
    <tr>
      <td>
        <Breakable text={text} />
        {facts.map((fact) => (
          <span key={fact} className={styles.fact}>
            <Breakable text={fact} />
          </span>
        ))}
      </td>
      <td className={styles.count}>{formatCount(count)}</td>
      <td>
        <Button kind="link" size="small" aria-label={uiLabels.findingDetail.showEvidence(label, text)} onClick={onShow}>
          {label}
          <Icon icon={ChevronRight} size={14} />
        </Button>
      </td>
    </tr>
  )
}
