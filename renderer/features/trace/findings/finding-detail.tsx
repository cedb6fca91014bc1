import { ChevronRight, CircleDot } from 'lucide-react'
import { formatCount } from '../../../../shared/base/format.ts'
import type { FindingEvidence, TraceFinding } from '../../../../shared/model/trace-findings.ts'
import { Chip } from '../../../ui/chip.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { PlainTable } from '../../../ui/layout/plain-table.tsx'
import { tabOfTable } from '../table-tabs.ts'
import { useTraceView } from '../view/trace-view.ts'
import { confidenceWords, factsOf } from './finding-words.ts'
import styles from './findings.module.css'
import { recordQuestion } from '../record-question.ts'

/** Asked again once something was changed, to see that it helped. */
const questionAfterChange = 'time'

/** One finding: what was seen, what speaks against it, what to do. */
export function FindingDetail({ finding }: { readonly finding: TraceFinding }) {
  const { summary: trace } = useTraceView()
  const { title, summary, confidence, evidence, contrary, nextStep } = finding
  const { label, tone } = confidenceWords[confidence]
  return (
    <article className={styles.finding} aria-label={title}>
      <header className={styles.heading}>
        <h2>{title}</h2>
        <Chip tone={tone}>{label} confidence</Chip>
      </header>
      <p className={styles.summary}>{summary}</p>
      <div className={styles.columns}>
        <section>
          <h3>Evidence</h3>
          <EvidenceTable evidence={evidence} />
          {contrary.length > 0 && (
            <>
              <h3>Evidence against</h3>
              {contrary.map((text) => (
                <p key={text} className={styles.muted}>
                  {text}
                </p>
              ))}
            </>
          )}
        </section>
        <section>
          <h3>What to do</h3>
          <p>{nextStep}</p>
          <Button icon={CircleDot} onClick={() => recordQuestion(questionAfterChange, trace)}>
            Record again
          </Button>
        </section>
      </div>
    </article>
  )
}

function EvidenceTable({ evidence }: { readonly evidence: readonly FindingEvidence[] }) {
  return (
    <PlainTable label="Evidence" className={styles.evidence}>
      <table>
        <thead>
          <tr>
            <th scope="col">Observation</th>
            <th scope="col" className={styles.count}>
              Count
            </th>
            <th scope="col">
              <span className="visually-hidden">Rows</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {evidence.map((observed) => (
            <Observation key={observed.text} observed={observed} />
          ))}
        </tbody>
      </table>
    </PlainTable>
  )
}

function Observation({ observed }: { readonly observed: FindingEvidence }) {
  const { showRows } = useTraceView()
  const { text, count, link } = observed
  const { label } = tabOfTable(link.table)
  return (
    <tr>
      <td>
        {text}
        {factsOf(observed).map((fact) => (
          <span key={fact} className={styles.fact}>
            {fact}
          </span>
        ))}
      </td>
      <td className={styles.count}>{formatCount(count)}</td>
      <td>
        <Button
          kind="link"
          size="small"
          aria-label={`Show in ${label}: ${text}`}
          onClick={() => showRows(link.table, link.search, link.range)}
        >
          {label}
          <Icon icon={ChevronRight} size={14} />
        </Button>
      </td>
    </tr>
  )
}
