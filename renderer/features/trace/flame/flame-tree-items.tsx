import type { FlameGraphBoxes } from '../../../canvas/flame/flame-layout.ts'
import { pathTo, siblingsOf } from '../../../canvas/flame/flame-moves.ts'

/** On each side of the focused box; a row may have thousands. */
const shownSiblings = 10

interface FlameTreeItemsProps {
  /** Begins the ids of the items. */
  readonly id: string
  readonly boxes: FlameGraphBoxes
  readonly rowStarts: Uint32Array
  readonly cursor: number
  readonly wordsOf: (box: number) => string
  readonly hasCalls: (box: number) => boolean
}

/** The picture for those who do not see it: the way from the root to the focused box, and the boxes beside it. */
export function FlameTreeItems({ id, boxes, rowStarts, cursor, wordsOf, hasCalls }: FlameTreeItemsProps) {
  const path = pathTo(boxes, cursor)
  const siblings = siblingsOf(boxes, rowStarts, cursor)
  const at = siblings.indexOf(cursor)
  const near = siblings.slice(Math.max(0, at - shownSiblings), at + shownSiblings + 1)
  return (
    <div className="visually-hidden" role="none">
      {[...path.slice(0, -1), ...near].map((box) => {
        const isOnPath = path.includes(box)
        const place = isOnPath && box !== cursor ? [box] : siblings
        return (
          <div
            key={box}
            id={itemIdOf(id, box)}
            role="treeitem"
            aria-level={boxes.depth[box]! + 1}
            aria-setsize={place.length}
            aria-posinset={place.indexOf(box) + 1}
            aria-selected={box === cursor}
            tabIndex={-1}
            {...(hasCalls(box) ? { 'aria-expanded': isOnPath && box !== cursor } : {})}
          >
            {wordsOf(box)}
          </div>
        )
      })}
    </div>
  )
}

export function itemIdOf(id: string, box: number): string {
  return `${id}-${String(box)}`
}
