import { pathTo, siblingsOf } from '../../../canvas/flame/flame-moves.ts'
import { shareWords } from '../trace-words.ts'
import { useTraceView } from '../view/trace-view.ts'
import { rootWords, samplesWords } from './flame-words.ts'
import { functionOf } from './use-flame-graph.ts'
import type { FlameAnswer } from './use-flame.ts'

/** On each side of the focused box; a row may have thousands. */
const shownSiblings = 10

interface FlameTreeItemsProps {
  readonly answer: FlameAnswer
  readonly rowStarts: Uint32Array
  readonly cursor: number
}

/** The picture for those who do not see it: the way from the root to the focused box, and the boxes beside it. */
export function FlameTreeItems({ answer, rowStarts, cursor }: FlameTreeItemsProps) {
  const { target } = useTraceView()
  const { flame, question } = answer
  const path = pathTo(flame, cursor)
  const siblings = siblingsOf(flame, rowStarts, cursor)
  const at = siblings.indexOf(cursor)
  const near = siblings.slice(Math.max(0, at - shownSiblings), at + shownSiblings + 1)
  const boxes = [...path.slice(0, -1), ...near]
  return (
    <div className="visually-hidden" role="none">
      {boxes.map((box) => {
        const { name: own, module } = functionOf(flame, box)
        const name = box === 0 ? rootWords(question.selection) : own
        const isOnPath = path.includes(box)
        const hasCalls = flame.width[box]! > flame.self[box]!
        const place = isOnPath && box !== cursor ? [box] : siblings
        return (
          <div
            key={box}
            id={itemIdOf(target.documentId, box)}
            role="treeitem"
            aria-level={flame.depth[box]! + 1}
            aria-setsize={place.length}
            aria-posinset={place.indexOf(box) + 1}
            aria-selected={box === cursor}
            tabIndex={-1}
            {...(hasCalls ? { 'aria-expanded': isOnPath && box !== cursor } : {})}
          >
            {[name, shareWords(flame.width[box]!, flame.sampleCount), samplesWords(flame.width[box]!), module]
              .filter((part) => part !== '')
              .join(', ')}
          </div>
        )
      })}
    </div>
  )
}

export function itemIdOf(documentId: string, box: number): string {
  return `flame-${documentId}-${String(box)}`
}
