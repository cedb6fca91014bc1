import { work } from '../../nettrace/work-steps.ts'
import { type HeapGraph, sizeOfNode } from '../graph/heap-graph.ts'
import { NodeSet } from '../graph/node-set.ts'
import type { HeapRootKind } from '../graph/root-groups.ts'

export interface RootRow {
  readonly kind: HeapRootKind
  /** Objects that roots of this kind hold, each once. */
  readonly count: number
  /** Of these objects alone. */
  readonly bytes: number
}

/** Kinds of roots with the objects that they hold directly, each once. What a kind has below itself that is another kind is listed with that one only. */
export function rootRows(graph: HeapGraph): readonly RootRow[] {
  const { edgeStarts, edgeTargets, rootGroups } = graph
  return rootGroups.kindsPresent().map((kind) => {
    const held = new NodeSet(graph)
    const holders = new NodeSet(graph)
    for (const group of rootGroups.nodesOf(kind)) holders.add(group)
    let bytes = 0
    for (const holder of holders) {
      const [first, end] = [edgeStarts[holder]!, edgeStarts[holder + 1]!]
      work.steps += end - first
      for (let edge = first; edge < end; edge++) {
        const target = edgeTargets[edge]!
        if (!isPseudoNode(graph, target)) {
          if (held.add(target)) bytes += sizeOfNode(graph, target)
        } else if (rootGroups.kindOf(target) === null) holders.add(target)
      }
    }
    return { kind, count: held.size, bytes }
  })
}

/** Pseudo nodes have no address, and names in brackets. */
function isPseudoNode({ types, typeOf, addresses }: HeapGraph, node: number): boolean {
  return addresses[node] === 0n && types[typeOf[node]!]!.rawName.startsWith('[')
}
