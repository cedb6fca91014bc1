import { useEffect } from 'react'
import { useApp } from '../../store/create-store.ts'
import { selectDumpView } from '../../store/dump-slice.ts'
import { selectMainJob } from '../../store/jobs-slice.ts'
import { Button } from '../../ui/controls/button.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { loadOutcome, takeAnother } from './dump-commands.ts'
import type { DumpProps } from './dump-props.ts'
import { DumpPlan } from './dump-plan.tsx'
import { DumpOutcome } from './dump-outcome.tsx'
import { DumpRunning } from './dump-running.tsx'
import { dumpLabels } from './dump-labels.ts'

/** One process, one page: the choices with their checks, then the wait, then what became of it. */
export function DumpScreen({ documentId, target }: DumpProps) {
  const jobId = useApp((state) => selectDumpView(documentId)(state).jobId)
  const job = useApp(selectMainJob(jobId))
  const fileId = job?.result?.files[0]?.fileId ?? null
  const hasEnded = job !== null && job.state !== 'running'
  useEffect(() => {
    if (jobId !== null && hasEnded) loadOutcome(documentId, jobId, fileId)
  }, [documentId, jobId, hasEnded, fileId])
  if (jobId === null) return <DumpPlan documentId={documentId} target={target} />
  if (job === null)
    return (
      <EmptyState
        isCentred
        title={dumpLabels.screen.notListed}
        text={dumpLabels.screen.notListedText}
        action={<Button onClick={() => takeAnother(documentId, target)}>{dumpLabels.screen.takeAnotherDump}</Button>}
      />
    )
  if (job.state === 'running') return <DumpRunning target={target} job={job} />
  return <DumpOutcome documentId={documentId} target={target} job={job} />
}
