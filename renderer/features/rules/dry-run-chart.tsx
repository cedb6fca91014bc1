import { formatQuantity, quantityText } from '../../../shared/base/format.ts'
import type { DryRun } from '../../../shared/model/rules.ts'
import { linearTicks, niceCeiling } from '../../canvas/ticks.ts'
import { useApp } from '../../store/create-store.ts'
import { formatTimeTick } from '../../../shared/base/format.ts'
import styles from './rules.module.css'

const width = 1000
const height = 200
const [left, right, top, bottom] = [64, 16, 24, 28]
const mostTicks = 4
const timeTicks = 5

interface DryRunChartProps {
  readonly run: DryRun
  readonly labelledBy: string
}

/** A picture of some hundred points that stands still: the list below it says the same in words. */
export function DryRunChart({ run, labelledBy }: DryRunChartProps) {
  const display = useApp(({ settings }) => settings.timeDisplay)
  const { points, limit, fired, fromMs } = run
  const spanMs = Math.max(1, run.toMs - fromMs)
  const figures = [...points.map(([, figure]) => figure), ...(limit === null ? [] : [limit])]
  const low = Math.min(0, ...figures)
  const high = niceCeiling(low, Math.max(low, ...figures), mostTicks)
  const x = (timeMs: number) => left + ((timeMs - fromMs) / spanMs) * (width - left - right)
  const y = (figure: number) => height - bottom - ((figure - low) / (high - low)) * (height - top - bottom)
  const line = points.map(
    ([time, figure], at) => `${at === 0 ? 'M' : 'L'}${x(time).toFixed(1)} ${y(figure).toFixed(1)}`,
  )
  const times = Array.from({ length: timeTicks }, (_tick, at) => fromMs + (spanMs * at) / (timeTicks - 1))
  return (
    <svg
      className={styles.chart}
      viewBox={`0 0 ${String(width)} ${String(height)}`}
      role="img"
      aria-labelledby={labelledBy}
    >
      {points.length > 0 &&
        linearTicks(low, high, mostTicks).map((tick) => (
          <g key={tick}>
            <path className={styles.grid} d={`M${String(left)} ${String(y(tick))}H${String(width - right)}`} />
            <text x={left - 8} y={y(tick) + 4} textAnchor="end">
              {quantityText(formatQuantity(tick))}
            </text>
          </g>
        ))}
      {times.map((time, at) => (
        <text
          key={time}
          x={x(time)}
          y={height - 8}
          textAnchor={at === 0 ? 'start' : at === timeTicks - 1 ? 'end' : 'middle'}
        >
          {formatTimeTick(time, 1000, display)}
        </text>
      ))}
      <path className={styles.series} d={line.join('')} />
      {limit !== null && points.length > 0 && (
        <path className={styles.limit} d={`M${String(left)} ${String(y(limit))}H${String(width - right)}`} />
      )}
      {fired.map(({ timeMs, skipped }) => (
        <g key={timeMs} className={skipped === null ? styles.mark : styles.skipped}>
          <path d={`M${x(timeMs).toFixed(1)} ${String(top - 6)}V${String(height - bottom)}`} />
          <circle cx={x(timeMs)} cy={top - 10} r={5} />
        </g>
      ))}
    </svg>
  )
}
