import { ImageDown, ZoomOut } from 'lucide-react'
import { formatCount } from '../../../../shared/base/format.ts'
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

const gapHint =
  'Each sample stands for the time until the next one: what happened in between is not known. Gaps have no selected samples.'

export function StackChartToolbar({ state }: { readonly state: StackChartState }) {
  const { chart, palette, isZoomed } = state
  const { target, selection, summary } = useTraceView()
  const isImported = summary.imported !== null
  return (
    <Toolbar label="Stack chart" className={flameStyles.toolbar}>
      {chart !== null && chart.thread !== null && (
        <Select
          label="Thread"
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
          {isImported ? (
            'Times in the file'
          ) : (
            <>
              {kindWords(selection)} <strong className="tabular">{samplesWords(chart.sampleCount)}</strong>, gaps have
              none
            </>
          )}
          {chart.omittedBoxCount > 0 && ', zoom in to see all calls'}
          {chart.threadCount > chart.threads.length &&
            `, ${formatCount(chart.threadCount - chart.threads.length)} more threads aren’t listed`}
        </span>
      )}
      {isZoomed && (
        <IconButton icon={ZoomOut} label="Zoom out" shortcut="Backspace" size="small" onClick={() => state.zoomOut()} />
      )}
      <FlameLegend palette={palette} />
      <Menu
        align="end"
        trigger={<IconButton icon={ImageDown} label="Picture of the stack chart" size="small" />}
        entries={pictureEntries('Stack chart', () => pictureOf(state, target.name, isImported))}
      />
    </Toolbar>
  )
}

function pictureOf({ canvas, chart }: StackChartState, name: string, isImported: boolean): Picture | null {
  if (canvas === null || chart === null) return null
  const { from, to } = canvas.target
  const stretch = `${timeWords(chart, from)} to ${timeWords(chart, to)}`
  const samples = isImported ? '' : `, ${samplesWords(chart.sampleCount)}`
  const subtitle = `${shownThread(chart)}, ${stretch}${samples}`
  return canvas.picture({ title: name, subtitle, name: `${name}-stack-chart` })
}
