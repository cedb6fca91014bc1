import { Boxes, Flag, GitCompareArrows, LayoutGrid, PanelLeft, Rows3, Share, Snowflake, Table2 } from 'lucide-react'
import { useState } from 'react'
import { intervalsMs, type IntervalMs, type LivePhase } from '../../../shared/model/live.ts'
import { appStore, useApp } from '../../store/create-store.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { MenuAt, type MenuPoint } from '../../ui/overlay/menu.tsx'
import { Toolbar } from '../../ui/layout/pane.tsx'
import { SegmentedControl } from '../../ui/controls/segmented-control.tsx'
import { Select } from '../../ui/controls/select.tsx'
import { useHasRoomFor } from '../../ui/use-media-query.ts'
import { spansMs } from './board/board.ts'
import { BoardMenu } from './board/board-menu.tsx'
import { askWhatToCompare } from './compare-commands.ts'
import { comparedLimit } from './series/feed-group.ts'
import { exportEntries } from './board/export-entries.ts'
import { liveViewOf, useLive, useLiveView } from './live-context.ts'
import styles from './live-toolbar.module.css'
import { chooseInterval, markNow } from './live-shortcuts.tsx'
import { liveLabels } from './live-labels.ts'

const intervalLabels: Readonly<Record<IntervalMs, string>> = {
  100: '0.1 s',
  250: '0.25 s',
  1000: '1 s',
  5000: '5 s',
  60_000: '60 s',
}
const spanLabels: Readonly<Record<number, string>> = {
  60_000: '1 min',
  300_000: '5 min',
  3_600_000: '1 h',
  86_400_000: '24 h',
}
const sharedPaceHint = liveLabels.toolbar.speedsUpAll

interface LiveToolbarProps {
  readonly isExplorerFolded: boolean
  readonly onToggleExplorer: () => void
}

export function LiveToolbar({ isExplorerFolded, onToggleExplorer }: LiveToolbarProps) {
  const { documentId, target, board, changeBoard, runtime } = useLive()
  const { freezeLive } = appStore.getState()
  const isFrozen = useLiveView((view) => view.isFrozen)
  const isTableShown = useLiveView((view) => view.isTableShown)
  return (
    <Toolbar label={liveLabels.toolbar.liveView} className={styles.toolbar}>
      {isExplorerFolded && (
        <IconButton icon={PanelLeft} label={liveLabels.toolbar.instruments} onClick={onToggleExplorer} />
      )}
      {target.kind === 'process' && <IntervalControl />}
      <SpanControl />
      <Button
        icon={Snowflake}
        isPressed={isFrozen}
        shortcut="Space"
        title={liveLabels.toolbar.freezeHint}
        onClick={() => freezeLive(documentId, !isFrozen)}
        className={styles.labelled}
      >
        {liveLabels.toolbar.freeze}
      </Button>
      <Button
        icon={Flag}
        shortcut="M"
        onClick={() => markNow(documentId, runtime.view.readingMs, liveViewOf(documentId).marks.length)}
        className={styles.labelled}
      >
        {liveLabels.toolbar.mark}
      </Button>
      {target.kind === 'process' && <CompareButton />}
      {target.kind === 'process' && !target.isDemo && <HeapGraphButton />}
      <PhaseChip />
      <span className="grow" />
      <BoardMenu />
      <SegmentedControl
        label={liveLabels.toolbar.layout}
        value={isTableShown ? 'table' : board.layout}
        segments={[
          { value: 'rows', label: liveLabels.toolbar.chartsInRows, icon: Rows3 },
          { value: 'grid', label: liveLabels.toolbar.chartsInTwoColumns, icon: LayoutGrid },
          { value: 'table', label: liveLabels.toolbar.valuesAsTable, icon: Table2 },
        ]}
        onChange={(layout) => {
          appStore.getState().showLiveTable(documentId, layout === 'table')
          if (layout !== 'table' && layout !== board.layout) changeBoard((current) => ({ ...current, layout }))
        }}
      />
      <ExportButton />
    </Toolbar>
  )
}

function CompareButton() {
  const { documentId, target } = useLive()
  const isPossible = useLiveView((view) => view.liveId !== null && view.compared.length < comparedLimit)
  return (
    <Button
      icon={GitCompareArrows}
      shortcut="C"
      title={isPossible ? liveLabels.toolbar.compareHint : liveLabels.toolbar.mostCompared}
      disabled={!isPossible}
      className={styles.labelled}
      onClick={() => {
        if (target.kind === 'process') askWhatToCompare(documentId, target.processKey)
      }}
    >
      {liveLabels.toolbar.compare}
    </Button>
  )
}

/** Opens the page that says what a heap graph costs; nothing happens to the process yet. An icon: with a label the bar takes a second row. */
function HeapGraphButton() {
  const { target } = useLive()
  const row = useApp((state) =>
    target.kind === 'process' ? (state.processRows.find(({ key }) => key === target.processKey) ?? null) : null,
  )
  const isPossible = row !== null && row.exitedAtMs === null
  return (
    <IconButton
      icon={Boxes}
      label={liveLabels.toolbar.heapGraph}
      hint={isPossible ? liveLabels.toolbar.heapGraphHint : liveLabels.toolbar.exited}
      disabled={!isPossible}
      onClick={() => {
        if (row !== null)
          appStore.getState().openForProcess('heap-capture', { processKey: row.key, pid: row.pid, name: row.name })
      }}
    />
  )
}

function IntervalControl() {
  const { documentId, changeBoard, board } = useLive()
  const intervalMs = useLiveView((view) => view.status?.askedIntervalMs ?? view.status?.intervalMs)
  const isCompact = !useHasRoomFor(1400)
  const current = (intervalMs ?? board.intervalMs) as IntervalMs
  const choose = (intervalMs: IntervalMs) => chooseInterval(documentId, intervalMs, changeBoard)
  if (isCompact) {
    return (
      <Select
        label={liveLabels.toolbar.interval}
        value={current}
        options={intervalsMs.map((value) => ({
          value,
          label: intervalLabels[value],
          ...(value < 1000 ? { detail: liveLabels.toolbar.affectsAllSessions } : {}),
        }))}
        onChange={choose}
      />
    )
  }
  return (
    <>
      <span className={styles.caption}>{liveLabels.toolbar.every}</span>
      <SegmentedControl
        label={liveLabels.toolbar.interval}
        value={current}
        segments={intervalsMs.map((value) => ({
          value,
          label: intervalLabels[value],
          ...(value < 1000 ? { hint: sharedPaceHint } : {}),
        }))}
        onChange={choose}
      />
      {current < 1000 && (
        <span className={styles.note}>
          <Chip tone="warn" title={sharedPaceHint}>
            {liveLabels.toolbar.affectsAllSessions}
          </Chip>
        </span>
      )}
    </>
  )
}

function SpanControl() {
  const { documentId, board, changeBoard } = useLive()
  const isCompact = !useHasRoomFor(1400)
  const choose = (spanMs: number) => {
    appStore.getState().zoomLive(documentId, null)
    changeBoard((current) => ({ ...current, spanMs }))
  }
  const segments = spansMs.map((value) => ({ value, label: spanLabels[value] ?? '' }))
  if (isCompact)
    return <Select label={liveLabels.toolbar.timeSpan} value={board.spanMs} options={segments} onChange={choose} />
  return (
    <>
      <span className={styles.caption}>{liveLabels.toolbar.show}</span>
      <SegmentedControl
        label={liveLabels.toolbar.timeSpan}
        value={board.spanMs}
        segments={segments}
        onChange={choose}
      />
    </>
  )
}

/** Only when it is not simply live: colour, icon and word. */
function PhaseChip() {
  const isZoomed = useLiveView((view) => view.zoom !== null)
  const isFrozen = useLiveView((view) => view.isFrozen)
  const phase = useLiveView((view) => view.status?.phase)
  if (isZoomed) return null
  const word = isFrozen ? frozenWord : phase === undefined ? undefined : phaseWords[phase]
  if (word === undefined) return null
  return (
    <span className={styles.note}>
      <Chip tone={word.tone}>{word.text}</Chip>
    </span>
  )
}

const frozenWord = { tone: 'accent', text: liveLabels.toolbar.frozen } as const
const phaseWords: Readonly<Partial<Record<LivePhase, { readonly tone: 'warn' | 'note'; readonly text: string }>>> = {
  paused: { tone: 'warn', text: liveLabels.toolbar.paused },
  exited: { tone: 'note', text: liveLabels.toolbar.exitedWord },
  file: { tone: 'note', text: liveLabels.toolbar.file },
}

function ExportButton() {
  const context = useLive()
  const [point, setPoint] = useState<MenuPoint | null>(null)
  return (
    <>
      <Button
        icon={Share}
        data-export-button=""
        aria-haspopup="menu"
        shortcut="E"
        className={styles.labelled}
        onClick={(event) => {
          const box = event.currentTarget.getBoundingClientRect()
          setPoint({ x: box.left, y: box.bottom + 4 })
        }}
      >
        {liveLabels.toolbar.export}
      </Button>
      <MenuAt point={point} entries={exportEntries(context)} onClose={() => setPoint(null)} />
    </>
  )
}
