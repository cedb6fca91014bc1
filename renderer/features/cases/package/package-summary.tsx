import type { CaseDocument } from '../../../../shared/case/case-document.ts'
import { isFine } from '../../../../shared/case/case-document.ts'
import { formatDateTime } from '../../../../shared/base/format.ts'
import type { CasePackageDocument } from '../../../../shared/model/cases.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { useMetrics } from '../../../ui/metrics.ts'
import { stateWords } from '../case-words.ts'
import { openPart, opensAs } from './package-parts.ts'
import { TextTab } from './text-tab.tsx'
import styles from './package.module.css'

interface PackageSummaryProps {
  readonly documentId: string
  readonly opened: CasePackageDocument
  readonly document: CaseDocument
  readonly onFindings: () => void
}

/** Where somebody who was not there begins: what it is of, what was found, what is missing. */
export function PackageSummary({ documentId, opened, document, onFindings }: PackageSummaryProps) {
  const { timeDisplay } = useMetrics()
  const { processes, createdAt, finishedAt, tool, checklist, findings, steps } = document
  const missing = steps.filter(({ state }) => !isFine(state))
  const time = (moment: string): string => formatDateTime(Date.parse(moment), timeDisplay)
  const [first] = findings
  return (
    <div className={styles.body}>
      <dl className={styles.facts}>
        <dt>Process</dt>
        <dd>
          {processes.map(({ name, pid, runtime, operatingSystem, architecture }) => (
            <div key={pid}>
              {[`${name}, PID ${String(pid)}`, runtime, operatingSystem, architecture].filter(Boolean).join(' · ')}
            </div>
          ))}
        </dd>
        <dt>Checklist</dt>
        <dd>{checklist.title}</dd>
        <dt>Collected</dt>
        <dd>{`${time(createdAt)} to ${time(finishedAt)}, with ${tool.name} ${tool.version}`}</dd>
      </dl>
      <section aria-label="Where to start">
        <h2 className={styles.findingTitle}>Where to start</h2>
        <p>
          {first === undefined ? 'The checks found no problem in the recordings.' : `${first.title}. ${first.summary}`}
        </p>
        <div className={styles.bar}>
          {first !== undefined && (
            <Button kind="primary" onClick={onFindings}>
              {findings.length === 1 ? 'Show the finding' : `Show ${String(findings.length)} findings`}
            </Button>
          )}
          {opened.files
            .filter((file) => ['recording', 'heap', 'dump'].includes(opensAs(file)))
            .map(({ name, fault }) => (
              <Button key={name} disabled={fault !== null} onClick={() => openPart(documentId, name)}>
                {`Open ${name}`}
              </Button>
            ))}
        </div>
      </section>
      {missing.length > 0 && (
        <section aria-label="Not complete">
          <h2 className={styles.findingTitle}>Not complete</h2>
          <ul className={styles.questions}>
            {missing.map(({ kind, process, title, state, reason }) => (
              <li
                key={`${kind} ${String(process)}`}
              >{`${title}: ${stateWords[state][0].toLowerCase()}. ${reason ?? ''}`}</li>
            ))}
          </ul>
        </section>
      )}
      {opened.files.some(({ name }) => name === 'notes.md') && (
        <section aria-label="Notes">
          <h2 className={styles.findingTitle}>Notes</h2>
          <TextTab documentId={documentId} names={['notes.md']} />
        </section>
      )}
    </div>
  )
}
