import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import type { BoardChart } from '../../../../shared/model/settings.ts'
import { dashOf } from '../../../canvas/chart-theme.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { cx } from '../../../ui/class-names.ts'
import { MiddleEllipsis } from '../../../ui/text/middle-ellipsis.tsx'
import { Popover } from '../../../ui/overlay/popover.tsx'
import { keepRoomFor, writeText } from '../../../ui/text/write-text.ts'
import styles from './chart-legend.module.css'
import { legendText, type ChartLine, type ChartLines } from './chart-lines.ts'
import { colourOf } from './line-painter.ts'
import { useLive, useTick } from '../live-context.ts'
import { formatExact, formatValue } from '../series/units.ts'
import { liveLabels } from '../live-labels.ts'

interface ChartLegendProps {
  readonly chart: BoardChart
  readonly resolved: ChartLines
}

/** Lines of the chart, top of the picture first. Those there is no room for are behind a button: half a line says nothing. */
export function ChartLegend({ chart, resolved }: ChartLegendProps) {
  const list = useRef<HTMLUListElement | null>(null)
  const roomCount = useRoomFor(list)
  const inOrder =
    chart.isStacked || resolved.lines.some((line) => line.bandIndex !== null)
      ? resolved.lines.toReversed()
      : resolved.lines
  const shownCount = inOrder.length > roomCount ? Math.max(1, roomCount - 1) : inOrder.length
  return (
    <LegendList lines={inOrder.slice(0, shownCount)} list={list}>
      {shownCount < inOrder.length && (
        <li className={styles.more}>
          <Popover
            label={liveLabels.chartLegend.allSeries}
            trigger={<Button kind="link">{liveLabels.chartLegend.more(String(inOrder.length - shownCount))}</Button>}
          >
            <LegendList lines={inOrder} className={styles.allLines} />
          </Popover>
        </li>
      )}
      {resolved.hiddenCount > 0 && (
        <li className={styles.note}>{liveLabels.chartLegend.moreNotShown(resolved.hiddenCount)}</li>
      )}
      {resolved.missing.length > 0 && (
        <li className={styles.note}>
          {liveLabels.chartLegend.notInThisProcess(resolved.missing.map((series) => series.instrument).join(', '))}
        </li>
      )}
    </LegendList>
  )
}

interface LegendListProps {
  readonly lines: readonly ChartLine[]
  readonly list?: RefObject<HTMLUListElement | null>
  readonly className?: string | undefined
  readonly children?: ReactNode
}

/** Lines with their value at the cursor, or the newest one without a cursor. */
function LegendList({ lines, list, className, children }: LegendListProps) {
  const { runtime } = useLive()
  const own = useRef<HTMLUListElement | null>(null)
  const element = list ?? own
  useTick(() => {
    const { view, group } = runtime
    let longest = 0
    const rows = element.current?.querySelectorAll<HTMLElement>('[data-line]') ?? []
    lines.forEach((line, at) => {
      const row = rows[at]
      const published = group.history.valueAt(line.seriesIndex, view.readingMs, view.maxStepMs)
      const formatted = formatValue(line.meaning, published)
      writeText(row?.firstElementChild, formatted.value)
      writeText(row?.lastElementChild, formatted.unit)
      longest = Math.max(longest, formatted.value.length + formatted.unit.length)
      if (row === undefined) return
      // Only where the pointer rests: a title for each value of eighty, four times a second, would be text that nobody reads.
      const isAsked = published !== null && row.matches(':hover')
      const exact = isAsked ? formatExact(line.instrument, line.measure, published) : ''
      if (row.title !== exact) row.title = exact
    })
    keepRoomFor(element.current, longest)
  })
  return (
    <ul ref={element} className={cx(styles.legend, className)}>
      {lines.map((line) => (
        <LegendLine key={line.key} line={line} />
      ))}
      {children}
    </ul>
  )
}

/** How many lines fit into what the head of the chart leaves for them; Infinity where nothing can be measured. */
function useRoomFor(list: RefObject<HTMLElement | null>): number {
  const [roomCount, setRoomCount] = useState(Infinity)
  useEffect(() => {
    const legend = list.current
    const head = legend?.parentElement ?? null
    if (legend === null || head === null) return
    const fit = () => {
      if (head.clientHeight === 0) return
      const style = getComputedStyle(legend)
      const headStyle = getComputedStyle(head)
      // A head above its chart is as high as what it holds, up to a limit: the limit counts, or one line less would make it lower.
      const heightPx = Number.parseFloat(headStyle.maxHeight) || head.clientHeight
      const bottomPx = head.getBoundingClientRect().top + heightPx - Number.parseFloat(headStyle.paddingBottom)
      const rowCount = Math.floor((bottomPx - legend.getBoundingClientRect().top) / Number.parseFloat(style.lineHeight))
      // Three cells a line: swatch, name, value.
      const columnCount = Math.max(1, Math.floor(style.gridTemplateColumns.split(' ').length / 3))
      setRoomCount(Math.max(1, rowCount) * columnCount)
    }
    const observer = new ResizeObserver(fit)
    observer.observe(head)
    fit()
    return () => observer.disconnect()
  }, [list])
  return roomCount
}

function LegendLine({ line }: { readonly line: ChartLine }) {
  const { theme } = useLive()
  return (
    <li className={styles.line} title={line.fullName}>
      <Swatch line={line} colour={colourOf(theme, line)} />
      <MiddleEllipsis text={legendText(line)} />
      <span className={styles.lineValue} data-line="">
        <span>–</span>
        <span className={styles.lineUnit} />
      </span>
    </li>
  )
}

const bandOpacity: Readonly<Record<string, number>> = { p99: 0.35, p95: 0.6 }

/** Colour, and the dash pattern where a colour comes back. */
function Swatch({ line, colour }: { readonly line: ChartLine; readonly colour: string }) {
  if (line.dashIndex === 0) {
    const opacity = line.bandIndex === null ? 1 : (bandOpacity[line.measure] ?? 1)
    return <span className={styles.swatch} style={{ background: colour, opacity }} aria-hidden />
  }
  return (
    <svg className={styles.swatchLine} aria-hidden viewBox="0 0 12 10">
      <path d="M0 5H12" stroke={colour} strokeWidth={2} strokeDasharray={dashOf(line.dashIndex).join(' ')} />
    </svg>
  )
}
