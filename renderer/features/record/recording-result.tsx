import { CircleCheck, CircleX, Copy, FolderOpen, RotateCcw, TriangleAlert } from 'lucide-react'
import { formatBytes, formatCount, formatDuration, quantityText } from '../../../shared/base/format.ts'
import type { Job } from '../../../shared/model/job.ts'
import { machineNameOfKey } from '../../../shared/model/machine.ts'
import { useShallow } from 'zustand/react/shallow'
import { useApp } from '../../store/create-store.ts'
import { nextTarget, openRecordSheet } from '../../store/next-target.ts'
import { selectRecordView, type RecordTarget } from '../../store/record-slice.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Checksum } from '../../ui/text/checksum.tsx'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { MiddleEllipsis } from '../../ui/text/middle-ellipsis.tsx'
import { wordError } from '../../../shared/words/error-wording.ts'
import { lostEventsSentence } from '../../ui/text/lost-events.ts'
import { recordAgain } from './record-commands.ts'
import { checksumOf, copyText, openRecording, revealFile } from '../../commands/page-actions.ts'
import { stoppedByWords } from './recording-words.ts'
import { reasonSentence } from '../../../shared/words/recording-reasons.ts'
import { emptyCause } from './reason-words.ts'
import tones from '../../ui/layout/tones.module.css'
import styles from './recording-result.module.css'
import { recordLabels } from './record-labels.ts'

interface ResultProps {
  readonly documentId: string
  readonly target: RecordTarget
  readonly job: Job
}

/** What a recording became: verdict first, then the file and what can be done with it. */
export function RecordingResult({ documentId, target, job }: ResultProps) {
  const file = job.result?.files[0] ?? null
  const fileId = file?.fileId ?? null
  const facts = job.result?.facts ?? {}
  const isEmpty = facts['collectedCount'] === 0
  const view = useApp(selectRecordView(documentId))
  const lostCount = Number(facts['lostCount'] ?? 0)
  const error = job.error === null ? null : wordError(job.error)
  const machine = machineNameOfKey(target.processKey)
  const next = useApp(useShallow((state) => nextTarget(state.processRows, target)))
  return (
    <section
      className={styles.result}
      aria-label={recordLabels.recordingResult.result}
      data-verdict={job.result?.verdict ?? job.state}
    >
      <Verdict job={job} isEmpty={isEmpty} />
      {isEmpty && <p className={styles.resultText}>{emptyCause(view.presetId)}</p>}
      {error !== null && <p className={styles.resultText}>{`${error.what}. ${error.why} ${error.next}`}</p>}
      {job.result?.reasons.map((reason) => (
        <p key={reason} className={styles.resultText}>
          {reasonSentence(reason)}
        </p>
      ))}
      {lostCount > 0 && (
        <p className={styles.lost}>
          <Icon icon={TriangleAlert} />
          {lostEventsSentence(lostCount)}
        </p>
      )}
      {file !== null && (
        <>
          <div className={styles.file}>
            <span className={styles.filePath}>
              <MiddleEllipsis text={file.path} />
            </span>
            <IconButton
              icon={Copy}
              label={recordLabels.recordingResult.copyPath}
              onClick={() => copyText(file.path, recordLabels.recordingResult.pathCopied)}
            />
            <IconButton
              icon={FolderOpen}
              label={recordLabels.recordingResult.showInFolder}
              onClick={() => revealFile(file.path)}
            />
          </div>
          <dl className={styles.facts}>
            <Fact name={recordLabels.recordingResult.size} text={quantityText(formatBytes(file.sizeBytes))} />
            <Fact name={recordLabels.recordingResult.events} text={number(facts['eventCount'])} />
            <Fact name={recordLabels.recordingResult.lost} text={number(facts['lostCount'])} isBad={lostCount > 0} />
            <Fact name={recordLabels.recordingResult.methodSymbols} text={number(facts['methodCount'])} />
            <Fact
              name={recordLabels.recordingResult.duration}
              text={typeof facts['spanMs'] === 'number' ? quantityText(formatDuration(facts['spanMs'])) : '–'}
            />
            <Fact name={recordLabels.recordingResult.stopped} text={stoppedByWords(facts['stoppedBy'])} />
            {machine !== null && <Fact name={recordLabels.recordingResult.machine} text={machine} />}
          </dl>
          {fileId !== null && (
            <div>
              <Checksum compute={() => checksumOf(fileId)} />
            </div>
          )}
        </>
      )}
      <div className={styles.resultButtons}>
        {file !== null && (
          <Button kind="primary" onClick={() => openRecording(file.path)}>
            {recordLabels.recordingResult.open}
          </Button>
        )}
        {next !== null && (
          <Button
            icon={RotateCcw}
            title={recordLabels.recordingResult.chooseQuestion(next.name, String(next.pid))}
            onClick={() =>
              next.processKey === target.processKey ? recordAgain(documentId, target) : openRecordSheet(next)
            }
          >
            {next.processKey === target.processKey
              ? recordLabels.recordingResult.recordAgain
              : recordLabels.recordingResult.recordPid(String(next.pid))}
          </Button>
        )}
      </div>
    </section>
  )
}

function Verdict({ job, isEmpty }: { readonly job: Job; readonly isEmpty: boolean }) {
  const [icon, tone, words] = verdictOf(job, isEmpty)
  return (
    <h2 className={styles.verdict}>
      <Icon icon={icon} size={20} className={tone} />
      {words}
    </h2>
  )
}

function verdictOf(job: Job, isEmpty: boolean): readonly [typeof CircleCheck, string | undefined, string] {
  if (job.state === 'cancelled') return [CircleX, tones.quiet, recordLabels.recordingResult.discarded]
  if (job.state === 'failed' && job.result === null)
    return [CircleX, tones.bad, recordLabels.recordingResult.nothingWasRecorded]
  if (job.state === 'failed' && job.result?.files.length === 0)
    return [CircleX, tones.bad, recordLabels.recordingResult.noFileWasSaved]
  if (job.result?.verdict === 'complete' && isEmpty)
    return [TriangleAlert, tones.warn, recordLabels.recordingResult.nothingCollected]
  if (job.result?.verdict === 'complete') return [CircleCheck, tones.ok, recordLabels.recordingResult.verified]
  if (job.result?.verdict === 'unverified')
    return [TriangleAlert, tones.warn, recordLabels.recordingResult.savedNotVerified]
  return [TriangleAlert, tones.warn, recordLabels.recordingResult.partlySaved]
}

function Fact({ name, text, isBad }: { readonly name: string; readonly text: string; readonly isBad?: boolean }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={isBad === true ? tones.bad : undefined}>{text}</dd>
    </div>
  )
}

function number(value: unknown): string {
  return typeof value === 'number' ? formatCount(value) : '–'
}
