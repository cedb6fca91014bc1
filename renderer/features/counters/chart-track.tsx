import { Ellipsis } from 'lucide-react'
import { useCallback, useEffect, useMemo, useState, type DragEvent } from 'react'
import { frameLoop } from '../../canvas/frame-loop.ts'
import type { BoardChart } from '../../../shared/model/settings.ts'
import { cx } from '../../ui/class-names.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { MiddleEllipsis } from '../../ui/middle-ellipsis.tsx'
import { ChartLayer } from './chart-layer.ts'
import { ChartLegend } from './chart-legend.tsx'
import { chartTitle, resolveChart, type ChartLine } from './chart-lines.ts'
import { chartEntries } from './chart-entries.ts'
import { withSeriesIn } from './board-changes.ts'
import styles from './chart-board.module.css'
import { useLive, useLiveView } from './live-context.ts'
import { chartDragType, seriesDragType, takeSeries } from './series-drag.ts'
import { ThresholdDialog, ThresholdHandles } from './threshold-handles.tsx'

interface ChartTrackProps {
  readonly chart: BoardChart
  readonly index: number
}

/** One chart of the board: head with legend and menu, and the plot, which is painted outside React. */
export function ChartTrack({ chart, index }: ChartTrackProps) {
  const context = useLive()
  const { runtime, catalogRevision, changeBoard } = context
  const { feed, colours } = runtime
  const resolved = useMemo(
    () => resolveChart(chart, feed.catalog, colours),
    // oxlint-disable-next-line react/exhaustive-deps -- the catalog changes inside, its revision says when
    [chart, feed, colours, catalogRevision],
  )
  const [isDropTarget, setDropTarget] = useState(false)
  const [isAskingThreshold, setAskingThreshold] = useState(false)
  const { layer, attach } = useChartLayer(chart, resolved.lines)
  const { title, subtitle } = chartTitle(chart, resolved.lines)

  return (
    // Dropping has its keyboard way in the menus of instruments and charts.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- see above
    <div
      role="group"
      className={cx(styles.track, isDropTarget && styles.dropTarget)}
      aria-label={title}
      data-chart-id={chart.id}
      onDragOver={(event) => {
        if (!takesSeries(event)) return
        event.preventDefault()
        event.stopPropagation()
        setDropTarget(true)
      }}
      onDragLeave={() => setDropTarget(false)}
      onDrop={(event) => {
        setDropTarget(false)
        const series = takesSeries(event) ? takeSeries(event.dataTransfer) : null
        if (series === null) return
        event.preventDefault()
        event.stopPropagation()
        changeBoard((board) => withSeriesIn(board, chart.id, series, feed.catalog))
      }}
    >
      <div className={styles.head}>
        <div className={styles.title}>
          <div
            className={styles.heading}
            draggable
            onDragStart={(event) => {
              event.dataTransfer.setData(chartDragType, chart.id)
              event.dataTransfer.effectAllowed = 'move'
            }}
          >
            <h3 className={styles.headingText}>
              <MiddleEllipsis text={title} className={cx(styles.name)} />
            </h3>
          </div>
          <Menu
            align="end"
            entries={chartEntries({
              chart,
              index,
              lines: resolved.lines,
              layerOf: () => layer,
              askThreshold: () => setAskingThreshold(true),
              context,
            })}
            trigger={
              <IconButton icon={Ellipsis} size="small" label={`Menu of ${title}`} className={cx(styles.menuButton)} />
            }
          />
        </div>
        <div className={cx(styles.subtitle, 'ellipsis')} title={subtitle}>
          {subtitle}
        </div>
        <ChartLegend chart={chart} resolved={resolved} />
      </div>
      <div
        ref={attach}
        className={styles.plot}
        data-plot=""
        data-testid="live-chart"
        role="img"
        aria-label={`Chart of ${title}: ${resolved.lines.map((line) => line.label).join(', ')}`}
      >
        <ThresholdHandles chart={chart} lines={resolved.lines} layer={layer} />
      </div>
      {isAskingThreshold && (
        <ThresholdDialog
          chart={chart}
          lines={resolved.lines}
          layout={layer?.layout ?? null}
          onClose={() => setAskingThreshold(false)}
        />
      )}
    </div>
  )
}

/** Makes the layer with the plot, hands it what to draw, and keeps it in the frame loop while the document is in front. */
function useChartLayer(chart: BoardChart, lines: readonly ChartLine[]) {
  const { runtime, theme, timeOffsetMs, isActive } = useLive()
  const [layer, setLayer] = useState<ChartLayer | null>(null)
  const selection = useLiveView((view) => view.selection)
  const attach = useCallback(
    (host: HTMLDivElement | null) => {
      if (host === null) return undefined
      const made = new ChartLayer(host, runtime.feed, runtime.view)
      setLayer(made)
      return () => {
        setLayer(null)
        made.dispose()
      }
    },
    [runtime],
  )
  useEffect(() => {
    layer?.setChart(chart, lines)
  }, [layer, chart, lines])
  useEffect(() => {
    layer?.setScene({ theme, timeOffsetMs, selection })
  }, [layer, theme, timeOffsetMs, selection])
  useEffect(() => {
    if (!isActive || layer === null) return
    const painter = frameLoop.add(layer)
    return () => painter.dispose()
  }, [layer, isActive])
  return { layer, attach }
}

const takesSeries = (event: DragEvent) => event.dataTransfer.types.includes(seriesDragType)
