import { formatDuration, quantityText } from '../../../../shared/base/format.ts'
import type { TraceFrameFacts } from '../../../../shared/model/trace/trace-frame-facts.ts'
import { samplesWords } from '../flame/flame-words.ts'
import styles from './frame-inspector.module.css'
import { Part } from './frame-rows.tsx'
import { inspectorLabels } from './inspector-labels.ts'

const heightPx = 28

/** When in the selection the samples with a function are. */
export function FrameTimeLine({ when: { fromMs, toMs, samples } }: Pick<TraceFrameFacts, 'when'>) {
  const most = samples.reduce((highest, count) => Math.max(highest, count), 1)
  const path = Array.from(samples, (count, bin) => {
    if (count === 0) return ''
    const barPx = Math.max(1, (count / most) * heightPx)
    return `M${String(bin)} ${String(heightPx)}v${String(-barPx)}h.8V${String(heightPx)}z`
  })
  const all = samples.reduce((sum, count) => sum + count, 0)
  return (
    <Part title={inspectorLabels.timeLine.when}>
      <svg
        role="img"
        aria-label={inspectorLabels.timeLine.over(samplesWords(all), quantityText(formatDuration(toMs - fromMs)))}
        className={styles.when}
        viewBox={`0 0 ${String(samples.length)} ${String(heightPx)}`}
        preserveAspectRatio="none"
      >
        <path d={path.join('')} />
      </svg>
      <div className={styles.ends}>
        <span>{secondsText(fromMs)}</span>
        <span>{secondsText(toMs)}</span>
      </div>
    </Part>
  )
}

function secondsText(ms: number): string {
  return quantityText({ value: (ms / 1000).toFixed(2), unit: 's', full: '' })
}
