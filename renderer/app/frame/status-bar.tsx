import { HardDrive, History, Keyboard, Plug, Radar, Unplug } from 'lucide-react'
import { useShallow } from 'zustand/react/shallow'
import { formatBytes, quantityText, formatCount, formatDateTime } from '../../../shared/base/format.ts'
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
import { StrongPart } from '../../ui/text/strong-part.tsx'
import { appLabels } from '../app-labels.ts'

const fontSizes = [85, 100, 115, 130, 150, 200] as const

/** What the connection does, what the disk has left, and the ways to change how the page reads. */
export function StatusBar() {
  return (
    <footer className={styles.bar} aria-label={appLabels.statusBar.status}>
      <ConnectionStatus />
      <DiskStatus />
      <span className={styles.spacer} />
      <TimeButton />
      <TextSizeButton />
      <button
        type="button"
        className={styles.button}
        aria-label={appLabels.statusBar.shortcuts}
        title={appLabels.statusBar.keyboardShortcuts}
        onClick={() => {
          commands.run('app.shortcuts')
        }}
      >
        <Icon icon={Keyboard} size={12} />
        <span className={styles.word}>{appLabels.statusBar.shortcuts}</span> <b>?</b>
      </button>
    </footer>
  )
}

const phaseWords: Readonly<Record<LivePhase, string>> = {
  starting: appLabels.statusBar.connecting,
  waiting: appLabels.statusBar.waitingForValues,
  live: appLabels.statusBar.connected,
  paused: appLabels.statusBar.paused,
  exited: appLabels.statusBar.exited,
  failed: appLabels.statusBar.notConnected,
  file: appLabels.statusBar.file,
  closed: appLabels.statusBar.closed,
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
    const watching = appLabels.statusBar.watching(count)
    return (
      <span className={styles.item} role="status">
        <Icon icon={Radar} size={12} />
        {isProcessList && isComplete ? (
          <span className="ellipsis" title={watching}>
            <StrongPart text={watching} part={formatCount(count)} />
          </span>
        ) : (
          <span className="ellipsis">{appLabels.statusBar.watchingNone}</span>
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
        <span>
          <StrongPart text={appLabels.statusBar.lost(formatCount(lost))} part={formatCount(lost)} />
        </span>
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
  const stored = quantityText(formatBytes(retention.memoryBytes + retention.diskBytes))
  return (
    <Tooltip
      text={
        dropped > 0
          ? appLabels.statusBar.samplesSinceAndDropped(since, dropped)
          : appLabels.statusBar.samplesSince(since)
      }
      side="top"
    >
      <span className={cx(styles.item, dropped > 0 && styles.warn)}>
        <Icon icon={History} size={12} />
        {dropped > 0 ? appLabels.statusBar.storedAndDropped(stored, dropped) : appLabels.statusBar.stored(stored)}
      </span>
    </Tooltip>
  )
}

const lowDiskBytes = 2 * 1024 ** 3

function DiskStatus() {
  const freeBytes = useApp((state) => state.diskFreeBytes)
  if (freeBytes === null) return null
  const free = quantityText(formatBytes(freeBytes))
  return (
    <Tooltip text={appLabels.statusBar.freeSpaceHint} side="top">
      <span className={cx(styles.item, styles.disk, freeBytes < lowDiskBytes && styles.warn)}>
        <Icon icon={HardDrive} size={12} />
        <span>
          <StrongPart text={appLabels.statusBar.free(free)} part={free} />
        </span>
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
      title={appLabels.statusBar.switchTime}
      onClick={() => {
        commands.run('time.toggle')
      }}
    >
      {timeDisplay === 'local' ? appLabels.statusBar.localTime : 'UTC'}
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
        <button
          type="button"
          className={styles.button}
          aria-label={appLabels.statusBar.textSize(String(percent))}
          title={appLabels.statusBar.textSizeTitle}
        >
          {percent} %
        </button>
      }
      entries={[
        {
          kind: 'choice',
          label: appLabels.statusBar.textSizeTitle,
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
