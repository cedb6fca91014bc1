import type { KeyboardEvent } from 'react'
import type { FlameGraphBoxes } from '../../../canvas/flame/flame-layout.ts'
import type { FlameGraphState } from './use-flame-graph.ts'
import styles from './flame-tab.module.css'
import { FlameTreeItems, itemIdOf } from './flame-tree-items.tsx'

interface FlameTreeProps {
  readonly label: string
  /** Begins the ids of the items. */
  readonly itemsId: string
  readonly attach: (host: HTMLDivElement | null) => (() => void) | undefined
  /** Null while they are read. */
  readonly boxes: FlameGraphBoxes | null
  readonly state: Pick<FlameGraphState, 'rowStarts' | 'cursor' | 'setFocus' | 'openMenu'>
  readonly wordsOf: (box: number) => string
  readonly hasCalls: (box: number) => boolean
  readonly onKey: (event: KeyboardEvent) => void
}

/** The place of a flame graph on the page: the canvas is inside, the boxes are a tree for those who don't see it. */
export function FlameTree({ label, itemsId, attach, boxes, state, wordsOf, hasCalls, onKey }: FlameTreeProps) {
  const { rowStarts, cursor } = state
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the tree takes the focus, its items are in the picture
    <div
      ref={attach}
      role="tree"
      aria-label={label}
      aria-busy={boxes === null}
      {...(boxes === null ? {} : { 'aria-activedescendant': itemIdOf(itemsId, cursor) })}
      tabIndex={0}
      className={styles.graph}
      onFocus={() => state.setFocus(true)}
      onBlur={() => state.setFocus(false)}
      onKeyDown={onKey}
      onContextMenu={(event) => {
        if (event.button === 2) return
        event.preventDefault()
        state.openMenu()
      }}
    >
      {boxes !== null && (
        <FlameTreeItems
          id={itemsId}
          boxes={boxes}
          rowStarts={rowStarts}
          cursor={cursor}
          wordsOf={wordsOf}
          hasCalls={hasCalls}
        />
      )}
    </div>
  )
}
