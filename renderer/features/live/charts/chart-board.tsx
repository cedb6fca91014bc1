import { useEffect, useRef, useState, type DragEvent, type PointerEvent, type ReactNode, type RefObject } from 'react'
import { frameLoop } from '../../../canvas/frame-loop.ts'
import { plotWidthPx, shareOfPlot } from '../../../canvas/timeline/gutters.ts'
import { liveSpanLimits, orderedRange, panRange, timeOfX, zoomRange } from '../../../canvas/timeline/time-scale.ts'
import { appStore } from '../../../store/create-store.ts'
import { cx } from '../../../ui/class-names.ts'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { moveChart } from '../board/board.ts'
import { withNewChart } from '../board/board-changes.ts'
import styles from './chart-board.module.css'
import { ChartTrack } from './chart-track.tsx'
import { LanesStrip } from './lanes-strip.tsx'
import { liveViewOf, useLive, useLiveView } from '../live-context.ts'
import { RangeBar } from '../board/range-bar.tsx'
import { chartDragType, seriesDragType, takeSeries } from '../board/series-drag.ts'
import { ValuesTable } from '../explorer/values-table.tsx'
import { liveLabels } from '../live-labels.ts'

/** All charts and the lanes of one board: one time axis, one cursor, one selection. */
export function ChartBoard() {
  const { board, changeBoard, runtime } = useLive()
  const isTableShown = useLiveView((view) => view.isTableShown)
  const { view, feed } = runtime
  const scroller = useRef<HTMLDivElement | null>(null)
  useFramePacing()

  if (isTableShown) {
    return (
      <>
        <RangeBar />
        <ValuesTable />
      </>
    )
  }
  return (
    <>
      <RangeBar />
      <PlotPointer>
        <div
          ref={scroller}
          className={cx(styles.charts, board.layout === 'grid' && styles.grid)}
          data-layout={board.layout}
          data-testid="live-charts"
          onDragOver={(event) => {
            if (event.dataTransfer.types.some((type) => type === seriesDragType || type === chartDragType)) {
              event.preventDefault()
            }
          }}
          onDrop={(event) => {
            event.preventDefault()
            const series = takeSeries(event.dataTransfer)
            if (series !== null) {
              changeBoard((current) => withNewChart(current, series, feed.catalog, dropIndex(event, scroller.current)))
              return
            }
            const moved = event.dataTransfer.getData(chartDragType)
            if (moved !== '') changeBoard((current) => moveChart(current, moved, dropIndex(event, scroller.current)))
          }}
        >
          {board.charts.map((chart, index) => (
            <ChartTrack key={chart.id} chart={chart} index={index} />
          ))}
          {board.charts.length === 0 && <EmptyBoard />}
        </div>
        <WholeTracks scroller={scroller} chartCount={board.charts.length} />
        <LanesStrip view={view} />
      </PlotPointer>
    </>
  )
}

interface WholeTracksProps {
  readonly scroller: RefObject<HTMLElement | null>
  readonly chartCount: number
}

/** Rows of charts are as high as makes a whole number of them visible: a chart that is cut looks like one that is broken. */
function WholeTracks({ scroller, chartCount }: WholeTracksProps) {
  useEffect(() => {
    const element = scroller.current
    if (element === null) return
    const fit = () => {
      const least = Number.parseFloat(getComputedStyle(element).getPropertyValue('--track-least')) || 96
      const scale = Number.parseFloat(document.documentElement.style.getPropertyValue('--scale')) || 1
      const whole = Math.max(1, Math.floor(element.clientHeight / (least * scale)))
      element.style.setProperty(
        '--track-height',
        `${element.clientHeight / Math.min(whole, Math.max(1, chartCount))}px`,
      )
    }
    const observer = new ResizeObserver(fit)
    observer.observe(element)
    fit()
    return () => observer.disconnect()
  }, [scroller, chartCount])
  return null
}

/** The default board is made of what has sent samples: before the first one there is nothing to be charted by hand either. */
function EmptyBoard() {
  const { runtime } = useLive()
  const hasSamples = useLiveView((view) => view.status?.firstSampleMs != null)
  return hasSamples && runtime.feed.catalog.instruments().length > 0 ? (
    <EmptyState isCentred title={liveLabels.chartBoard.noCharts} text={liveLabels.chartBoard.noChartsText} />
  ) : (
    <EmptyState isCentred title={liveLabels.chartBoard.nothingYet} text={liveLabels.chartBoard.nothingYetText} />
  )
}

/** The loop's statistics belong to what is measured: they start afresh with each screen that comes to the front. */
function useFramePacing(): void {
  const { isActive } = useLive()
  useEffect(() => {
    if (isActive) frameLoop.resetStatistics()
  }, [isActive])
}

/** Before or behind the chart under the pointer. */
function dropIndex(event: DragEvent, scroller: HTMLElement | null): number {
  const tracks = [...(scroller?.querySelectorAll('[data-chart-id]') ?? [])]
  const under = tracks.findIndex((track) => {
    const box = track.getBoundingClientRect()
    return event.clientY <= box.bottom && event.clientX <= box.right
  })
  const box = tracks[under]?.getBoundingClientRect()
  if (box === undefined) return tracks.length
  return event.clientY > box.top + box.height / 2 ? under + 1 : under
}

interface PlotPointerProps {
  readonly children: ReactNode
}

const dragFromPx = 4

/** Pointer on any plot: hover moves the cursor, a drag brushes a range, Ctrl and wheel zoom, Shift and wheel (or sideways) pan. */
function PlotPointer({ children }: PlotPointerProps) {
  const { runtime, documentId } = useLive()
  const { view } = runtime
  const host = useRef<HTMLDivElement | null>(null)
  const [brush, setBrush] = useState<{ readonly fromMs: number; readonly startX: number } | null>(null)
  const { selectLive, zoomLive } = appStore.getState()

  const shareAt = (event: { readonly target: EventTarget | null; readonly clientX: number }): number | null => {
    const plot = event.target instanceof Element ? event.target.closest('[data-plot]') : null
    const first = plot ?? (brush === null ? null : host.current?.querySelector('[data-plot]'))
    if (first === null || first === undefined) return null
    return shareOfPlot(event.clientX, first.getBoundingClientRect())
  }
  const timeAt = (share: number) => timeOfX(view.range, 1, share)

  const onPointerDown = (event: PointerEvent) => {
    const share = shareAt(event)
    if (event.button !== 0 || share === null || share < 0 || share > 1) return
    if (event.target instanceof Element && event.target.closest('button,[role="slider"]') !== null) return
    setBrush({ fromMs: timeAt(share), startX: event.clientX })
  }
  const onPointerMove = (event: PointerEvent) => {
    const share = shareAt(event)
    view.setCursor(share !== null && share >= 0 && share <= 1 ? share : null)
    // Released outside the window, which tells nobody.
    if (brush !== null && (event.buttons & 1) === 0) return setBrush(null)
    if (brush === null || share === null || Math.abs(event.clientX - brush.startX) < dragFromPx) return
    event.currentTarget.setPointerCapture(event.pointerId)
    selectLive(documentId, orderedRange(brush.fromMs, timeAt(Math.min(1, Math.max(0, share)))))
  }
  const onPointerUp = (event: PointerEvent) => {
    if (brush === null) return
    setBrush(null)
    if (Math.abs(event.clientX - brush.startX) < dragFromPx && liveViewOf(documentId).selection !== null)
      selectLive(documentId, null)
  }

  // A React wheel handler is passive and could not keep the page from zooming.
  useEffect(() => {
    const element = host.current
    if (element === null) return
    const onWheel = (event: WheelEvent) => {
      const plot = event.target instanceof Element ? event.target.closest('[data-plot]') : null
      if (plot === null) return
      const isZoom = event.ctrlKey || event.metaKey
      const sideways = event.shiftKey ? event.deltaY + event.deltaX : event.deltaX
      const isPan = !isZoom && Math.abs(sideways) > (event.shiftKey ? 0 : Math.abs(event.deltaY))
      if (!isZoom && !isPan) return
      event.preventDefault()
      const box = plot.getBoundingClientRect()
      const share = shareOfPlot(event.clientX, box)
      if (share === null) return
      const atMs = timeOfX(view.range, 1, Math.min(1, Math.max(0, share)))
      const { fromMs, toMs } = view.range
      const next = isZoom
        ? zoomRange(view.range, atMs, 1.0015 ** event.deltaY, liveSpanLimits)
        : panRange(view.range, (sideways / plotWidthPx(box.width)) * (toMs - fromMs))
      zoomLive(documentId, next)
    }
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [view, documentId, zoomLive])

  return (
    <div
      ref={host}
      className={styles.board}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={() => setBrush(null)}
      onPointerLeave={() => {
        if (brush === null) view.setCursor(null)
      }}
    >
      {children}
    </div>
  )
}
