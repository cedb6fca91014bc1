import type { TraceStackChart } from '../../../../shared/model/trace/trace-stack-chart.ts'
import { childrenOf } from '../../../canvas/flame/flame-moves.ts'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { ErrorState } from '../../../ui/layout/error-state.tsx'
import { BusyText } from '../../../ui/layout/skeleton.tsx'
import { MenuAt, type MenuEntry } from '../../../ui/overlay/menu.tsx'
import { copyStack } from '../flame/flame-entries.ts'
import { takeKey } from '../flame/flame-keys.ts'
import flameStyles from '../flame/flame-tab.module.css'
import { TooltipBeside } from '../flame/flame-tooltip.tsx'
import { FlameTree } from '../flame/flame-tree.tsx'
import { functionOf } from '../flame/use-flame-graph.ts'
import { useFrameEntries } from '../view/frame-entries.ts'
import { useTraceView } from '../view/trace-view.ts'
import { boxWords, callsWords, durationWords, timeWords } from './chart-words.ts'
import styles from './stack-chart.module.css'
import { StackChartToolbar } from './stack-chart-toolbar.tsx'
import { TimeAxis } from './time-axis.tsx'
import { type StackChartState, useStackChart } from './use-stack-chart.ts'
import { stackChartLabels } from './stack-chart-labels.ts'

/** What one thread did, sample after sample: a box for each call, as long as the samples in a row have it. */
export function StackChartTab() {
  const { attach, ...state } = useStackChart()
  const { chart, error, rowStarts, hover, menu } = state
  const { target, selection, select } = useTraceView()
  const entriesOf = useFrameEntries()
  if (error !== null && chart === null) return <ErrorState error={error} title={stackChartLabels.tab.couldntShow} />
  const entries = (box: number, of: TraceStackChart): readonly MenuEntry[] => [
    { kind: 'item', label: stackChartLabels.tab.zoomToThisCall, shortcut: 'Enter', run: () => state.zoomTo(box) },
    {
      kind: 'item',
      label: stackChartLabels.tab.selectThisTime,
      run: () => select({ ...selection, range: rangeOf(of, box) }),
    },
    ...(box === 0
      ? []
      : [
          ...entriesOf(functionOf(of, box)),
          {
            kind: 'item' as const,
            label: stackChartLabels.tab.copyStack,
            shortcut: 'C',
            run: () => copyStack(of, box),
          },
        ]),
  ]
  return (
    <div className={flameStyles.tab}>
      <StackChartToolbar state={state} />
      {chart !== null && <TimeAxis chart={chart} stretch={state.stretch} widthPx={state.widthPx} />}
      <FlameTree
        label={stackChartLabels.tab.stackChart}
        itemsId={`stack-chart-${target.documentId}`}
        attach={attach}
        boxes={chart}
        state={state}
        wordsOf={(box) => (chart === null ? '' : boxWords(chart, box))}
        hasCalls={(box) => chart !== null && childrenOf(chart, rowStarts, box).length > 0}
        onKey={(event) => takeKey(event, { boxes: chart, state })}
      />
      {chart === null && <BusyText className={flameStyles.over}>{stackChartLabels.tab.reading}</BusyText>}
      {chart?.thread === null && (
        <div className={flameStyles.over}>
          <EmptyState title={stackChartLabels.tab.nothingToShow} text={stackChartLabels.tab.noSamples} />
        </div>
      )}
      {chart !== null && hover !== null && menu === null && <ChartTooltip chart={chart} spot={hover} />}
      <MenuAt
        point={menu?.point ?? null}
        entries={menu === null || chart === null ? [] : entries(menu.box, chart)}
        onClose={state.closeMenu}
      />
    </div>
  )
}

function rangeOf({ fromMs, start, width }: TraceStackChart, box: number) {
  return { fromMs: fromMs + start[box]! / 1000, toMs: fromMs + (start[box]! + width[box]!) / 1000 }
}

interface ChartTooltipProps {
  readonly chart: TraceStackChart
  readonly spot: NonNullable<StackChartState['hover']>
}

function ChartTooltip({ chart, spot: { box, point } }: ChartTooltipProps) {
  if (box === 0 || box >= chart.width.length) return null
  const { method, module, name } = functionOf(chart, box)
  const start = chart.start[box]!
  const calls = callsWords(chart.calls[box]!)
  return (
    <TooltipBeside point={point}>
      <strong className={flameStyles.method}>{name}</strong>
      {name !== method && <span className={flameStyles.module}>{method}</span>}
      {module !== '' && <span className={flameStyles.module}>{module}</span>}
      <span className={styles.times}>
        {stackChartLabels.tab.from(durationWords(chart.width[box]!), timeWords(chart, start))}
      </span>
      {calls !== null && <span className={flameStyles.module}>{calls}</span>}
    </TooltipBeside>
  )
}
