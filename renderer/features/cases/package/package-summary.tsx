import type { CaseDocument } from '../../../../shared/case/case-document.ts'
import { isFine } from '../../../../shared/case/case-document.ts'
import { formatDateTime } from '../../../../shared/base/format.ts'
import type { CasePackageDocument } from '../../../../shared/model/cases.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { useMetrics } from '../../../ui/metrics.ts'
import { stateWords } from '../case-words.ts'
import { openPart, opensAs } from './package-parts.ts'
import { TextTab } from './text-tab.tsx'
import { packageLabels } from './package-labels.ts'
import styles from './package.module.css'

interface PackageSummaryProps {
  readonly documentId: string
  readonly opened: CasePackageDocument
  readonly document: CaseDocument
  readonly onFindings: () => void
}

/** A threshold may have set thousands. */
const mostMarks = 50

/** Where somebody who was not there begins: what it is of, what was found, what is missing. */
export function PackageSummary({ documentId, opened, document, onFindings }: PackageSummaryProps) {
  const { timeDisplay } = useMetrics()
  const { processes, createdAt, finishedAt, tool, checklist, findings, marks = [], steps } = document
  const missing = steps.filter(({ state }) => !isFine(state))
  const time = (moment: string): string => formatDateTime(Date.parse(moment), timeDisplay)
  const [first] = findings
  const isOneMachine = new Set(processes.map(({ machine }) => machine)).size === 1
  return (
    <div className={styles.body}>
      <dl className={styles.facts}>
        <dt>{packageLabels.summary.process}</dt>
        <dd>
          {processes.map(({ name, pid, runtime, operatingSystem, architecture, machine }) => (
            <div key={`${String(pid)} ${machine ?? ''}`}>
              {[
                packageLabels.summary.processAndPid(name, String(pid)),
                isOneMachine ? null : machine,
                runtime,
                operatingSystem,
                architecture,
              ]
                .filter(Boolean)
                .join(' · ')}
            </div>
          ))}
        </dd>
        <dt>{packageLabels.summary.checklist}</dt>
        <dd>{checklist.title}</dd>
        <dt>{packageLabels.summary.collected}</dt>
        <dd>{packageLabels.summary.collectedWhen(time(createdAt), time(finishedAt), tool.name, tool.version)}</dd>
      </dl>
      <section aria-label={packageLabels.summary.whereToStart}>
        <h2 className={styles.findingTitle}>{packageLabels.summary.whereToStart}</h2>
        <p>{first === undefined ? packageLabels.summary.noProblem : `${first.title}. ${first.summary}`}</p>
        <div className={styles.bar}>
          {first !== undefined && (
            <Button kind="primary" onClick={onFindings}>
              {findings.length === 1
                ? packageLabels.summary.showFinding
                : packageLabels.summary.showFindings(String(findings.length))}
            </Button>
          )}
          {opened.files
            .filter((file) => ['recording', 'heap', 'dump'].includes(opensAs(file)))
            .map(({ name, fault, opens }) => (
              <Button key={name} disabled={fault !== null || !opens} onClick={() => openPart(documentId, name)}>
                {packageLabels.summary.openFile(name)}
              </Button>
            ))}
        </div>
      </section>
      {missing.length > 0 && (
        <section aria-label={packageLabels.summary.notComplete}>
          <h2 className={styles.findingTitle}>{packageLabels.summary.notComplete}</h2>
          <ul className={styles.questions}>
            {missing.map(({ kind, process, title, state, reason }) => (
              <li
                key={`${kind} ${String(process)}`}
              >{`${title}: ${stateWords[state][0].toLowerCase()}. ${reason ?? ''}`}</li>
            ))}
          </ul>
        </section>
      )}
      {marks.length > 0 && (
        <section aria-label={packageLabels.summary.marks}>
          <h2 className={styles.findingTitle}>{packageLabels.summary.marksInLive}</h2>
          <ul className={styles.questions}>
            {marks.slice(-mostMarks).map(({ process, at, text }, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- a list that never changes
              <li key={index}>
                {[time(at), text, processes.length === 1 ? '' : processes[process]?.name].filter(Boolean).join(' · ')}
              </li>
            ))}
          </ul>
          {marks.length > mostMarks && (
            <p className="muted">{packageLabels.summary.earlierMarks(marks.length - mostMarks)}</p>
          )}
        </section>
      )}
      {opened.files.some(({ name }) => name === 'notes.md') && (
        <section aria-label={packageLabels.summary.notes}>
          <h2 className={styles.findingTitle}>{packageLabels.summary.notes}</h2>
          <TextTab documentId={documentId} names={['notes.md']} />
        </section>
      )}
    </div>
  )
}
