import type { CaseDocument } from '../../../../shared/case/case-document.ts'
import { Chip } from '../../../ui/chip.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { PlainTable } from '../../../ui/layout/plain-table.tsx'
import table from '../../../ui/layout/plain-table.module.css'
import { stateWords } from '../case-words.ts'
import { openPart } from './package-parts.ts'
import styles from './package.module.css'

/** What the checks found when the package was made. */
export function PackageFindings({
  documentId,
  document,
}: {
  readonly documentId: string
  readonly document: CaseDocument
}) {
  if (document.findings.length === 0)
    return (
      <EmptyState
        title="No problems found"
        text="The checks found nothing in the recordings of this case. Open a recording to look for yourself."
      />
    )
  return (
    <ol className={styles.findings}>
      {document.findings.map((finding, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a list that never changes
        <li key={index}>
          <h2 className={styles.findingTitle}>
            {finding.title} <Chip>{`${finding.confidence} confidence`}</Chip>
          </h2>
          <p>{finding.summary}</p>
          <ul>
            {finding.evidence.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
          <p className="muted">{finding.nextStep}</p>
          <Button size="small" onClick={() => openPart(documentId, finding.file)}>
            {`Open ${finding.file}`}
          </Button>
        </li>
      ))}
    </ol>
  )
}

/** What was collected when, and what failed why. */
export function PackageSteps({ document }: { readonly document: CaseDocument }) {
  const steps = document.steps.filter(({ state }) => state !== 'not-requested')
  return (
    <div className={styles.body}>
      <PlainTable label="Steps" className={table.framed}>
        <table>
          <thead>
            <tr>
              <th scope="col">Step</th>
              <th scope="col">State</th>
              <th scope="col">From</th>
              <th scope="col">To</th>
              <th scope="col">Reason</th>
            </tr>
          </thead>
          <tbody>
            {steps.map(({ kind, process, title, state, startedAt, endedAt, reason }) => (
              <tr key={`${kind} ${String(process)}`}>
                <td>
                  {document.processes.length === 1 ? title : `${title} · ${document.processes[process]?.name ?? ''}`}
                </td>
                <td>{stateWords[state][0]}</td>
                <td className="tabular">{startedAt?.slice(11, 19) ?? ''}</td>
                <td className="tabular">{endedAt?.slice(11, 19) ?? ''}</td>
                <td className={table.wrap}>{reason ?? ''}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </PlainTable>
      <h2 className={styles.findingTitle}>Questions for the person who reported it</h2>
      <ul className={styles.questions}>
        {document.checklist.questions.map((question, index) => (
          <li key={question}>
            {question}
            <p className="selectable">{document.checklist.answers?.[index] ?? ''}</p>
          </li>
        ))}
      </ul>
    </div>
  )
}
