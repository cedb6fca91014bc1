import { useMemo, useState } from 'react'
import type { AppError } from '../../../shared/base/errors.ts'
import { formatTimeTick } from '../../../shared/base/format.ts'
import { selectIsActive, type LiveTarget } from '../../store/navigation-slice.ts'
import { useApp } from '../../store/create-store.ts'
import { selectLiveView, type LiveView } from '../../store/live-slice.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ErrorState } from '../../ui/layout/error-state.tsx'
import { useMetrics } from '../../ui/metrics.ts'
import { useHasRoomFor } from '../../ui/use-media-query.ts'
import { ChartBoard } from './charts/chart-board.tsx'
import { InstrumentExplorer } from './explorer/instrument-explorer.tsx'
import { ShownProcess } from './shown-process.tsx'
import { LiveBanners } from './live-banners.tsx'
import { ComparedBar } from './compared-bar.tsx'
import { LiveContext } from './live-context.ts'
import styles from './live-screen.module.css'
import { LiveToolbar } from './live-toolbar.tsx'
import { LoadingLive } from './loading-live.tsx'
import { wholePaneError } from './problem-words.ts'
import { ThresholdAlarm } from './board/threshold-alarm.tsx'
import { TileStrip } from './board/tile-strip.tsx'
import { useChartTheme } from '../../ui/use-chart-theme.ts'
import { localOffsetMs, useBoard, useLiveDocument, useViewLoop } from './use-live-document.ts'
import { LiveShortcuts } from './live-shortcuts.tsx'
import { liveLabels } from './live-labels.ts'

interface LiveScreenProps {
  readonly documentId: string
  readonly liveTarget: LiveTarget
}

/** Live values of one process or file: explorer, tiles, charts on one time axis, event lanes. */
export function LiveScreen({ documentId, liveTarget }: LiveScreenProps) {
  const { runtime, application, retry } = useLiveDocument(documentId, liveTarget)
  const catalogRevision = useApp((state) => selectLiveView(documentId)(state).catalogRevision)
  const phaseNow = useApp((state) => selectLiveView(documentId)(state).status?.phase)
  const failure = useApp((state) => failureOf(selectLiveView(documentId)(state)))
  const isActive = useApp(selectIsActive(documentId))
  const { board, changeBoard } = useBoard(application, runtime, catalogRevision)
  const theme = useChartTheme()
  const { timeDisplay } = useMetrics()
  const isNarrow = !useHasRoomFor(1000)
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  useViewLoop(documentId, runtime, board, isActive)

  const phase = failure === null ? (phaseNow ?? 'starting') : 'failed'
  const pid = liveTarget.kind === 'process' ? liveTarget.pid : undefined
  const value = useMemo(() => {
    if (runtime === null) return null
    return {
      documentId,
      target: liveTarget,
      application,
      runtime,
      catalogRevision,
      board,
      theme,
      isActive,
      timeOffsetMs: timeDisplay === 'utc' ? 0 : localOffsetMs(),
      formatTime: (timeMs: number, stepMs?: number) => formatTimeTick(timeMs, stepMs ?? 1000, timeDisplay),
      changeBoard,
    }
  }, [documentId, liveTarget, application, runtime, catalogRevision, board, theme, isActive, timeDisplay, changeBoard])

  if (failure !== null) {
    return (
      <div className={styles.screen} data-testid="live-view" data-phase="failed" data-pid={pid}>
        <ErrorState
          isCentred
          error={failure}
          title={liveLabels.screen.couldntOpen(liveTarget.name)}
          action={
            liveTarget.kind === 'process' ? <Button onClick={retry}>{liveLabels.screen.tryAgain}</Button> : undefined
          }
        />
      </div>
    )
  }
  if (value === null) {
    return (
      <div className={styles.screen} data-testid="live-view" data-phase={phase} data-pid={pid}>
        <LoadingLive name={liveTarget.name} />
      </div>
    )
  }
  const isExplorerShown = !isNarrow || isDrawerOpen
  return (
    <LiveContext.Provider value={value}>
      <div className={styles.screen} data-testid="live-view" data-phase={phase} data-pid={pid}>
        {isExplorerShown && (
          <ShownProcess>
            <InstrumentExplorer isDrawer={isNarrow} onClose={() => setDrawerOpen(false)} />
          </ShownProcess>
        )}
        <section className={styles.main} aria-label={liveLabels.screen.liveValuesOf(liveTarget.name)}>
          <LiveToolbar isExplorerFolded={isNarrow} onToggleExplorer={() => setDrawerOpen((isOpen) => !isOpen)} />
          <LiveBanners />
          <ComparedBar />
          <ShownProcess>
            <TileStrip />
          </ShownProcess>
          <ChartBoard />
        </section>
        <LiveShortcuts onShowExplorer={() => setDrawerOpen(true)} />
        <ThresholdAlarm />
      </div>
    </LiveContext.Provider>
  )
}

function failureOf({ openError, status }: LiveView): AppError | null {
  return openError ?? (status === null ? null : wholePaneError(status))
}
