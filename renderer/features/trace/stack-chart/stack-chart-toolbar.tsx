import { ImageDown, ZoomOut } from 'lucide-react'
import { formatCount } from '../../../../shared/base/format.ts'
import type { TraceStackChart } from '../../../../shared/model/trace/trace-stack-chart.ts'
import type { Picture } from '../../../canvas/picture.ts'
import { pictureEntries } from '../../../commands/picture-entries.ts'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import { Toolbar } from '../../../ui/layout/pane.tsx'
import { Menu } from '../../../ui/overlay/menu.tsx'
import { FlameLegend } from '../flame/flame-legend.tsx'
import flameStyles from '../flame/flame-tab.module.css'
import { kindWords, samplesWords } from '../flame/flame-words.ts'
import { useTraceView } from '../view/trace-view.ts'
import { shownThread, threadWords, timeWords } from './chart-words.ts'
import styles from './stack-chart.module.css'
import type { StackChartState } from './use-stack-chart.ts'
import { StrongPart } from '../../../ui/text/strong-part.tsx'
import { stackChartLabels } from './stack-chart-labels.ts'

const gapHint = stackChartLabels.toolbar.explanation

export function StackChartToolbar({ state }: { readonly state: StackChartState }) {
  const { chart, palette, isZoomed } = state
  const { target, selection, imported } = useTraceView()
  const isImported = imported !== null
  return (
    <Toolbar label={stackChartLabels.toolbar.stackChart} className={flameStyles.toolbar}>
      {chart !== null && chart.thread !== null && (
        <Select
          label={stackChartLabels.toolbar.thread}
          size="small"
          className={styles.thread}
          value={chart.thread}
          options={chart.threads.map((thread) => ({
            value: thread.id,
            label: threadWords(thread),
            ...(isImported ? {} : { detail: formatCount(thread.samples) }),
          }))}
          onChange={state.showThread}
        />
      )}
      {chart !== null && (
        <span className={flameStyles.sum} {...(isImported ? {} : { title: gapHint })}>
          <StrongPart text={sumWords(chart, kindWords(selection), isImported)} part={samplesWords(chart.sampleCount)} />
        </span>
      )}
      {isZoomed && (
        <IconButton
          icon={ZoomOut}
          label={stackChartLabels.toolbar.zoomOut}
          shortcut="Backspace"
          size="small"
          onClick={() => state.goBack()}
        />
      )}
      <FlameLegend palette={palette} />
      <Menu
        align="end"
        trigger={<IconButton icon={ImageDown} label={stackChartLabels.toolbar.pictureStackChart} size="small" />}
        entries={pictureEntries('stack-chart', () => pictureOf(state, target.name, isImported))}
      />
    </Toolbar>
  )
}

function sumWords(
  { sampleCount, omittedBoxCount, threadCount, threads }: TraceStackChart,
  kind: string,
  isImported: boolean,
): string {
  const words = stackChartLabels.toolbar
  return [
    isImported ? words.timesInTheFile : words.sum(kind, samplesWords(sampleCount)),
    ...(omittedBoxCount > 0 ? [words.zoomIn] : []),
    ...(threadCount > threads.length ? [words.moreThreads(threadCount - threads.length)] : []),
  ].join(', ')
}

function pictureOf({ canvas, chart }: StackChartState, name: string, isImported: boolean): Picture | null {
  if (canvas === null || chart === null) return null
  const { from, to } = canvas.target
  const stretch = stackChartLabels.toolbar.stretch(timeWords(chart, from), timeWords(chart, to))
  const samples = isImported ? '' : `, ${samplesWords(chart.sampleCount)}`
  const subtitle = `${shownThread(chart)}, ${stretch}${samples}`
  return canvas.picture({ title: name, subtitle, name: `${name}-stack-chart` })
}
