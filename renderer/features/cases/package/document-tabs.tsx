import { ChevronRight } from 'lucide-react'
import type { CaseDocument, CaseFinding } from '../../../../shared/case/case-document.ts'
import type { OpenedPart } from '../../../../shared/model/cases.ts'
import { Chip } from '../../../ui/chip.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { PlainTable } from '../../../ui/layout/plain-table.tsx'
import table from '../../../ui/layout/plain-table.module.css'
import { stateWords } from '../case-words.ts'
import { openPart, rowsOfEvidence } from './package-parts.ts'
import { packageLabels } from './package-labels.ts'
import styles from './package.module.css'
import { TableHead } from '../../../ui/layout/table-head.tsx'

/** What the checks found when the package was made. */
export function PackageFindings({
  documentId,
  document,
  files,
}: {
  readonly documentId: string
  readonly document: CaseDocument
  readonly files: readonly OpenedPart[]
}) {
  const isSound = (name: string): boolean => files.some((file) => file.name === name && file.fault === null)
  if (document.findings.length === 0)
    return <EmptyState title={packageLabels.tabs.noProblemsFound} text={packageLabels.tabs.checksFoundNothing} />
  return (
    <ol className={styles.findings}>
      {document.findings.map((finding, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a list that never changes
        <li key={index}>
          <h2 className={styles.findingTitle}>
            {finding.title} <Chip>{packageLabels.tabs.confidence(finding.confidence)}</Chip>
          </h2>
          <p>{finding.summary}</p>
          <ul>
            {finding.evidence.map((text, at) => (
              <li key={text}>
                {text} <ShowRows documentId={documentId} finding={finding} index={at} isSound={isSound(finding.file)} />
              </li>
            ))}
          </ul>
          <p className="muted">{finding.nextStep}</p>
          <Button size="small" disabled={!isSound(finding.file)} onClick={() => openPart(documentId, finding.file)}>
            {packageLabels.tabs.openFile(finding.file)}
          </Button>
        </li>
      ))}
    </ol>
  )
}

interface ShowRowsProps {
  readonly documentId: string
  readonly finding: CaseFinding
  readonly index: number
  /** The recording is what the package lists. */
  readonly isSound: boolean
}

/** The recording, opened where this line of evidence is seen. */
function ShowRows({ documentId, finding, index, isSound }: ShowRowsProps) {
  const rows = rowsOfEvidence(finding, index)
  if (rows === null) return null
  const text = finding.evidence[index] ?? ''
  return (
    <Button
      kind="link"
      size="small"
      disabled={!isSound}
      aria-label={packageLabels.tabs.showInFile(finding.file, text)}
      onClick={() => openPart(documentId, finding.file, rows)}
    >
      {packageLabels.tabs.showInRecording}
      <Icon icon={ChevronRight} size={14} />
    </Button>
  )
}

/** What was collected when, and what failed why. */
export function PackageSteps({ document }: { readonly document: CaseDocument }) {
  const steps = document.steps.filter(({ state }) => state !== 'not-requested')
  return (
    <div className={styles.body}>
      <PlainTable label={packageLabels.tabs.steps} className={table.framed}>
        <table>
          <TableHead
            columns={[
              packageLabels.tabs.step,
              packageLabels.tabs.state,
              packageLabels.tabs.from,
              packageLabels.tabs.to,
              packageLabels.tabs.reason,
            ]}
          />
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
      <h2 className={styles.findingTitle}>{packageLabels.tabs.questions}</h2>
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
