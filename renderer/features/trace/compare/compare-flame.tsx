import { ImageDown, ZoomOut } from 'lucide-react'
import { childrenOf } from '../../../canvas/flame/flame-moves.ts'
import { pictureEntries } from '../../../commands/picture-entries.ts'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { Menu, MenuAt, type MenuEntry } from '../../../ui/overlay/menu.tsx'
import { copyStack } from '../flame/flame-entries.ts'
import { takeKey } from '../flame/flame-keys.ts'
import flameStyles from '../flame/flame-tab.module.css'
import { TooltipBeside } from '../flame/flame-tooltip.tsx'
import { FlameTree } from '../flame/flame-tree.tsx'
import { functionOf } from '../flame/use-flame-graph.ts'
import { useFrameEntries } from '../view/frame-entries.ts'
import { useTraceView } from '../view/trace-view.ts'
import type { CompareUnit } from '../../../../shared/model/trace/trace-compare.ts'
import type { CompareBoxes } from './compare-boxes.ts'
import { changeText, figureText, relativeText, unitWords } from './compare-words.ts'
import styles from './compare.module.css'
import { ChangeLegend } from './change-legend.tsx'
import { useCompareFlame } from './use-compare-flame.ts'
import { compareLabels } from './compare-labels.ts'

interface CompareFlameProps {
  readonly boxes: CompareBoxes
  readonly unit: CompareUnit
  /** What the root stands for. */
  readonly rootLabel: string
}

/** The stacks of both recordings as one flame graph: colors and patterns say where there is more or less in B. */
export function CompareFlame({ boxes, unit, rootLabel }: CompareFlameProps) {
  const { attach, ...state } = useCompareFlame(boxes, rootLabel)
  const { rowStarts, hover, menu, palette, isZoomed } = state
  const { target, baseline, setSearch } = useTraceView()
  const pictureOf = () =>
    state.canvas?.picture({
      title: compareLabels.flame.pictureTitle(baseline?.name ?? '', target.name),
      subtitle: compareLabels.flame.pictureSubtitle(unitWords[unit].sign),
      name: `${target.name}-compared`,
    }) ?? null
  const entriesOf = useFrameEntries()
  const wordsOf = (box: number): string => {
    const name = box === 0 ? rootLabel : functionOf(boxes, box).name
    return `${name}, ${figureWords(boxes, box, unit)}`
  }
  const entries = (box: number): readonly MenuEntry[] => [
    {
      kind: 'item',
      label: box === 0 ? compareLabels.flame.zoomOutToEverything : compareLabels.flame.zoomToThisBox,
      run: () => state.zoomTo(box),
    },
    ...(box === 0
      ? []
      : [
          ...entriesOf(functionOf(boxes, box)),
          {
            kind: 'item' as const,
            label: compareLabels.flame.copyStack,
            shortcut: 'C',
            run: () => copyStack(boxes, box),
          },
          { kind: 'separator' as const },
          {
            kind: 'item' as const,
            label: compareLabels.flame.findThisFunction,
            run: () => setSearch(functionOf(boxes, box).name),
          },
        ]),
  ]
  return (
    <div className={styles.flame}>
      <div className={styles.flameHead}>
        {isZoomed && (
          <IconButton
            icon={ZoomOut}
            label={compareLabels.flame.zoomOut}
            shortcut="Backspace"
            size="small"
            onClick={() => state.goBack()}
          />
        )}
        <ChangeLegend palette={palette} />
        <Menu
          align="end"
          trigger={<IconButton icon={ImageDown} label={compareLabels.flame.picture} size="small" />}
          entries={pictureEntries('flame-graph', pictureOf)}
        />
      </div>
      <FlameTree
        label={compareLabels.flame.differentialFlameGraph}
        itemsId={`compare-flame-${target.documentId}`}
        attach={attach}
        boxes={boxes}
        state={state}
        wordsOf={wordsOf}
        hasCalls={(box) => childrenOf(boxes, rowStarts, box).length > 0}
        onKey={(event) => takeKey(event, { boxes, state })}
      />
      {boxes.total === 0 && (
        <EmptyState title={compareLabels.flame.nothingToShow} text={compareLabels.flame.noSamples} />
      )}
      {hover !== null && menu === null && hover.box > 0 && hover.box < boxes.width.length && (
        <TooltipBeside point={hover.point}>
          <strong className={flameStyles.method}>{functionOf(boxes, hover.box).name}</strong>
          <span className={flameStyles.module}>{functionOf(boxes, hover.box).method}</span>
          <span className={flameStyles.module}>{functionOf(boxes, hover.box).module}</span>
          <span className="tabular">{figureWords(boxes, hover.box, unit)}</span>
        </TooltipBeside>
      )}
      <MenuAt point={menu?.point ?? null} entries={menu === null ? [] : entries(menu.box)} onClose={state.closeMenu} />
    </div>
  )
}

/** `30.0 → 31.2 %, +1.2 %, within noise`. */
function figureWords({ figures }: CompareBoxes, box: number, unit: CompareUnit): string {
  const { sign } = unitWords[unit]
  const { a, b, change } = figures[box]!
  return `${figureText(a)} → ${figureText(b)} ${sign}, ${changeText(change)} ${sign}, ${relativeText(figures[box]!)}`
}
