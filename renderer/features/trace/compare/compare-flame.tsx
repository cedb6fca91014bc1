import { ZoomOut } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { childrenOf, movedBox } from '../../../canvas/flame/flame-moves.ts'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { MenuAt, type MenuEntry } from '../../../ui/overlay/menu.tsx'
import { copyStack } from '../flame/flame-entries.ts'
import { moveOf, movesView } from '../flame/flame-keys.ts'
import flameStyles from '../flame/flame-tab.module.css'
import { TooltipBeside } from '../flame/flame-tooltip.tsx'
import { FlameTreeItems, itemIdOf } from '../flame/flame-tree-items.tsx'
import { functionOf } from '../flame/use-flame-graph.ts'
import { useFrameEntries } from '../view/frame-entries.ts'
import { useTraceView } from '../view/trace-view.ts'
import type { CompareUnit } from '../../../../shared/model/trace-compare.ts'
import type { CompareBoxes } from './compare-boxes.ts'
import { changeText, figureText, relativeText, unitWords } from './compare-words.ts'
import styles from './compare.module.css'
import { ChangeLegend } from './change-legend.tsx'
import { type CompareFlameState, useCompareFlame } from './use-compare-flame.ts'
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
  const { rowStarts, cursor, hover, menu, palette, isZoomed } = state
  const { target, setSearch } = useTraceView()
  const entriesOf = useFrameEntries()
  const itemsId = `compare-flame-${target.documentId}`
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
      </div>
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the tree takes the focus, its items are in the picture */}
      <div
        ref={attach}
        role="tree"
        aria-label={compareLabels.flame.differentialFlameGraph}
        aria-activedescendant={itemIdOf(itemsId, cursor)}
        tabIndex={0}
        className={flameStyles.graph}
        onFocus={() => state.setFocus(true)}
        onBlur={() => state.setFocus(false)}
        onKeyDown={(event) => compareKey(event, boxes, state)}
        onContextMenu={(event) => {
          if (event.button === 2) return
          event.preventDefault()
          state.openMenu()
        }}
      >
        <FlameTreeItems
          id={itemsId}
          boxes={boxes}
          rowStarts={rowStarts}
          cursor={cursor}
          wordsOf={wordsOf}
          hasCalls={(box) => childrenOf(boxes, rowStarts, box).length > 0}
        />
      </div>
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

/** Keys of the graph that has the focus. What it has no use for is left to the page. */
function compareKey(event: KeyboardEvent, boxes: CompareBoxes, state: CompareFlameState): void {
  if (event.altKey || event.ctrlKey || event.metaKey || !takesKey(event.key, boxes, state)) return
  event.preventDefault()
  event.stopPropagation()
}

function takesKey(key: string, boxes: CompareBoxes, state: CompareFlameState): boolean {
  const { rowStarts, cursor } = state
  const move = moveOf(key, 'icicle')
  if (move !== null) {
    state.moveTo(movedBox(boxes, rowStarts, cursor, move))
    return true
  }
  switch (key) {
    case 'Enter':
      state.zoomTo(cursor)
      return true
    case 'Backspace':
    case 'Escape':
      return state.goBack()
    case 'c':
      copyStack(boxes, cursor)
      return true
    default:
      return movesView(key, state)
  }
}
