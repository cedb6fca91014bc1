import { findByPrefix, moveForKey, typeAheadMs, type GridMove } from '../../../ui/data-grid/grid-keys.ts'
import type { ListItem } from '../model/row-tree.ts'

/** Group or row: what the selection, the folding and React know an item by. */
export function itemId(item: ListItem): string {
  return item.kind === 'group' ? item.id : item.row.key
}

export function itemLevel(item: ListItem): number {
  return item.kind === 'group' ? 1 : item.depth + 2
}

export function isFoldable(item: ListItem): boolean {
  return item.kind === 'group' || item.hasChildren
}

/** Meaning of a key in the list: groups are branches of the first level, so they fold by the same keys. */
export function moveInList(key: string, items: readonly ListItem[], index: number, pageSize: number): GridMove | null {
  const at = (position: number) => items[position]
  return moveForKey(key, {
    rowCount: items.length,
    index,
    pageSize,
    tree: {
      level: (position) => levelAt(at(position)),
      isExpandable: (position) => foldableAt(at(position)),
      isExpanded: (position) => at(position)?.isExpanded ?? false,
      setExpanded: () => undefined,
      expandAll: () => undefined,
    },
  })
}

function levelAt(item: ListItem | undefined): number {
  return item === undefined ? 1 : itemLevel(item)
}

function foldableAt(item: ListItem | undefined): boolean {
  return item !== undefined && isFoldable(item)
}

/** Letters typed in quick succession make one word. One per list. */
export class TypeAhead {
  #text = ''
  #lastMs = Number.NEGATIVE_INFINITY

  isTyping(nowMs: number): boolean {
    return nowMs - this.#lastMs < typeAheadMs
  }

  /** Index of the row whose name begins with what was typed, or null. */
  type(letter: string, items: readonly ListItem[], index: number, nowMs: number): number | null {
    this.#text = this.isTyping(nowMs) ? this.#text + letter : letter
    this.#lastMs = nowMs
    return findByPrefix(this.#text, index, items.length, (position) => {
      const item = items[position]
      return item?.kind === 'process' ? item.row.name : ''
    })
  }
}
