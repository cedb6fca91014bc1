import {
  ChartColumn,
  CircleQuestionMark,
  Diff,
  EllipsisVertical,
  Gauge,
  Hash,
  Star,
  type LucideIcon,
} from 'lucide-react'
import { useRef } from 'react'
import type { InstrumentDescriptor, InstrumentKind, SeriesDescriptor } from '../../../../shared/model/live.ts'
import { cx } from '../../../ui/class-names.ts'
import { Icon } from '../../../ui/icon.tsx'
import type { MenuPoint } from '../../../ui/overlay/menu.tsx'
import { MiddleEllipsis } from '../../../ui/text/middle-ellipsis.tsx'
import { keepRoomFor, writeText } from '../../../ui/text/write-text.ts'
import { toggleStar } from '../board/board.ts'
import { seriesKey, type ColourAssignments } from '../charts/chart-lines.ts'
import type { ExplorerRow } from './explorer-rows.ts'
import { headlineValue } from './explorer-values.ts'
import styles from './instrument-explorer.module.css'
import { useLive, useTick, type LiveContextValue } from '../live-context.ts'
import { formatValue, meaningOf } from '../series/units.ts'
import { liveLabels } from '../live-labels.ts'

const kindIcons: Readonly<Record<InstrumentKind, LucideIcon>> = {
  Counter: Hash,
  ObservableCounter: Hash,
  EventCounterSum: Hash,
  UpDownCounter: Diff,
  ObservableUpDownCounter: Diff,
  Gauge,
  ObservableGauge: Gauge,
  EventCounterMean: Gauge,
  Histogram: ChartColumn,
  Unknown: CircleQuestionMark,
}

interface ExplorerRowViewProps {
  readonly row: ExplorerRow
  readonly onMenu: (point: MenuPoint) => void
}

/** What a line of the explorer says; the grid draws the tree before it. */
export function ExplorerRowView({ row, onMenu }: ExplorerRowViewProps) {
  const context = useLive()
  switch (row.kind) {
    case 'starred-heading':
      return (
        <>
          <span className={styles.name}>{liveLabels.explorerRowView.starred}</span>
          <span className={styles.count}>{row.count}</span>
        </>
      )
    case 'provider':
      return (
        <>
          <MiddleEllipsis text={row.provider} className={cx(styles.name)} />
          <span className={styles.count}>{row.count}</span>
          {row.sources.length > 1 && (
            <span className={styles.source}>{row.shownSource === 'meter' ? 'meter' : 'counters'}</span>
          )}
        </>
      )
    case 'instrument': {
      const colour = chartedColour(row.headline, row.instrument, context.runtime.colours, context)
      return (
        <>
          <Icon icon={kindIcons[row.instrument.kind]} size={13} className={styles.kind} />
          <span className={styles.label} title={tooltipOf(row.instrument)}>
            <MiddleEllipsis text={row.shortName} className={cx(styles.name)} />
          </span>
          {row.sharedTags !== '' && (
            <span className={styles.shared} title={row.sharedTags}>
              {row.sharedTags}
            </span>
          )}
          {row.tagSetCount > 1 && <span className={styles.count}>{row.tagSetCount}</span>}
          {colour !== null && (
            <span
              className={styles.square}
              style={{ background: colour }}
              aria-label={liveLabels.explorerRowView.charted}
              role="img"
            />
          )}
          <RowValue headline={row.headline} instrument={row.instrument} />
          <RowButtons row={row} onMenu={onMenu} />
        </>
      )
    }
    case 'tag-set':
      return (
        <>
          <span className={styles.label} title={row.boardSeries.rawTags ?? undefined}>
            <MiddleEllipsis text={row.label} className={cx(styles.name)} />
          </span>
          <RowValue headline={row.headline} instrument={row.instrument} />
        </>
      )
  }
}

interface RowButtonsProps {
  readonly row: Extract<ExplorerRow, { kind: 'instrument' }>
  readonly onMenu: (point: MenuPoint) => void
}

/** For the pointer; the keyboard has the same in the row's menu, so these are not tab stops. */
function RowButtons({ row, onMenu }: RowButtonsProps) {
  const { changeBoard } = useLive()
  return (
    <>
      <button
        type="button"
        tabIndex={-1}
        className={styles.rowButton}
        aria-label={liveLabels.explorerRowView.moreFor(row.instrument.name)}
        onClick={(event) => {
          event.stopPropagation()
          const box = event.currentTarget.getBoundingClientRect()
          onMenu({ x: box.left, y: box.bottom })
        }}
      >
        <Icon icon={EllipsisVertical} size={13} />
      </button>
      <button
        type="button"
        tabIndex={-1}
        className={cx(styles.rowButton, row.isStarred && styles.starred)}
        aria-pressed={row.isStarred}
        aria-label={liveLabels.explorerRowView.star(row.instrument.name)}
        onClick={(event) => {
          event.stopPropagation()
          changeBoard((board) => toggleStar(board, row.boardSeries))
        }}
      >
        <Icon icon={Star} size={13} />
      </button>
    </>
  )
}

interface RowValueProps {
  readonly headline: readonly SeriesDescriptor[]
  readonly instrument: InstrumentDescriptor
}

/** Newest value, tag sets of a counter added up; written directly. */
function RowValue({ headline, instrument }: RowValueProps) {
  const { runtime } = useLive()
  const cell = useRef<HTMLSpanElement | null>(null)
  const value = useRef<HTMLSpanElement | null>(null)
  const unit = useRef<HTMLSpanElement | null>(null)
  const first = headline[0]
  useTick(() => {
    if (first === undefined) return
    const sum = headlineValue(headline, runtime)
    const formatted = formatValue(meaningOf(instrument, first.measure), sum)
    writeText(value.current, sum === null ? '' : formatted.value)
    writeText(unit.current, sum === null ? '' : formatted.unit)
    if (sum !== null) keepRoomFor(cell.current, formatted.value.length + formatted.unit.length)
  })
  return (
    <span
      ref={cell}
      className={styles.value}
      title={first?.measure === 'p95' ? liveLabels.explorerRowView.p95 : undefined}
    >
      {first?.measure === 'p95' && <span className={styles.measure}>p95</span>}
      <span ref={value} />
      <span ref={unit} className={styles.unit} />
    </span>
  )
}

function chartedColour(
  headline: readonly SeriesDescriptor[],
  instrument: InstrumentDescriptor,
  colours: ColourAssignments,
  { board, theme }: LiveContextValue,
): string | null {
  const isCharted = board.charts.some((chart) =>
    chart.series.some(
      (series) =>
        series.source === instrument.source &&
        series.provider === instrument.provider &&
        series.instrument === instrument.name,
    ),
  )
  const first = headline[0]
  if (!isCharted || first === undefined) return null
  const own = colours.known(seriesKey(instrument, first))
  const band = colours.known(`band\u0000${seriesKey(instrument, { ...first, measure: 'p50' })}`)
  const index = band ?? own
  return index === null ? null : (theme.series[index] ?? null)
}

/** Name, kind and unit, then what the application says about it. */
function tooltipOf(instrument: InstrumentDescriptor): string {
  const unit = instrument.unit === '' ? '' : `, ${instrument.unit}`
  const state = instrument.hasValues ? '' : `\n${liveLabels.explorerRowView.noValueSoFar}`
  const description = instrument.description === '' ? '' : `\n${instrument.description}`
  return `${instrument.name}\n${liveLabels.instrumentKinds[instrument.kind]}${unit}${description}${state}`
}
