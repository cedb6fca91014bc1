import { type DominatorTree } from '../dominators/dominator-tree.ts'
import type { GroupedNodes } from './grouped-rows.ts'
import { GroupedTree } from './grouped-tree.ts'

/** The tree of dominators with the children of a row put together by type. */
export class DominatorRows extends GroupedTree {
  constructor(of: GroupedNodes, { childStarts, children, order, dominatorOf }: DominatorTree) {
    super(of, {
      order,
      parentOf: dominatorOf,
      below(nodes) {
        const found: number[] = []
        for (const node of nodes)
          for (let at = childStarts[node]!; at < childStarts[node + 1]!; at++) found.push(children[at]!)
        return found
      },
      hasBelow: (node) => childStarts[node]! < childStarts[node + 1]!,
      countOf: () => 1,
      weighsBy: 'retained',
    })
  }
}
