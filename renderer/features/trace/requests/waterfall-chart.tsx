import { useState, type KeyboardEvent, type RefObject } from 'react'
import { formatDuration, quantityText } from '../../../../shared/base/format.ts'
import type { TraceWaterfall } from '../../../../shared/model/trace/trace-waterfall.ts'
import { linearTicks } from '../../../canvas/ticks.ts'
import { MiddleEllipsis } from '../../../ui/text/middle-ellipsis.tsx'
import { type BarPlace, placeAfterKey, type WaterfallBar, type WaterfallRow } from './waterfall-rows.ts'
import { durationOf, durationWords } from './waterfall-words.ts'
import styles from './requests.module.css'
import { requestLabels } from './request-labels.ts'

const tickCount = 5

interface WaterfallChartProps {
  readonly grid: RefObject<HTMLDivElement | null>
  readonly found: TraceWaterfall
  readonly rows: readonly WaterfallRow[]
  readonly selectedKey: string | null
  readonly onSelect: (bar: WaterfallBar) => void
}

/** A grid: rows of bars on one time axis. Arrow keys move from bar to bar, Enter selects one. */
export function WaterfallChart({ grid, found, rows, selectedKey, onSelect }: WaterfallChartProps) {
  const { request } = found
  const [cursor, setCursor] = useState<BarPlace>({ row: 0, bar: 0 })
  const width = durationOf(request)
  const share = (ms: number): string => `${String(width === 0 ? 0 : (ms / width) * 100)}%`
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = placeAfterKey(rows, cursor, event.key)
    if (next === null) return
    event.preventDefault()
    setCursor(next)
    const key = rows[next.row]?.bars[next.bar]?.key
    const bars = grid.current?.querySelectorAll<HTMLElement>('[data-bar]') ?? []
    ;[...bars].find(({ dataset }) => dataset['bar'] === key)?.focus()
  }
  return (
    <div className={styles.chart}>
      <Axis widthMs={width} share={share} />
      <div ref={grid} role="grid" aria-label={requestLabels.chart.waterfall} tabIndex={-1} onKeyDown={onKeyDown}>
        {rows.map(({ key, label, kind, depth, bars }, row) => (
          <div key={key} role="row" className={styles.row} data-row={kind} aria-label={label}>
            <span
              role="rowheader"
              className={styles.label}
              style={{ paddingLeft: `calc(var(--page-edge) + ${String(depth * 12)}px)` }}
            >
              <MiddleEllipsis text={label} />
            </span>
            <span className={styles.track}>
              {bars.map((bar, at) => (
                <button
                  key={bar.key}
                  type="button"
                  role="gridcell"
                  data-bar={bar.key}
                  data-part={bar.span?.kind ?? 'child'}
                  data-failed={bar.child?.isFailed === true ? '' : undefined}
                  className={styles.bar}
                  style={{ left: share(bar.fromMs - request.startMs), width: share(bar.toMs - bar.fromMs) }}
                  aria-label={bar.words}
                  title={bar.words}
                  aria-selected={bar.key === selectedKey}
                  tabIndex={cursor.row === row && cursor.bar === at ? 0 : -1}
                  onFocus={() => setCursor({ row, bar: at })}
                  onClick={() => onSelect(bar)}
                />
              ))}
              {kind === 'child' && (
                <ChildTime bar={bars[0]!} share={share} startMs={request.startMs} endMs={request.endMs} />
              )}
            </span>
          </div>
        ))}
      </div>
    </div>
  )
}

interface ChildTimeProps {
  readonly bar: WaterfallBar
  readonly share: (ms: number) => string
  readonly startMs: number
  readonly endMs: number
}

/** How long it took, where there is room beside its bar. */
function ChildTime({ bar, share, startMs, endMs }: ChildTimeProps) {
  const isBefore = bar.toMs - startMs > (endMs - startMs) * 0.8
  const place = isBefore ? { right: share(endMs - bar.fromMs) } : { left: share(bar.toMs - startMs) }
  return (
    <span className={styles.time} style={place} aria-hidden>
      {durationWords(bar.toMs - bar.fromMs)}
    </span>
  )
}

function Axis({ widthMs, share }: { readonly widthMs: number; readonly share: (ms: number) => string }) {
  return (
    <div className={styles.axis} aria-hidden>
      <span className={styles.track}>
        {linearTicks(0, widthMs, tickCount).map((ms) => (
          <span key={ms} className={styles.tick} style={{ left: share(ms) }}>
            {ms === 0 ? '0' : quantityText(formatDuration(ms))}
          </span>
        ))}
      </span>
    </div>
  )
}
