import type { HeapTreeAnswer } from '../../../shared/model/heap-document.ts'
import type { DominatorTree } from '../dominators/dominator-tree.ts'
import { type GroupedNodes, groupedRows } from './grouped-rows.ts'

/** The tree of dominators with the children of a row put together by type, row by row as it is unfolded. */
export class DominatorRows {
  readonly #of: GroupedNodes
  readonly #tree: DominatorTree

  constructor(of: GroupedNodes, tree: DominatorTree) {
    this.#of = of
    this.#tree = tree
  }

  /** @param path types of the rows above, the top first; a type that is not there has no rows */
  rows(path: readonly number[]): HeapTreeAnswer {
    const { childStarts } = this.#tree
    return groupedRows(this.#of, this.#below(path), (node) => childStarts[node]! < childStarts[node + 1]!)
  }

  #below(path: readonly number[]): readonly number[] {
    const { graph, groups } = this.#of
    let nodes: readonly number[] = this.#children([0])
    for (const key of path) nodes = this.#children(nodes.filter((node) => groups.ofType[graph.typeOf[node]!] === key))
    return nodes
  }

  #children(nodes: readonly number[]): readonly number[] {
    const { childStarts, children } = this.#tree
    const found: number[] = []
    for (const node of nodes)
      for (let at = childStarts[node]!; at < childStarts[node + 1]!; at++) found.push(children[at]!)
    return found
  }
}
