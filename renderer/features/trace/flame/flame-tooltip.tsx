import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import type { FlamePoint } from '../../../canvas/flame/flame-pointer.ts'
import type { TraceFlame } from '../../../../shared/model/trace/trace-flame.ts'
import { ValueText } from '../../../ui/text/value.tsx'
import { shareWords } from '../trace-words.ts'
import styles from './flame-tab.module.css'
import { useWeightWords } from '../view/weight-words.ts'
import { type FlameSpot, functionOf } from './use-flame-graph.ts'
import { flameLabels } from './flame-labels.ts'

const besidePx = 14
/** Where the window ends sooner, it stands on the other side of the pointer. */
const roomPx = 440
const roomBelowPx = 140

/** What a box is, beside the pointer. */
export function FlameTooltip({
  flame,
  spot: { box, point },
}: {
  readonly flame: TraceFlame
  readonly spot: FlameSpot
}) {
  const words = useWeightWords()
  if (box === 0 || box >= flame.width.length) return null
  const { method, module, name } = functionOf(flame, box)
  const { sampleCount, intervalMs } = flame
  const line = (label: string, samples: number) => (
    <div>
      <dt>{label}</dt>
      <dd className="tabular">
        <ValueText text={words.time(samples, intervalMs)} />
      </dd>
      <dd className="tabular">{shareWords(samples, sampleCount)}</dd>
    </div>
  )
  return (
    <TooltipBeside point={point}>
      <strong className={styles.method}>{name}</strong>
      {name !== method && <span className={styles.module}>{method}</span>}
      {module !== '' && <span className={styles.module}>{module}</span>}
      <dl className={styles.figures}>
        {line(flameLabels.tooltip.total, flame.width[box]!)}
        {line(flameLabels.tooltip.self, flame.self[box]!)}
      </dl>
      <span className={styles.module}>
        {intervalMs === null ? words.nature : `${words.nature}, ${words.text(flame.width[box]!)}`}
      </span>
    </TooltipBeside>
  )
}

interface TooltipBesideProps {
  readonly point: FlamePoint
  readonly children: ReactNode
}

export function TooltipBeside({ point, children }: TooltipBesideProps) {
  const isLeft = point.x + roomPx > window.innerWidth
  const isAbove = point.y + roomBelowPx > window.innerHeight
  return createPortal(
    <div
      className={styles.tooltip}
      data-testid="flame-tooltip"
      aria-hidden
      style={{
        ...(isLeft ? { right: window.innerWidth - point.x + besidePx } : { left: point.x + besidePx }),
        ...(isAbove ? { bottom: window.innerHeight - point.y + besidePx } : { top: point.y + besidePx }),
      }}
    >
      {children}
    </div>,
    document.body,
  )
}
