import { HardDrive, History, Keyboard, Plug, Radar, Unplug } from 'lucide-react'
import { useShallow } from 'zustand/react/shallow'
import { formatBytes, formatCount, formatDateTime } from '../../../shared/base/format.ts'
import type { LivePhase } from '../../../shared/model/live.ts'
import { commands } from '../../commands/registry.ts'
import { useApp, type AppState } from '../../store/create-store.ts'
import { selectActiveDocument } from '../../store/navigation-slice.ts'
import { cx } from '../../ui/class-names.ts'
import { Icon } from '../../ui/icon.tsx'
import { Menu } from '../../ui/overlay/menu.tsx'
import { Tooltip } from '../../ui/overlay/tooltip.tsx'
import { Value } from '../../ui/text/value.tsx'
import styles from './status-bar.module.css'

const fontSizes = [85, 100, 115, 130, 150, 200] as const

/** What the connection does, what the disk has left, and the ways to change how the page reads. */
export function StatusBar() {
  return (
    <footer className={styles.bar} aria-label="Status">
      <ConnectionStatus />
      <DiskStatus />
      <span className={styles.spacer} />
      <TimeButton />
      <TextSizeButton />
      <button
        type="button"
        className={styles.button}
        aria-label="Shortcuts"
        title="Keyboard shortcuts (?)"
        onClick={() => {
          commands.run('app.shortcuts')
        }}
      >
        <Icon icon={Keyboard} size={12} />
        <span className={styles.word}>Shortcuts</span> <b>?</b>
      </button>
    </footer>
  )
}

const phaseWords: Readonly<Record<LivePhase, string>> = {
  starting: 'Connecting',
  waiting: 'Waiting for values',
  live: 'Connected',
  paused: 'No data: the process is paused',
  exited: 'The process has exited',
  failed: 'Not connected',
  file: 'File',
  closed: 'Closed',
}

function selectActiveSummary(state: AppState) {
  return state.liveSummaries[state.activeDocumentId] ?? null
}

function ConnectionStatus() {
  const summary = useApp(selectActiveSummary)
  const isProcessList = useApp((state) => selectActiveDocument(state)?.kind === 'processes')
  const [count, isComplete] = useApp(
    useShallow((state) => [
      state.processRows.filter((row) => row.exitedAtMs === null && row.problem?.kind !== 'exited').length,
      state.isProcessScanComplete,
    ]),
  )
  if (!summary) {
    return (
      <span className={styles.item} role="status">
        <Icon icon={Radar} size={12} />
        {isProcessList && isComplete ? (
          <span className="ellipsis" title={`Watching: ${formatCount(count)} .NET processes`}>
            Watching: <b className="tabular">{formatCount(count)}</b> .NET processes
          </span>
        ) : (
          <span className="ellipsis">Watching for .NET processes</span>
        )}
      </span>
    )
  }
  const isConnected = summary.phase === 'live' || summary.phase === 'waiting' || summary.phase === 'file'
  const lost = summary.lostEventCount
  return (
    <>
      <span className={cx(styles.item, !isConnected && styles.warn)} role="status">
        <Icon icon={isConnected ? Plug : Unplug} size={12} />
        <span className="ellipsis">{phaseWords[summary.phase]}</span>
      </span>
      {isConnected && summary.phase !== 'file' && (
        <span className={styles.item}>
          <b>
            <Value quantity={formatBytes(summary.bytesPerSecond, true)} />
          </b>
        </span>
      )}
      <span className={cx(styles.item, lost > 0 && styles.warn)}>
        <b className="tabular">{formatCount(lost)}</b> lost
      </span>
      <RetentionStatus />
    </>
  )
}

function RetentionStatus() {
  const retention = useApp((state) => selectActiveSummary(state)?.retention ?? null)
  const timeDisplay = useApp((state) => state.settings.timeDisplay)
  if (!retention || retention.keptSinceMs === null) return null
  const dropped = retention.droppedSampleCount
  const since = formatDateTime(retention.keptSinceMs, timeDisplay)
  return (
    <Tooltip
      text={`Samples since ${since}${dropped > 0 ? `. ${formatCount(dropped)} older samples were dropped to stay within the retention limits` : ''}`}
      side="top"
    >
      <span className={cx(styles.item, dropped > 0 && styles.warn)}>
        <Icon icon={History} size={12} />
        Stored <Value quantity={formatBytes(retention.memoryBytes + retention.diskBytes)} />
        {dropped > 0 && `, ${formatCount(dropped)} samples dropped`}
      </span>
    </Tooltip>
  )
}

const lowDiskBytes = 2 * 1024 ** 3

function DiskStatus() {
  const freeBytes = useApp((state) => state.diskFreeBytes)
  if (freeBytes === null) return null
  return (
    <Tooltip text="Free space on the disk where Pipescope stores its samples" side="top">
      <span className={cx(styles.item, styles.disk, freeBytes < lowDiskBytes && styles.warn)}>
        <Icon icon={HardDrive} size={12} />
        <b>
          <Value quantity={formatBytes(freeBytes)} />
        </b>
        free
      </span>
    </Tooltip>
  )
}

function TimeButton() {
  const timeDisplay = useApp((state) => state.settings.timeDisplay)
  return (
    <button
      type="button"
      className={styles.button}
      title="Switch between local time and UTC"
      onClick={() => {
        commands.run('time.toggle')
      }}
    >
      {timeDisplay === 'local' ? 'Local time' : 'UTC'}
    </button>
  )
}

function TextSizeButton() {
  const percent = useApp((state) => state.settings.fontSizePercent)
  const changeSettings = useApp((state) => state.changeSettings)
  return (
    <Menu
      align="end"
      trigger={
        <button type="button" className={styles.button} aria-label={`Text size ${String(percent)} %`} title="Text size">
          {percent} %
        </button>
      }
      entries={[
        {
          kind: 'choice',
          label: 'Text size',
          value: String(percent),
          options: fontSizes.map((size) => ({ value: String(size), label: `${String(size)} %` })),
          onChange: (value) => {
            const fontSizePercent = fontSizes.find((size) => String(size) === value)
            if (fontSizePercent !== undefined) changeSettings({ fontSizePercent })
          },
        },
      ]}
    />
  )
}
