import type { HeapTreeAnswer, HeapTreeMatches, HeapTreeRow } from '../../../shared/model/heap/heap-document.ts'
import { type DominatorTree, isReached } from '../dominators/dominator-tree.ts'
import { sizeOfNode } from '../graph/heap-graph.ts'
import { orderByFloats } from '../graph/order-by-words.ts'
import { type GroupedNodes, pageOf } from './grouped-rows.ts'
import { longestPath, mostMatches } from './grouped-tree.ts'
import { addressText, nodesByRetained } from './object-rows.ts'

/** The tree of dominators object by object: keys of rows are nodes. */
export class DominatorObjects {
  readonly #of: GroupedNodes
  readonly #tree: DominatorTree
  /** Children of one node in order; a person pages through one list at a time. */
  #sorted: { readonly node: number; readonly children: Uint32Array } | null = null

  constructor(of: GroupedNodes, tree: DominatorTree) {
    this.#of = of
    this.#tree = tree
  }

  rows(path: readonly number[], fromRow = 0): HeapTreeAnswer {
    const node = path.at(-1) ?? 0
    if (node >= this.#of.graph.nodeCount) return { rows: [], omitted: null }
    const { retained } = this.#of
    const { childStarts, children } = this.#tree
    if (this.#sorted?.node !== node) {
      const below = children.slice(childStarts[node], childStarts[node + 1])
      this.#sorted = { node, children: orderByFloats(retained, below) }
    }
    return pageOf(
      this.#sorted.children,
      fromRow,
      (one) => this.#row(one),
      (one) => retained[one]!,
    )
  }

  find(matches: (name: string) => boolean): HeapTreeMatches {
    const { graph, groups, retained } = this.#of
    const isMatch = groups.names.map(matches)
    const found = nodesByRetained(
      graph,
      retained,
      (node) => node !== 0 && isReached(this.#tree, node) && isMatch[groups.ofType[graph.typeOf[node]!]!] === true,
    )
    const paths = Array.from(found.subarray(0, mostMatches), (node) => this.#pathTo(node))
    return { paths: paths.filter((path) => path.length <= longestPath), matchCount: found.length }
  }

  #pathTo(node: number): readonly number[] {
    const path: number[] = []
    for (let at = node; at !== 0 && path.length <= longestPath; at = this.#tree.dominatorOf[at]!) path.push(at)
    return path.toReversed()
  }

  #row(node: number): HeapTreeRow {
    const { graph, groups, retained } = this.#of
    const { childStarts } = this.#tree
    const group = groups.ofType[graph.typeOf[node]!]!
    return {
      key: node,
      name: groups.names[group]!,
      module: groups.modules[group]!,
      rootKind: graph.rootGroups.kindOf(node),
      address: addressText(graph, node),
      count: 1,
      shallowBytes: sizeOfNode(graph, node),
      retainedBytes: retained[node]!,
      hasRows: childStarts[node]! < childStarts[node + 1]!,
    }
  }
}
