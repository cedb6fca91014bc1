import { useState } from 'react'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { ErrorState } from '../../../ui/layout/error-state.tsx'
import { Busy } from '../../../ui/layout/skeleton.tsx'
import { useTraceView } from '../view/trace-view.ts'
import { FindingDetail } from './finding-detail.tsx'
import { FindingList } from './finding-list.tsx'
import styles from './findings.module.css'
import { useFindings } from './use-findings.ts'

/** What the checks found in the selected part of the recording, with the evidence for it. */
export function FindingsPane() {
  const { target, selection } = useTraceView()
  const { answer, error } = useFindings(target.documentId, selection)
  const [selectedId, select] = useState<string | null>(null)
  if (error !== null) return <ErrorState error={error} title="Couldn’t check this recording" />
  if (answer === null)
    return (
      <div className={styles.checking} aria-busy="true">
        <Busy />
        Checking
      </div>
    )
  const selected = answer.findings.find(({ id }) => id === selectedId) ?? answer.findings[0]
  return (
    <div className={styles.pane}>
      <FindingList answer={answer} selectedId={selected?.id ?? null} onSelect={select} />
      <div className={styles.detail}>
        {selected === undefined ? (
          <EmptyState title="No problems found" text={noFindingText(answer.notJudged.length)} />
        ) : (
          <FindingDetail key={selected.id} finding={selected} />
        )}
      </div>
    </div>
  )
}

function noFindingText(notJudgedCount: number): string {
  if (notJudgedCount === 0) return 'Every check had the events it needs.'
  return `${String(notJudgedCount)} ${notJudgedCount === 1 ? 'check needs' : 'checks need'} events that this recording doesn’t have.`
}
