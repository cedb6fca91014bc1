import type { HeapTreeAnswer, HeapTreeMatches } from '../../../shared/model/heap/heap-document.ts'
import { type GroupedNodes, groupedRows } from './grouped-rows.ts'
import { type NodeTree, pathOfStep, type TypeSteps, typeSteps } from './type-steps.ts'

/** A tree over nodes of a heap whose rows are types. */
export interface TreeOfNodes extends NodeTree {
  readonly below: (nodes: Iterable<number>) => readonly number[]
  readonly hasBelow: (node: number) => boolean
  /** What a row counts of a node; 0: it has no row. */
  readonly countOf: (node: number) => number
  readonly weighsBy: 'count' | 'retained'
}

/** Nodes that are kept of rows that were unfolded, so that the rows below them need not begin at the root. */
const mostKeptNodes = 2 ** 22
export const longestPath = 1000
const searched = { deepest: longestPath, mostSteps: 1e6, joinsRepeats: false }
export const mostMatches = 200

/** Rows of a tree as they are unfolded: children of a row put together by type. */
export class GroupedTree {
  readonly #of: GroupedNodes
  readonly #tree: TreeOfNodes
  readonly #below = new Map<string, readonly number[]>()
  #keptNodes = 0
  #steps: TypeSteps | null = null

  constructor(of: GroupedNodes, tree: TreeOfNodes) {
    this.#of = of
    this.#tree = tree
  }

  /** @param path types of the rows above, the top first; a type that is not there has no rows */
  rows(path: readonly number[], fromRow = 0): HeapTreeAnswer {
    const { hasBelow, countOf } = this.#tree
    return groupedRows(this.#of, this.#nodesBelow(path), { hasBelow, countOf, fromRow })
  }

  /** Rows whose names match, wherever they are; what weighs most first. */
  find(matches: (name: string) => boolean): HeapTreeMatches {
    const { graph, groups, retained } = this.#of
    const { order, countOf, weighsBy } = this.#tree
    const steps = (this.#steps ??= typeSteps(graph, this.#tree, groups, searched))
    const isMatch = groups.names.map(matches)
    const weights = new Float64Array(steps.groupOf.length)
    for (const node of order) {
      const step = steps.stepOf[node]!
      const group = steps.groupOf[step]!
      const count = countOf(node)
      // A node that has no step of its own is one with the step above it.
      if (node === 0 || count === 0 || isMatch[group] !== true || groups.ofType[graph.typeOf[node]!] !== group) continue
      weights[step]! += weighsBy === 'count' ? count : retained[node]! || 1
    }
    const found = Array.from(weights.keys()).filter((step) => weights[step]! > 0)
    const first = found.toSorted((a, b) => weights[b]! - weights[a]! || a - b).slice(0, mostMatches)
    // The root itself has no row.
    return { paths: first.map((step) => pathOfStep(steps, step).slice(1)), matchCount: found.length }
  }

  #nodesBelow(path: readonly number[]): readonly number[] {
    const { graph, groups } = this.#of
    let length = path.length
    while (length > 0 && !this.#below.has(path.slice(0, length).join('/'))) length--
    let nodes = this.#below.get(path.slice(0, length).join('/'))
    if (nodes === undefined) this.#keep('', (nodes = this.#tree.below([0])))
    for (; length < path.length; length++) {
      const key = path[length]!
      nodes = this.#tree.below(nodes.filter((node) => groups.ofType[graph.typeOf[node]!] === key))
      this.#keep(path.slice(0, length + 1).join('/'), nodes)
    }
    return nodes
  }

  /** The oldest go first. */
  #keep(key: string, nodes: readonly number[]): void {
    this.#below.set(key, nodes)
    this.#keptNodes += nodes.length
    for (const [oldest, kept] of this.#below) {
      if (this.#keptNodes <= mostKeptNodes || oldest === key) break
      this.#below.delete(oldest)
      this.#keptNodes -= kept.length
    }
  }
}
