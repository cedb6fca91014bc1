import type { HeapFindingEvidence, HeapFindingLink } from '../../../shared/model/heap/heap-findings.ts'
import { type DominatorTree, unreached } from '../dominators/dominator-tree.ts'
import type { Heap } from '../events/read-heap-events.ts'
import type { HeapFacts } from '../graph/heap-facts.ts'
import { type HeapGraph, sizeOfNode } from '../graph/heap-graph.ts'
import { NodeSet } from '../graph/node-set.ts'
import type { HeapRootKind } from '../graph/root-groups.ts'
import { type ShortestPaths, shortestPaths } from '../paths/shortest-paths.ts'
import { type Referrers, referrersOf } from '../tables/object-rows.ts'
import type { TypeGroups } from '../tables/type-groups.ts'
import { rootWords } from './heap-finding-words.ts'

/** Types that a finding names. */
const mostEvidence = 5
/** Rows that a link unfolds. */
const deepestLink = 200

export interface HeapFindingParts {
  readonly heap: Heap
  readonly tree: DominatorTree
  readonly retained: Float64Array
  readonly groups: TypeGroups
}

/** What the rules look at, each part worked out once and only when a rule asks. Objects that no root reaches count nowhere. */
export class HeapFindingFacts {
  readonly graph: HeapGraph
  readonly facts: HeapFacts
  readonly tree: DominatorTree
  readonly retained: Float64Array
  readonly groups: TypeGroups
  readonly #counts: Float64Array
  readonly #bytes: Float64Array
  #paths: ShortestPaths | null = null
  #referrers: Referrers | null = null

  constructor({ heap, tree, retained, groups }: HeapFindingParts) {
    this.graph = heap.graph
    this.facts = heap.facts
    this.tree = tree
    this.retained = retained
    this.groups = groups
    this.#counts = new Float64Array(groups.count)
    this.#bytes = new Float64Array(groups.count)
    for (const node of tree.order) {
      this.#counts[this.groupOf(node)]!++
      this.#bytes[this.groupOf(node)]! += sizeOfNode(this.graph, node)
    }
  }

  /** Bytes that roots keep alive. */
  get reachedBytes(): number {
    return this.retained[0] ?? 0
  }

  get paths(): ShortestPaths {
    return (this.#paths ??= shortestPaths(this.graph))
  }

  get referrers(): Referrers {
    return (this.#referrers ??= referrersOf(this.graph))
  }

  groupOf(node: number): number {
    return this.groups.ofType[this.graph.typeOf[node]!]!
  }

  isPseudo(node: number): boolean {
    return this.groups.isPseudo[this.groupOf(node)] === true
  }

  isReached(node: number): boolean {
    return this.tree.dominatorOf[node] !== unreached
  }

  nameOf(node: number): string {
    return this.groups.names[this.groupOf(node)]!
  }

  shareOf(bytes: number): number {
    return this.reachedBytes === 0 ? 0 : bytes / this.reachedBytes
  }

  /** Groups of objects with such a name that have any, most objects first. */
  types(isOne: (name: string) => boolean): readonly TypeSum[] {
    const found: TypeSum[] = []
    for (let group = 0; group < this.groups.count; group++) {
      const name = this.groups.names[group]!
      if (this.groups.isPseudo[group] === true || this.#counts[group] === 0 || !isOne(name)) continue
      found.push({ group, name, count: this.#counts[group]!, bytes: this.#bytes[group]! })
    }
    return found.toSorted((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
  }

  /** Reached objects of these groups, in the order of the graph. */
  *objectsOf(groups: ReadonlySet<number>): Generator<number> {
    for (let node = 0; node < this.graph.nodeCount; node++)
      if (groups.has(this.groupOf(node)) && this.isReached(node)) yield node
  }

  /** Nodes directly below in the tree of dominators. */
  children(node: number): Uint32Array {
    const { childStarts, children } = this.tree
    return children.subarray(childStarts[node], childStarts[node + 1])
  }

  targets(node: number): Uint32Array {
    const { edgeStarts, edgeTargets } = this.graph
    return edgeTargets.subarray(edgeStarts[node], edgeStarts[node + 1])
  }

  /** Objects that roots of a kind hold, each once. */
  heldBy(kind: HeapRootKind): Uint32Array {
    const found = new NodeSet(this.graph)
    const holders = new NodeSet(this.graph)
    for (const group of this.graph.rootGroups.nodesOf(kind)) holders.add(group)
    for (const holder of holders)
      for (const target of this.targets(holder)) (this.isPseudo(target) ? holders : found).add(target)
    return found.nodes
  }

  /** What keeps an object alive at the end of the shortest way: `static s_cache`, `the stack of Main()`. Empty: nothing does. */
  rootOf(node: number): string {
    const { parentOf } = this.paths
    if (!this.isReached(node)) return ''
    const pseudo: number[] = []
    for (let at = node; at !== 0; at = parentOf[at]!) if (this.isPseudo(at)) pseudo.push(at)
    const group = pseudo.map((one) => this.graph.rootGroups.kindOf(one)).find((kind) => kind !== null)
    const [nearest] = pseudo
    return rootWords(
      group ?? 'other',
      nearest === undefined ? '' : this.graph.types[this.graph.typeOf[nearest]!]!.rawName,
    )
  }

  /** Where a dominator tree unfolded by type shows the node; null: too deep for anybody. */
  dominatorPath(node: number): readonly number[] | null {
    const path: number[] = []
    for (let at = node; at !== 0; at = this.tree.dominatorOf[at]!) {
      if (path.length === deepestLink) return null
      path.push(this.groupOf(at))
    }
    return path.toReversed()
  }

  /** An observation about an object, shown where the tree of dominators has it. */
  ofNode(node: number, text: string, count: number): HeapFindingEvidence {
    const path = this.dominatorPath(node)
    const root = this.rootOf(node)
    const link: HeapFindingLink = {
      tab: path === null ? 'objects' : 'dominators',
      type: this.typeOf(this.groupOf(node)),
      node,
      path: path ?? [],
    }
    return {
      text,
      count,
      type: this.nameOf(node),
      retainedBytes: this.retained[node]!,
      ...(root === '' ? {} : { root }),
      link,
    }
  }

  /** An observation about all objects of a type, shown by what keeps them alive. */
  ofType({ group, name, count }: TypeSum, text: string, tab: HeapFindingLink['tab'] = 'paths'): HeapFindingEvidence {
    return { text, count, type: name, link: { tab, type: this.typeOf(group), node: null, path: [] } }
  }

  /** The most frequent types as evidence. */
  ofTypes(
    types: readonly TypeSum[],
    textOf: (one: TypeSum) => string,
    tab: HeapFindingLink['tab'] = 'paths',
  ): readonly HeapFindingEvidence[] {
    return types.slice(0, mostEvidence).map((one) => this.ofType(one, textOf(one), tab))
  }

  /** What the objects keep alive, each with everything below it. */
  retainedBy(nodes: Uint32Array): number {
    return nodes.reduce((sum, node) => sum + this.retained[node]!, 0)
  }

  typeOf(group: number): NonNullable<HeapFindingLink['type']> {
    return { group, name: this.groups.names[group]!, module: this.groups.modules[group]! }
  }

  /** Objects by their type, most of them first. */
  sumUp(nodes: Iterable<number>): readonly TypeSum[] {
    const sums = new Map<number, { group: number; name: string; count: number; bytes: number }>()
    for (const node of nodes) {
      const group = this.groupOf(node)
      const sum = sums.get(group) ?? { group, name: this.groups.names[group]!, count: 0, bytes: 0 }
      sums.set(group, sum)
      sum.count++
      sum.bytes += sizeOfNode(this.graph, node)
    }
    return [...sums.values()].toSorted((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
  }
}

export function totalOf(types: readonly TypeSum[]): { readonly count: number; readonly bytes: number } {
  return types.reduce((sum, { count, bytes }) => ({ count: sum.count + count, bytes: sum.bytes + bytes }), {
    count: 0,
    bytes: 0,
  })
}

/** Reached objects of one type. */
export interface TypeSum {
  readonly group: number
  readonly name: string
  readonly count: number
  /** Of the objects themselves. */
  readonly bytes: number
}
