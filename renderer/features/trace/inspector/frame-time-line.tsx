import { ImageDown } from 'lucide-react'
import { formatDuration, quantityText } from '../../../../shared/base/format.ts'
import type { TraceFrameFacts } from '../../../../shared/model/trace/trace-frame-facts.ts'
import { barsPath, timeBarsPicture } from '../../../canvas/time-bars.ts'
import { pictureEntries } from '../../../commands/picture-entries.ts'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { Menu } from '../../../ui/overlay/menu.tsx'
import { useChartTheme } from '../../../ui/use-chart-theme.ts'
import { samplesWords } from '../flame/flame-words.ts'
import { useTraceView } from '../view/trace-view.ts'
import styles from './frame-inspector.module.css'
import { Part } from './frame-rows.tsx'
import { inspectorLabels } from './inspector-labels.ts'

const heightPx = 28

interface FrameTimeLineProps extends Pick<TraceFrameFacts, 'when'> {
  /** Of the function. */
  readonly name: string
}

/** When in the selection the samples with a function are. */
export function FrameTimeLine({ when: { fromMs, toMs, samples }, name }: FrameTimeLineProps) {
  const theme = useChartTheme()
  const file = useTraceView().target.name
  const all = samples.reduce((sum, count) => sum + count, 0)
  const over = inspectorLabels.timeLine.over(samplesWords(all), quantityText(formatDuration(toMs - fromMs)))
  const picture = () =>
    timeBarsPicture(
      theme,
      { title: name, subtitle: `${file}, ${over}`, name: `${file}-${name}` },
      { counts: samples, fromMs, toMs },
      theme.series[1]!,
    )
  return (
    <Part
      title={inspectorLabels.timeLine.when}
      action={
        <Menu
          align="end"
          trigger={<IconButton icon={ImageDown} label={inspectorLabels.timeLine.picture} size="small" />}
          entries={pictureEntries('time-bars', picture)}
        />
      }
    >
      <svg
        role="img"
        aria-label={over}
        className={styles.when}
        viewBox={`0 0 ${String(samples.length)} ${String(heightPx)}`}
        preserveAspectRatio="none"
      >
        <path d={barsPath(samples, heightPx, heightPx, 0.8)} />
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
