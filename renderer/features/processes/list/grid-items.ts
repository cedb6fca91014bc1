import type { GridTree } from '../../../ui/data-grid/types.ts'
import { hasValues } from '../model/row-look.ts'
import type { ListItem, ProcessItem } from '../model/row-tree.ts'

/** Group or row: what the selection, the folding and React know an item by. */
export function itemId(item: ListItem): string {
  return item.kind === 'group' ? item.id : item.row.key
}

export function isDim(item: ProcessItem): boolean {
  return !item.isMatch || item.row.isTool || !hasValues(item.row)
}

/** Groups are branches of the first level, so they fold by the same keys; processes begin at the edge. */
export function treeOf(
  items: readonly ListItem[],
  onFold: (ids: readonly string[], isFolded: boolean) => void,
): GridTree {
  return {
    firstLevel: 2,
    level: (index) => {
      const item = items[index]
      return item?.kind === 'process' ? item.depth + 2 : 1
    },
    isExpandable: (index) => {
      const item = items[index]
      return item !== undefined && (item.kind === 'group' || item.hasChildren)
    },
    isExpanded: (index) => items[index]?.isExpanded ?? false,
    setExpanded: (index, isExpanded) => {
      const item = items[index]
      if (item !== undefined) onFold([itemId(item)], !isExpanded)
    },
    expandAll: () => onFold(items.map(itemId), false),
    place: (index) => {
      const item = items[index]
      return item?.kind === 'process' ? { position: item.positionInSet, count: item.setSize } : null
    },
  }
}
