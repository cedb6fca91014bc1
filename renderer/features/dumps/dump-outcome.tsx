import { Box, CircleX, Copy, FolderOpen, RotateCcw, ShieldCheck, Trash2, TriangleAlert } from 'lucide-react'
import { formatBytes, formatDuration, quantityText } from '../../../shared/base/format.ts'
import type { AppError } from '../../../shared/base/errors.ts'
import type { DumpFailure, DumpResult, DumpVerdict } from '../../../shared/model/dump.ts'
import type { Job } from '../../../shared/model/job.ts'
import { useApp } from '../../store/create-store.ts'
import { selectDumpView } from '../../store/dump-slice.ts'
import { Button } from '../../ui/controls/button.tsx'
import { sentencesOf, wordError } from '../../../shared/words/error-wording.ts'
import { Icon } from '../../ui/icon.tsx'
import { MiddleEllipsis } from '../../ui/text/middle-ellipsis.tsx'
import { copyText, openRecording, revealFile } from '../../commands/page-actions.ts'
import { removePartial, takeAnother, tryAgain } from './dump-commands.ts'
import type { DumpProps } from './dump-props.ts'
import { ChecksumRow } from './checksum-row.tsx'
import { CompressRow } from './compress-row.tsx'
import { CrashReport } from './crash-report.tsx'
import { FarDumpCard } from './far-dump-card.tsx'
import { HowToOpen } from './how-to-open.tsx'
import tones from '../../ui/layout/tones.module.css'
import styles from './dump-outcome.module.css'
import { accessText, failureNotes, formatWords, secretsNote } from './dump-words.ts'
import { dumpLabels } from './dump-labels.ts'

interface OutcomeProps extends DumpProps {
  readonly job: Job
}

const failedVerdicts: ReadonlySet<DumpVerdict> = new Set(['partial', 'missing', 'not-a-dump'])

const verdicts: Readonly<Record<DumpVerdict, readonly [title: string, text: string]>> = {
  complete: [dumpLabels.outcome.dumpComplete, dumpLabels.outcome.completeText],
  partial: [dumpLabels.outcome.partialDump, dumpLabels.outcome.partialText],
  missing: [dumpLabels.outcome.missing, dumpLabels.outcome.missingText],
  'not-a-dump': [dumpLabels.outcome.notADump, dumpLabels.outcome.notADumpText],
  unverified: [dumpLabels.outcome.writtenNotVerified, dumpLabels.outcome.notVerifiedText],
  'report-only': [dumpLabels.outcome.crashReportWritten, dumpLabels.outcome.reportOnlyText],
}

/** What became of it: verdict first, then the file, and how to go on with it. */
export function DumpOutcome({ documentId, target, job }: OutcomeProps) {
  const { result, failure, partialFile, far } = useApp(selectDumpView(documentId))
  const isListed = useApp((state) =>
    state.processRows.some(({ key, state: now }) => key === target.processKey && now !== 'exited'),
  )
  const hasFailed = job.error !== null || (result !== null && failedVerdicts.has(result.verdict))
  const verdict = result?.verdict ?? (job.state === 'failed' ? 'failed' : 'unknown')
  return (
    <section className={styles.outcome} aria-label={dumpLabels.outcome.result} data-verdict={verdict}>
      <header className={styles.head}>
        <Mark verdict={verdict} />
        <h1 className={styles.title}>{titleOf(result, job)}</h1>
        <span className={styles.who}>{`${target.name}, PID ${String(target.pid)}`}</span>
        <span className="grow" />
        {isListed && hasFailed && (
          <Button icon={RotateCcw} data-testid="dump-try-again" onClick={() => tryAgain(documentId, target)}>
            {dumpLabels.outcome.tryAgain}
          </Button>
        )}
        {isListed && (
          <Button icon={hasFailed ? undefined : RotateCcw} onClick={() => takeAnother(documentId, target)}>
            {dumpLabels.outcome.takeAnotherDump}
          </Button>
        )}
      </header>
      {result !== null && <p className={styles.text}>{verdicts[result.verdict][1]}</p>}
      {job.error !== null && <Failure job={job} failure={failure} />}
      {partialFile !== null && (
        <div className={styles.fileLine}>
          <span className={styles.path}>
            <MiddleEllipsis text={partialFile} />
          </span>
          <Button icon={Trash2} data-testid="dump-remove-partial" onClick={() => removePartial(documentId, job.id)}>
            {dumpLabels.outcome.removePartialFile}
          </Button>
        </div>
      )}
      {far !== null && <FarDumpCard documentId={documentId} jobId={job.id} far={far} />}
      {result?.file != null && <FileCard job={job} result={result} isFar={far !== null} />}
      {result?.crashReportPath != null && <CrashReport jobId={job.id} path={result.crashReportPath} />}
      {result?.file != null && (far === null || far.fetched !== null) && (
        <HowToOpen result={{ ...result, visiblePath: far?.fetched?.path ?? result.visiblePath }} />
      )}
    </section>
  )
}

function titleOf(result: DumpResult | null, job: Job): string {
  if (result !== null) return verdicts[result.verdict][0]
  return job.state === 'failed' ? dumpLabels.outcome.noDump : dumpLabels.outcome.dumpFinished
}

function Mark({ verdict }: { readonly verdict: string }) {
  if (verdict === 'complete' || verdict === 'report-only')
    return <Icon icon={ShieldCheck} size={20} className={tones.ok} />
  if (verdict === 'failed' || verdict === 'missing') return <Icon icon={CircleX} size={20} className={tones.bad} />
  return <Icon icon={TriangleAlert} size={20} className={tones.warn} />
}

/** What the dump writer said stands above as a sentence of its own. */
function withoutText(error: AppError, isSaid: boolean): AppError {
  return isSaid && error.kind === 'runtime-error' ? { ...error, text: null } : error
}

/** Cause first, code last, the dump writer's own words folded out. */
function Failure({ job, failure }: { readonly job: Job; readonly failure: DumpFailure | null }) {
  const said = failure?.messages ?? []
  const words = job.error === null ? null : wordError(withoutText(job.error, said.length > 0))
  return (
    <div className={styles.failure} role="alert">
      {said.length > 0 && (
        <p className={styles.text}>{dumpLabels.outcome.createdumpSays(said[0]?.replace('[createdump] ', '') ?? '')}</p>
      )}
      {words !== null && <p className={styles.text}>{sentencesOf(words)}</p>}
      {failure !== null &&
        failureNotes(failure).map((note) => (
          <p key={note} className={styles.text}>
            {note}
          </p>
        ))}
      {said.length > 0 && (
        <details>
          <summary>{dumpLabels.outcome.allLines(said.length)}</summary>
          <pre className={styles.raw}>{said.join('\n')}</pre>
        </details>
      )}
      {words !== null && (
        <details>
          <summary>{dumpLabels.outcome.details}</summary>
          <pre className={styles.raw}>{words.details}</pre>
        </details>
      )}
    </div>
  )
}

interface FileCardProps {
  readonly job: Job
  readonly result: DumpResult
  /** Its path and what can be done with it stand in a card of their own. */
  readonly isFar: boolean
}

function FileCard({ job, result, isFar }: FileCardProps) {
  const { file, visiblePath } = result
  if (file === null) return null
  const place = visiblePath ?? result.path
  return (
    <div className={styles.card} data-verdict={result.verdict}>
      {!isFar && (
        <div className={styles.fileLine}>
          <span className={styles.path}>
            <MiddleEllipsis text={place} />
          </span>
          <Button icon={Copy} onClick={() => copyText(place, dumpLabels.outcome.pathCopied)}>
            {dumpLabels.outcome.copyPath}
          </Button>
          {visiblePath !== null && result.verdict !== 'partial' && (
            <Button icon={Box} data-testid="dump-look-inside" onClick={() => openRecording(visiblePath)}>
              {dumpLabels.outcome.lookInside}
            </Button>
          )}
          {visiblePath !== null && (
            <Button icon={FolderOpen} onClick={() => revealFile(visiblePath)}>
              {dumpLabels.outcome.showInFolder}
            </Button>
          )}
        </div>
      )}
      <dl className={styles.figures}>
        <Fact name={dumpLabels.outcome.size} text={quantityText(formatBytes(file.sizeBytes))} />
        <Fact
          name={dumpLabels.outcome.sizeAccordingToHeaders}
          text={
            file.expectedBytes === null ? dumpLabels.outcome.unknown : quantityText(formatBytes(file.expectedBytes))
          }
        />
        <Fact name={dumpLabels.outcome.format} text={formatWords[file.format]} />
        <Fact name={dumpLabels.outcome.duration} text={quantityText(formatDuration(result.tookMs))} />
        {result.access !== null && <Fact name={dumpLabels.outcome.access} text={accessText(result.access)} />}
        {result.path !== place && <Fact name={dumpLabels.outcome.pathInTheProcess} text={result.path} />}
      </dl>
      <p className={styles.text}>{secretsNote}</p>
      <ChecksumRow fileId={job.result?.files[0]?.fileId ?? null} />
      <CompressRow fileId={job.result?.files[0]?.fileId ?? null} />
    </div>
  )
}

function Fact({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{text}</dd>
    </div>
  )
}
