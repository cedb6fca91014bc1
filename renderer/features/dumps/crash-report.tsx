import { Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { AppError } from '../../../shared/base/errors.ts'
import { background, invoke } from '../../bridge/bridge.ts'
import { Chip } from '../../ui/chip.tsx'
import { ErrorState } from '../../ui/layout/error-state.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { MiddleEllipsis } from '../../ui/text/middle-ellipsis.tsx'
import { readCrashReport, type ReportThread } from './crash-report-model.ts'
import { copyText } from '../../commands/page-actions.ts'
import styles from './dump-outcome.module.css'
import { dumpLabels } from './dump-labels.ts'

/** Threads with their stacks, as the dump writer saw them. */
export function CrashReport({ jobId, path }: { readonly jobId: string; readonly path: string }) {
  const [text, setText] = useState<string | null>(null)
  const [error, setError] = useState<AppError | null>(null)
  useEffect(() => {
    background(
      invoke('dumps.report', { jobId }).then((reply) => setText(reply.text)),
      'dumps.report',
      setError,
    )
  }, [jobId])
  const report = text === null ? null : readCrashReport(text)
  return (
    <section className={styles.howTo} aria-label={dumpLabels.crashReport.crashReport}>
      <h2 className={styles.heading}>{dumpLabels.crashReport.crashReport}</h2>
      <div className={styles.fileLine}>
        <span className={styles.path}>
          <MiddleEllipsis text={path} />
        </span>
        <IconButton
          icon={Copy}
          label={dumpLabels.crashReport.copyPath}
          onClick={() => copyText(path, dumpLabels.crashReport.pathCopied)}
        />
      </div>
      {error !== null && <ErrorState error={error} title={dumpLabels.crashReport.couldntRead} />}
      {report !== null && (
        <>
          <p className={styles.hint}>
            {[report.processName, report.runtimeVersion, dumpLabels.crashReport.threads(report.threads.length)]
              .filter((part) => part !== null)
              .join(' · ')}
          </p>
          {report.threads.map((thread) => (
            <Thread key={thread.id} thread={thread} />
          ))}
        </>
      )}
      {text !== null && report === null && <pre className={styles.raw}>{text.slice(0, 100_000)}</pre>}
    </section>
  )
}

function Thread({ thread }: { readonly thread: ReportThread }) {
  return (
    <details open={thread.hasCrashed}>
      <summary>
        {dumpLabels.crashReport.threadFrames(thread.id, thread.frames.length)}{' '}
        {thread.isManaged && <Chip>{dumpLabels.crashReport.managed}</Chip>}
        {thread.hasCrashed && <Chip tone="bad">{dumpLabels.crashReport.crashed}</Chip>}
        {thread.exceptionType !== null && <Chip tone="warn">{thread.exceptionType}</Chip>}
      </summary>
      <pre className={styles.raw}>{thread.frames.join('\n')}</pre>
    </details>
  )
}
