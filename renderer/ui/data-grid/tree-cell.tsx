import { ChevronDown, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../class-names.ts'
import { Icon } from '../icon.tsx'
import styles from './data-grid.module.css'
import type { GridTree } from './types.ts'

interface TreeCellProps {
  readonly tree: GridTree
  readonly index: number
  readonly rowCount: number
  readonly onToggle: () => void
  readonly children: ReactNode
}

/** Everything that a row's place in a tree looks like, as text. */
export function treeFactsOf(tree: GridTree, index: number, rowCount: number): string {
  const firstLevel = tree.firstLevel ?? 1
  const depth = tree.isCompact === true ? 0 : Math.max(0, tree.level(index) - firstLevel)
  const guides = Array.from({ length: depth }, (_, guide) =>
    continuesBelow(tree, index, guide + 1 + firstLevel, rowCount) ? 1 : 0,
  )
  const place = tree.place?.(index) ?? null
  const open = tree.isExpandable(index) ? tree.isExpanded(index) : '-'
  return [tree.level(index), open, place?.position, place?.count, ...guides].join(' ')
}

/** Lines of the levels above, then what opens and closes the branch, then the cell. */
export function TreeCell(props: TreeCellProps) {
  const { tree, index, onToggle, children } = props
  // A heading above the first level stands at the edge, too.
  const depth = Math.max(0, tree.level(index) - (tree.firstLevel ?? 1))
  const isCompact = tree.isCompact === true
  return (
    <div className={cx(styles.tree, isCompact && styles.compactTree)}>
      {isCompact ? (
        <span className={styles.step} style={{ width: `calc(${String(depth)} * var(--tree-step, 14px))` }} />
      ) : (
        <Guides {...props} depth={depth} />
      )}
      {(depth === 0 || isCompact || tree.isExpandable(index)) && (
        <Twisty tree={tree} index={index} onToggle={onToggle} />
      )}
      <div className={styles.treeContent}>{children}</div>
    </div>
  )
}

/** A line for each level above that has more rows below, and the elbow to this row. */
function Guides({ tree, index, rowCount, depth }: Omit<TreeCellProps, 'onToggle'> & { readonly depth: number }) {
  const levelOf = (guide: number) => guide + 1 + (tree.firstLevel ?? 1)
  return (
    <>
      {depth > 0 && <span style={{ width: 2 }} />}
      {Array.from({ length: depth }, (_, guide) => {
        const isElbow = guide === depth - 1
        const continues = continuesBelow(tree, index, levelOf(guide), rowCount)
        return (
          <span
            // A level of the tree is its own identity.
            // oxlint-disable-next-line react/no-array-index-key
            key={guide}
            className={cx(styles.guide, !isElbow && !continues && styles.noGuide)}
            data-elbow={isElbow || undefined}
            data-continues={continues || undefined}
          />
        )
      })}
    </>
  )
}

/** For the pointer only: the keyboard has Left and Right on the row, which also says whether it is open. */
function Twisty({ tree, index, onToggle }: Pick<TreeCellProps, 'tree' | 'index' | 'onToggle'>) {
  if (!tree.isExpandable(index)) return <span className={styles.twisty} />
  const isExpanded = tree.isExpanded(index)
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-hidden
      className={styles.twisty}
      onClick={(event) => {
        event.stopPropagation()
        onToggle()
      }}
      onDoubleClick={(event) => {
        event.stopPropagation()
      }}
    >
      <Icon icon={isExpanded ? ChevronDown : ChevronRight} size={12} />
    </button>
  )
}

/** Whether a sibling at `level` follows below `index` before the branch ends. Looks at most a screenful ahead. */
function continuesBelow(tree: GridTree, index: number, level: number, rowCount: number): boolean {
  const last = Math.min(rowCount, index + 200)
  for (let below = index + 1; below < last; below += 1) {
    const other = tree.level(below)
    if (other < level) return false
    if (other === level) return true
  }
  return false
}
