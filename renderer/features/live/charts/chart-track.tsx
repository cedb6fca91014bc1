import { Ellipsis } from 'lucide-react'
import { useEffect, useMemo, useState, type DragEvent } from 'react'
import type { BoardChart } from '../../../../shared/model/settings.ts'
import { cx } from '../../../ui/class-names.ts'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { Menu, MenuAt, type MenuPoint } from '../../../ui/overlay/menu.tsx'
import { MiddleEllipsis } from '../../../ui/text/middle-ellipsis.tsx'
import { sharedPrefix } from '../series/catalog.ts'
import { ChartLayer } from './chart-layer.ts'
import { ChartLegend } from './chart-legend.tsx'
import { chartTitle, type ChartLine } from './chart-lines.ts'
import { comparable, resolveInGroup } from '../series/compared-lines.ts'
import { chartEntries } from './chart-entries.ts'
import { rangeEntries } from '../board/range-entries.ts'
import { withSeriesIn } from '../board/board-changes.ts'
import styles from './chart-board.module.css'
import { useLive, useLiveView } from '../live-context.ts'
import type { LiveRuntime } from '../live-runtime.ts'
import { chartDragType, seriesDragType, takeSeries } from '../board/series-drag.ts'
import { usePaintedLayer } from './use-painted-layer.ts'
import { ThresholdDialog, ThresholdHandles } from './threshold-handles.tsx'
import { liveLabels } from '../live-labels.ts'

interface ChartTrackProps {
  readonly chart: BoardChart
  readonly index: number
}

/** One chart of the board: head with legend and menu, and the plot, which is painted outside React. */
export function ChartTrack({ chart, index }: ChartTrackProps) {
  const context = useLive()
  const { runtime, catalogRevision, changeBoard } = context
  const { feed, group, colours } = runtime
  const compared = useLiveView((view) => view.compared)
  const resolved = useMemo(
    () => resolveInGroup(chart, group, colours),
    // oxlint-disable-next-line react/exhaustive-deps -- catalogs and group change inside; their revisions say when
    [chart, group, colours, catalogRevision, compared],
  )
  const [dropPlace, setDropPlace] = useState<DropPlace | null>(null)
  const [isAskingThreshold, setAskingThreshold] = useState(false)
  const drawn = useMemo(
    () => comparable(chart, group),
    // oxlint-disable-next-line react/exhaustive-deps -- the group changes inside, `compared` says when
    [chart, group, compared],
  )
  const { layer, attach } = useChartLayer(drawn, resolved.lines)
  const { title, subtitle } = chartTitle(chart, resolved.lines)
  const first = chart.series[0]
  const prefix = first === undefined ? '' : sharedPrefix(feed.catalog, first.source, first.provider)
  // The instrument list has shortened it alike; the group's label and the tooltip have all of it.
  const shortTitle = title.length > prefix.length && title.startsWith(prefix) ? title.slice(prefix.length) : title

  const [menuPoint, setMenuPoint] = useState<MenuPoint | null>(null)
  const entries = chartEntries({
    chart,
    index,
    lines: resolved.lines,
    layerOf: () => layer,
    askThreshold: () => setAskingThreshold(true),
    context,
  })

  return (
    // Dropping has its keyboard way in the menus of instruments and charts; so has the menu under the pointer, in the chart's button.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- see above
    <div
      role="group"
      className={cx(styles.track, dropPlace === 'chart' && styles.dropTarget)}
      data-drop={dropPlace ?? undefined}
      aria-label={title}
      data-chart-id={chart.id}
      onContextMenu={(event) => {
        event.preventDefault()
        setMenuPoint({ x: event.clientX, y: event.clientY })
      }}
      onDragOver={(event) => {
        if (!takesSeries(event)) return
        const place = dropPlaceOf(event)
        setDropPlace(place)
        // At its edges the board takes it: as a chart of its own, between the two.
        if (place !== 'chart') return
        event.preventDefault()
        event.stopPropagation()
      }}
      onDragLeave={() => setDropPlace(null)}
      onDrop={(event) => {
        setDropPlace(null)
        const series = takesSeries(event) ? takeSeries(event.dataTransfer) : null
        if (series === null || dropPlaceOf(event) !== 'chart') return
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
            <h3 className={styles.headingText} title={title}>
              <MiddleEllipsis text={shortTitle} className={cx(styles.name)} />
            </h3>
          </div>
          <Menu
            align="end"
            entries={entries}
            trigger={
              <IconButton
                icon={Ellipsis}
                size="small"
                label={liveLabels.chartTrack.menuFor(title)}
                className={cx(styles.menuButton)}
              />
            }
          />
        </div>
        <div className={cx(styles.subtitle, 'ellipsis')} title={subtitle}>
          {subtitle}
        </div>
        <ChartLegend chart={drawn} resolved={resolved} />
      </div>
      <div
        ref={attach}
        className={styles.plot}
        data-plot=""
        data-testid="live-chart"
        role="img"
        aria-label={liveLabels.chartTrack.chartOf(title, resolved.lines.map((line) => line.label).join(', '))}
      >
        <ThresholdHandles chart={chart} lines={resolved.lines} layer={layer} />
      </div>
      <MenuAt
        point={menuPoint}
        entries={menuPoint === null ? [] : [...rangeEntries(context), ...entries]}
        onClose={() => setMenuPoint(null)}
      />
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

const makeLayer = (host: HTMLDivElement, { group, view }: LiveRuntime) => new ChartLayer(host, group, view)

/** The layer of the plot, with what it is to draw. */
function useChartLayer(chart: BoardChart, lines: readonly ChartLine[]) {
  const { theme, timeOffsetMs } = useLive()
  const { layer, attach } = usePaintedLayer(makeLayer)
  const selection = useLiveView((view) => view.selection)
  useEffect(() => {
    layer?.setChart(chart, lines)
  }, [layer, chart, lines])
  useEffect(() => {
    layer?.setScene({ theme, timeOffsetMs, selection })
  }, [layer, theme, timeOffsetMs, selection])
  return { layer, attach }
}

type DropPlace = 'chart' | 'before' | 'behind'
const edgePx = 14

function dropPlaceOf(event: DragEvent): DropPlace {
  const box = event.currentTarget.getBoundingClientRect()
  if (event.clientY < box.top + edgePx) return 'before'
  return event.clientY > box.bottom - edgePx ? 'behind' : 'chart'
}

const takesSeries = (event: DragEvent) => event.dataTransfer.types.includes(seriesDragType)
