import { work } from '../../nettrace/work-steps.ts'
import { type HeapGraph, type HeapRootKind, sizeOfNode } from '../graph/heap-graph.ts'

export interface RootRow {
  readonly kind: HeapRootKind
  /** Objects that roots of this kind hold, each once. */
  readonly count: number
  /** Of these objects alone. */
  readonly bytes: number
}

/** Kinds of roots with the objects that they hold directly. What a kind has below itself that is a kind too is listed with its own only. */
export function rootRows(graph: HeapGraph): readonly RootRow[] {
  const heldBy = new Int32Array(graph.nodeCount).fill(-1)
  const groups = new Set(graph.rootGroups.map(({ node }) => node))
  return graph.rootGroups.map(({ node: root, kind }) => {
    let count = 0
    let bytes = 0
    const pending = [root]
    for (const holder of pending) {
      const [first, end] = [graph.edgeStarts[holder]!, graph.edgeStarts[holder + 1]!]
      work.steps += end - first
      for (let edge = first; edge < end; edge++) {
        const target = graph.edgeTargets[edge]!
        if (heldBy[target] === root) continue
        heldBy[target] = root
        if (!isPseudoNode(graph, target)) {
          count++
          bytes += sizeOfNode(graph, target)
        } else if (!groups.has(target)) pending.push(target)
      }
    }
    return { kind, count, bytes }
  })
}

/** Pseudo nodes have no address, and names in brackets. */
function isPseudoNode({ types, typeOf, addresses }: HeapGraph, node: number): boolean {
  return addresses[node] === 0n && types[typeOf[node]!]!.rawName.startsWith('[')
}
