import type { TraceStackChart } from '../../../../shared/model/trace/trace-stack-chart.ts'
import { linearTicks, niceStep } from '../../../canvas/ticks.ts'
import { xOfTime } from '../../../canvas/timeline/time-scale.ts'
import { tickLimit } from '../../../canvas/timeline/time-ticks.ts'
import styles from './stack-chart.module.css'

interface TimeAxisProps {
  readonly chart: TraceStackChart
  /** What is seen, in microseconds since the start of the chart. */
  readonly stretch: { readonly from: number; readonly to: number }
  readonly widthPx: number
}

/** Seconds since the recording started, above the boxes. */
export function TimeAxis({ chart: { fromMs }, stretch: { from, to }, widthPx }: TimeAxisProps) {
  const low = (fromMs + from / 1000) / 1000
  const high = (fromMs + to / 1000) / 1000
  const most = tickLimit(widthPx)
  const digits = Math.min(6, Math.max(0, -Math.floor(Math.log10(niceStep(high - low, most)) + 1e-9)))
  return (
    <div className={styles.axis} aria-hidden>
      {linearTicks(low, high, most).map((seconds) => (
        <span
          key={seconds}
          style={{ left: `${String(xOfTime({ fromMs: low * 1000, toMs: high * 1000 }, widthPx, seconds * 1000))}px` }}
        >
          {`${seconds.toFixed(digits)} s`}
        </span>
      ))}
    </div>
  )
}
