import { memo, useState } from 'react'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { ErrorState } from '../../../ui/layout/error-state.tsx'
import { BusyText } from '../../../ui/layout/skeleton.tsx'
import { MenuAt } from '../../../ui/overlay/menu.tsx'
import { shareWords } from '../trace-words.ts'
import { useFrameEntries } from '../view/frame-entries.ts'
import { type TraceView, useTraceView } from '../view/trace-view.ts'
import { flameEntries } from './flame-entries.ts'
import { takeKey } from './flame-keys.ts'
import styles from './flame-tab.module.css'
import { FlameToolbar } from './flame-toolbar.tsx'
import { FlameTooltip } from './flame-tooltip.tsx'
import { FlameTree } from './flame-tree.tsx'
import { useWeightWords, type WeightWords } from '../view/weight-words.ts'
import { rootWords } from './flame-words.ts'
import { type FlameAnswer, type FlameOptions, functionOf, type NamedBoxes, useFlameGraph } from './use-flame-graph.ts'
import { flameLabels } from './flame-labels.ts'

/** Where the selected samples are: a box for each function in each stack, as wide as its samples. */
export const FlameTab = memo(function FlameTab() {
  const [options, setOptions] = useState<FlameOptions>({ colouring: 'module', direction: 'icicle' })
  const { attach, ...graph } = useFlameGraph(options)
  const { answer, error, cursor, hover, menu } = graph
  const view = useTraceView()
  const weight = useWeightWords()
  const entriesOf = useFrameEntries()
  if (error !== null && answer === null) return <ErrorState error={error} title={flameLabels.tab.couldntShow} />
  const isEmpty = answer !== null && answer.flame.sampleCount === 0
  return (
    <div className={styles.tab}>
      <FlameToolbar graph={graph} options={options} onChange={setOptions} />
      <FlameTree
        label={flameLabels.tab.flameGraph}
        itemsId={`flame-${view.target.documentId}`}
        attach={attach}
        boxes={answer?.flame ?? null}
        state={graph}
        wordsOf={(box) => (answer === null ? '' : boxWords(answer, box, weight))}
        hasCalls={(box) => answer !== null && answer.flame.width[box]! > answer.flame.self[box]!}
        onKey={(event) =>
          takeKey(event, {
            boxes: answer?.flame ?? null,
            state: graph,
            direction: options.direction,
            takesOther: (key) => key === 'h' && answer !== null && hide(answer.flame, cursor, view),
          })
        }
      />
      {answer === null && <BusyText className={styles.over}>{flameLabels.tab.reading}</BusyText>}
      {isEmpty && (
        <div className={styles.over}>
          <EmptyState title={flameLabels.tab.nothingToShow} text={flameLabels.tab.noSamples} />
        </div>
      )}
      {answer !== null && hover !== null && menu === null && <FlameTooltip flame={answer.flame} spot={hover} />}
      <MenuAt
        point={menu?.point ?? null}
        entries={menu === null || answer === null ? [] : flameEntries(graph, answer.flame, menu.box, view, entriesOf)}
        onClose={graph.closeMenu}
      />
    </div>
  )
})

/** The root stays. */
function hide(boxes: NamedBoxes, box: number, { addTransform }: TraceView): true {
  const { method, module, name } = functionOf(boxes, box)
  if (box !== 0) addTransform({ kind: 'hide', frame: { method, module, name } })
  return true
}

function boxWords({ flame, question }: FlameAnswer, box: number, weight: WeightWords): string {
  const { name, module } = functionOf(flame, box)
  const width = flame.width[box]!
  const words = [box === 0 ? rootWords(question.selection) : name, shareWords(width, flame.sampleCount)]
  return [...words, weight.text(width), module].filter((part) => part !== '').join(', ')
}
