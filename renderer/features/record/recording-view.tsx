import { CircleDot, FileChartLine, Flag, Save, Square } from 'lucide-react'
import { useState } from 'react'
import {
  formatBytes,
  formatCount,
  formatPercent,
  formatRate,
  formatUptime,
  quantityText,
  type Quantity,
} from '../../../shared/base/format.ts'
import type { Job, JobAction } from '../../../shared/model/job.ts'
import type { RecordingStatus } from '../../../shared/model/recording.ts'
import { sampleProvider } from '../../../shared/model/runtime-providers.ts'
import { jobActionWords } from '../../../shared/words/job-words.ts'
import { actOnJob, openRecording } from '../../commands/page-actions.ts'
import { showKeys } from '../../commands/keys.ts'
import { isMac } from '../../commands/platform.ts'
import { useCommands } from '../../commands/use-commands.ts'
import { appStore, useApp } from '../../store/create-store.ts'
import { selectMainJob } from '../../store/jobs-slice.ts'
import { selectIsActive } from '../../store/navigation-slice.ts'
import { selectRecordView, type RecordTarget } from '../../store/record-slice.ts'
import { Button } from '../../ui/controls/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { Banner } from '../../ui/layout/pane.tsx'
import { Tabs } from '../../ui/controls/tabs.tsx'
import { useHasRoomFor } from '../../ui/use-media-query.ts'
import { Value } from '../../ui/text/value.tsx'
import { MarkStrip, setMark } from './mark-strip.tsx'
import { actionHint, bufferWords, lossSentence, phaseSentence } from './recording-words.ts'
import { CollectedTable } from './collected-table.tsx'
import { EventList, ProviderTable, SettingsList, TopTable } from './recording-panes.tsx'
import { RecordingResult } from './recording-result.tsx'
import { useRecordingStatus } from '../../bridge/use-recording-status.ts'
import styles from './recording-view.module.css'
import { recordLabels } from './record-labels.ts'

interface RecordingViewProps {
  readonly documentId: string
  readonly target: RecordTarget
  readonly jobId: string
}

/** A recording while it runs, its stop, and its result. */
export function RecordingView({ documentId, target, jobId }: RecordingViewProps) {
  const isActive = useApp(selectIsActive(documentId))
  const job = useShownJob(jobId, isActive)
  // A hidden document keeps its last picture; nobody looks at newer ones.
  const status = useRecordingStatus(jobId, isActive && job?.state === 'running')
  useRecordingCommands(documentId, jobId)
  if (job === null)
    return (
      <EmptyState
        isCentred
        title={recordLabels.recordingView.notListed}
        text={recordLabels.recordingView.notListedText}
        action={
          <Button onClick={() => appStore.getState().changeRecord(documentId, { jobId: null })}>
            {recordLabels.recordingView.recordAgain}
          </Button>
        }
      />
    )
  if (job.state !== 'running') return <RecordingResult documentId={documentId} target={target} job={job} />
  return (
    <div className={styles.view} data-phase={job.phase}>
      <Tiles documentId={documentId} job={job} status={status} />
      {job.progress !== null && (
        <div
          className={styles.progress}
          role="progressbar"
          aria-label={recordLabels.recordingView.untilItStops}
          aria-valuenow={Math.round(job.progress * 100)}
        >
          <div className={styles.fill} style={{ width: `${String(job.progress * 100)}%` }} />
        </div>
      )}
      {status !== null && status.losses.length > 0 && <Banner tone="note">{lossSentence(status.losses)}</Banner>}
      <MarkStrip jobId={jobId} marks={status?.marks ?? []} />
      {job.phase === 'recording' ? (
        <Panes documentId={documentId} status={status} />
      ) : (
        <EmptyState isCentred title={phaseSentence(job)} text={recordLabels.recordingView.receivedInFile} />
      )}
    </div>
  )
}

/** Behind another document it is told of the next phase, not of each figure on the way there. */
function useShownJob(jobId: string, isActive: boolean): Job | null {
  const [kept, keep] = useState<Job | null>(null)
  const job = useApp((state) => {
    const now = selectMainJob(jobId)(state)
    return !isActive && isSameStep(now, kept) ? kept : now
  })
  const next = isActive ? null : job
  if (next !== kept) keep(next)
  return job
}

function isSameStep(now: Job | null, kept: Job | null): boolean {
  return now !== null && now.state === kept?.state && now.phase === kept.phase
}

function Tiles({
  documentId,
  job,
  status,
}: {
  readonly documentId: string
  readonly job: Job
  readonly status: RecordingStatus | null
}) {
  const view = useApp(selectRecordView(documentId))
  const { afterMs, atBytes } = view.stop
  const lost = status?.lostCount ?? null
  const before = status?.cpuBeforePercent ?? null
  const isRoomy = useHasRoomFor(860)
  return (
    <div
      className={cx(styles.tiles, !isRoomy && styles.twoRows)}
      role="group"
      aria-label={recordLabels.recordingView.thisRecording}
    >
      <Tile
        title={phaseSentence(job)}
        isRecording={job.phase === 'recording'}
        value={{ value: formatUptime(status?.elapsedMs ?? 0), unit: '', full: '' }}
        text={untilText(afterMs, atBytes)}
      />
      <Tile
        title={recordLabels.recordingView.size}
        value={formatBytes(status?.receivedBytes ?? null)}
        text={atBytes === null ? '' : recordLabels.recordingView.ofSize(quantityText(formatBytes(atBytes)))}
      />
      <Tile
        title={recordLabels.recordingView.rate}
        value={formatBytes(status?.bytesPerSecond ?? null, true)}
        text={quietText(status)}
      />
      <Tile
        title={recordLabels.recordingView.events}
        value={formatRate(status?.eventsPerSecond ?? null)}
        text={
          status?.eventCount == null
            ? recordLabels.recordingView.notReadYet
            : recordLabels.recordingView.soFar(formatCount(status.eventCount))
        }
      />
      <Tile
        title={recordLabels.recordingView.lost}
        isBad={lost !== null && lost > 0}
        value={{ value: lost === null ? '–' : formatCount(lost), unit: '', full: '' }}
        text={recordLabels.recordingView[lost !== null && lost > 0 ? 'bufferWasFull' : 'buffer'](
          bufferWords(view.options.bufferMB),
        )}
      />
      <Tile
        title={recordLabels.recordingView.cpuOfTheProcess}
        value={formatPercent(status?.cpuPercent ?? null)}
        text={before === null ? '' : recordLabels.recordingView.before(quantityText(formatPercent(before)))}
      />
      <div className={styles.buttons}>
        {job.phase === 'recording' && status?.path != null && (
          <Button
            icon={FileChartLine}
            title={recordLabels.recordingView.openNowHint}
            onClick={() => openRecording(status.path!)}
          >
            {recordLabels.recordingView.openNow}
          </Button>
        )}
        {job.phase === 'recording' && (
          <Button icon={Flag} shortcut="M" title={recordLabels.recordingView.markHint} onClick={() => setMark(job.id)}>
            {recordLabels.recordingView.mark}
          </Button>
        )}
        {job.actions.map((action) => (
          <ActionButton key={action} job={job} action={action} />
        ))}
      </div>
    </div>
  )
}

function untilText(afterMs: number | null, atBytes: number | null): string {
  const words = recordLabels.recordingView
  const time = afterMs === null ? null : formatUptime(afterMs)
  const size = atBytes === null ? null : quantityText(formatBytes(atBytes))
  if (time !== null && size !== null) return words.untilEither(time, size)
  const limit = time ?? size
  return limit === null ? words.untilStopped : words.until(limit)
}

/** An idle process sends nothing for as long as it likes: said, so that nobody takes it for a fault. */
function quietText(status: RecordingStatus | null): string {
  if (status?.lastByteAgoMs == null || status.lastByteAgoMs < 3000) return ''
  return recordLabels.recordingView.silentFor(formatUptime(status.lastByteAgoMs))
}

function ActionButton({ job, action }: { readonly job: Job; readonly action: JobAction }) {
  const isStop = action === 'stop'
  return (
    <Button
      kind={isStop ? 'danger' : action === 'save' ? 'primary' : 'standard'}
      size={isStop ? 'large' : 'normal'}
      icon={isStop ? Square : action === 'save' ? Save : undefined}
      shortcut={isStop ? showKeys('Mod+Period', isMac) : undefined}
      title={actionHint(action)}
      onClick={() => actOnJob(job, action)}
    >
      {jobActionWords[action].label}
    </Button>
  )
}

interface TileProps {
  readonly title: string
  readonly value: Quantity
  readonly text: string
  readonly isRecording?: boolean
  readonly isBad?: boolean
}

function Tile({ title, value, text, isRecording, isBad }: TileProps) {
  return (
    <div className={styles.tile}>
      <span className={isRecording === true ? styles.recording : styles.tileTitle}>
        {isRecording === true && <CircleDot size={12} aria-hidden />}
        {title}
      </span>
      <span className={isBad === true ? styles.badValue : styles.value}>
        <Value quantity={value} />
      </span>
      <span className={styles.tileText} title={text}>
        {text}
      </span>
    </div>
  )
}

function Panes({ documentId, status }: { readonly documentId: string; readonly status: RecordingStatus | null }) {
  const [tab, setTab] = useState('live')
  return (
    <Tabs
      label={recordLabels.recordingView.recordingContents}
      className={styles.tabs}
      value={tab}
      onChange={setTab}
      tabs={[
        {
          value: 'live',
          label: recordLabels.recordingView.live,
          content: (
            <div className={styles.live}>
              <Answer documentId={documentId} status={status} />
              <EventList status={status} />
            </div>
          ),
        },
        { value: 'events', label: recordLabels.recordingView.events, content: <EventList status={status} isWhole /> },
        {
          value: 'providers',
          label: recordLabels.recordingView.providers,
          count: status?.providers.length ?? 0,
          content: <ProviderTable status={status} />,
        },
        {
          value: 'settings',
          label: recordLabels.recordingView.settings,
          content: <SettingsList documentId={documentId} />,
        },
      ]}
    />
  )
}

/** Functions where stacks of threads are collected; else what the question collects instead. */
function Answer({ documentId, status }: { readonly documentId: string; readonly status: RecordingStatus | null }) {
  const { rows, presetId } = useApp(selectRecordView(documentId))
  const hasStacks = rows.some((row) => row.isOn && row.provider.name === sampleProvider)
  return hasStacks ? <TopTable status={status} /> : <CollectedTable status={status} presetId={presetId} />
}

function useRecordingCommands(documentId: string, jobId: string): void {
  const job = (): Job | null => selectMainJob(jobId)(appStore.getState())
  const offers = (action: JobAction) => () =>
    appStore.getState().activeDocumentId === documentId && (job()?.actions.includes(action) ?? false)
  const run = (action: JobAction) => () => {
    const current = job()
    if (current !== null) actOnJob(current, action)
  }
  useCommands([
    {
      id: 'record.stop',
      title: recordLabels.recordingView.stopRecording,
      group: recordLabels.recordingView.record,
      keys: ['Mod+Period'],
      when: offers('stop'),
      run: run('stop'),
    },
    {
      id: 'record.mark',
      title: recordLabels.recordingView.markThisMoment,
      group: recordLabels.recordingView.record,
      keys: ['M'],
      when: () => appStore.getState().activeDocumentId === documentId && job()?.phase === 'recording',
      run: () => setMark(jobId),
    },
    {
      id: 'record.save',
      title: recordLabels.recordingView.saveLastSeconds,
      group: recordLabels.recordingView.record,
      keys: ['Mod+S'],
      when: offers('save'),
      run: run('save'),
    },
    {
      id: 'record.stopWithoutNames',
      title: recordLabels.recordingView.stopNow,
      group: recordLabels.recordingView.record,
      when: offers('stop-without-names'),
      run: run('stop-without-names'),
    },
  ])
}
