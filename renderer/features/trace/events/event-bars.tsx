import { ImageDown } from 'lucide-react'
import { useRef, useState } from 'react'
import { formatDuration, quantityText } from '../../../../shared/base/format.ts'
import type { TraceEventMatches } from '../../../../shared/model/trace/trace-events.ts'
import type { TraceRange } from '../../../../shared/model/trace/trace-selection.ts'
import { barsPath, timeBarsPicture } from '../../../canvas/time-bars.ts'
import { pictureEntries } from '../../../commands/picture-entries.ts'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { Menu } from '../../../ui/overlay/menu.tsx'
import { useChartTheme } from '../../../ui/use-chart-theme.ts'
import { useTraceView } from '../view/trace-view.ts'
import styles from './events-tab.module.css'
import { eventsLabels } from './events-labels.ts'

interface EventBarsProps {
  readonly matches: TraceEventMatches
  readonly onSelect: (range: TraceRange) => void
}

const heightPx = 44

/** When the found events happened; a drag selects a time. */
export function EventBars({ matches: { bins, fromMs, toMs, count }, onSelect }: EventBarsProps) {
  const box = useRef<SVGSVGElement | null>(null)
  const [drag, setDrag] = useState<{ readonly from: number; readonly to: number } | null>(null)
  const placeOf = (clientX: number): number => {
    const { left, width } = box.current!.getBoundingClientRect()
    return Math.min(1, Math.max(0, (clientX - left) / Math.max(1, width)))
  }
  const msAt = (place: number): number => fromMs + place * (toMs - fromMs)
  return (
    <svg
      ref={box}
      className={styles.bars}
      role="img"
      aria-label={barsWords(count, fromMs, toMs)}
      viewBox={`0 0 ${String(bins.length)} ${String(heightPx)}`}
      preserveAspectRatio="none"
      onPointerDown={(event) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        const place = placeOf(event.clientX)
        setDrag({ from: place, to: place })
      }}
      onPointerMove={(event) => {
        if (drag !== null) setDrag({ ...drag, to: placeOf(event.clientX) })
      }}
      onPointerUp={() => {
        if (drag !== null && Math.abs(drag.to - drag.from) > 0.005)
          onSelect({ fromMs: msAt(Math.min(drag.from, drag.to)), toMs: msAt(Math.max(drag.from, drag.to)) })
        setDrag(null)
      }}
      onPointerCancel={() => setDrag(null)}
    >
      {drag !== null && (
        <rect
          x={Math.min(drag.from, drag.to) * bins.length}
          width={Math.abs(drag.to - drag.from) * bins.length}
          y={0}
          height={heightPx}
          className={styles.dragged}
        />
      )}
      <path d={barsPath(bins, heightPx, heightPx - 2)} />
    </svg>
  )
}

/** The bars as SVG and PNG; `filter` is what they were found by. */
export function EventBarsMenu({ matches, filter }: { readonly matches: TraceEventMatches; readonly filter: string }) {
  const theme = useChartTheme()
  const { name } = useTraceView().target
  const { bins, count, fromMs, toMs } = matches
  return (
    <Menu
      align="end"
      trigger={<IconButton icon={ImageDown} label={eventsLabels.eventBars.picture} size="small" />}
      entries={pictureEntries('time-bars', () => {
        const subtitle = [name, barsWords(count, fromMs, toMs)].join(', ')
        const words = { title: filter === '' ? eventsLabels.eventBars.all : filter, subtitle, name: `${name}-events` }
        return timeBarsPicture(theme, words, { counts: bins, fromMs, toMs }, theme.series[0]!)
      })}
    />
  )
}

function barsWords(count: number, fromMs: number, toMs: number): string {
  return eventsLabels.eventBars.eventsOver(count, quantityText(formatDuration(toMs - fromMs)))
}
