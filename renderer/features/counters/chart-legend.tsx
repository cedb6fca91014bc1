import { Fragment, useRef } from 'react'
import type { BoardChart } from '../../../shared/model/settings.ts'
import { dashOf } from '../../canvas/chart-theme.ts'
import { MiddleEllipsis } from '../../ui/middle-ellipsis.tsx'
import styles from './chart-board.module.css'
import type { ChartLine, ChartLines } from './chart-lines.ts'
import { colourOf } from './chart-painter.ts'
import { useLive, useTick, writeText } from './live-context.ts'
import { formatExact, formatValue } from './units.ts'

interface ChartLegendProps {
  readonly chart: BoardChart
  readonly resolved: ChartLines
}

/** Lines of the chart with their value at the cursor, or the newest one without a cursor. Top of the picture first. */
export function ChartLegend({ chart, resolved }: ChartLegendProps) {
  const { runtime } = useLive()
  const list = useRef<HTMLUListElement | null>(null)
  const inOrder =
    chart.isStacked || resolved.lines.some((line) => line.bandIndex !== null)
      ? resolved.lines.toReversed()
      : resolved.lines
  useTick(() => {
    const { view, feed } = runtime
    const rows = list.current?.querySelectorAll<HTMLElement>('[data-line]') ?? []
    inOrder.forEach((line, at) => {
      const row = rows[at]
      const published = feed.history.valueAt(line.seriesIndex, view.readingMs, view.maxStepMs)
      const formatted = formatValue(line.meaning, published)
      writeText(row?.firstElementChild, formatted.value)
      writeText(row?.lastElementChild, formatted.unit)
      const exact = published === null ? '' : formatExact(line.instrument, line.measure, published)
      if (row !== undefined && row.title !== exact) row.title = exact
    })
  })
  return (
    <ul ref={list} className={styles.legend}>
      {inOrder.map((line) => (
        <Fragment key={line.key}>
          <LegendLine line={line} />
        </Fragment>
      ))}
      {resolved.hiddenCount > 0 && (
        <li
          className={styles.note}
        >{`${resolved.hiddenCount} more series are not drawn; choose tag sets at the left`}</li>
      )}
      {resolved.missing.length > 0 && (
        <li className={styles.note}>
          {`Not in this process: ${resolved.missing.map((series) => series.instrument).join(', ')}`}
        </li>
      )}
    </ul>
  )
}

function LegendLine({ line }: { readonly line: ChartLine }) {
  const { theme } = useLive()
  return (
    <li className={styles.line} title={line.fullName}>
      <Swatch line={line} colour={colourOf(theme, line)} />
      <MiddleEllipsis text={line.axis === 'right' ? `${line.label} (right)` : line.label} />
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
