import type { DominatorTree } from '../dominators/dominator-tree.ts'
import { retainedByGroup } from '../dominators/retained-sizes.ts'
import { type HeapGraph, type HeapRootKind, sizeOfNode } from '../graph/heap-graph.ts'

/** Types of one name and module are one group: size classes, and what a runtime loaded twice. */
export interface TypeGroups {
  /** Group of each row of `graph.types`. */
  readonly groupOf: Uint32Array
  /** First row of `graph.types` of each group. */
  readonly firstRows: readonly number[]
}

export function groupTypes({ types }: Pick<HeapGraph, 'types'>): TypeGroups {
  const groups = new Map<string, number>()
  const firstRows: number[] = []
  const groupOf = Uint32Array.from(types, ({ name, module }, row) => {
    const key = `${module}\0${name}`
    const known = groups.get(key)
    if (known !== undefined) return known
    groups.set(key, firstRows.length)
    return firstRows.push(row) - 1
  })
  return { groupOf, firstRows }
}

export interface TypeRow {
  readonly name: string
  readonly module: string
  readonly count: number
  readonly shallowBytes: number
  readonly retainedBytes: number
}

/** Types of objects, pseudo nodes left out; what retains most comes first. */
export function typeRows(graph: HeapGraph, tree: DominatorTree, retained: Float64Array): readonly TypeRow[] {
  const { groupOf, firstRows } = groupTypes(graph)
  const groupCount = firstRows.length
  const counts = new Float64Array(groupCount)
  const bytes = new Float64Array(groupCount)
  for (let node = 0; node < graph.nodeCount; node++) {
    const group = groupOf[graph.typeOf[node]!]!
    counts[group]!++
    bytes[group]! += sizeOfNode(graph, node)
  }
  const kept = retainedByGroup(tree, retained, (node) => groupOf[graph.typeOf[node]!]!, groupCount)
  return firstRows
    .map((row, group) => ({ row, group }))
    .filter(({ row, group }) => counts[group]! > 0 && !isPseudoType(graph.types[row]!.rawName))
    .map(({ row, group }) => {
      const { name, module } = graph.types[row]!
      return { name, module, count: counts[group]!, shallowBytes: bytes[group]!, retainedBytes: kept[group]! }
    })
    .toSorted((a, b) => b.retainedBytes - a.retainedBytes || b.count - a.count || (a.name < b.name ? -1 : 1))
}

export interface RootRow {
  readonly kind: HeapRootKind
  /** Objects that roots of this kind hold, each once. */
  readonly count: number
  /** Of these objects alone. */
  readonly bytes: number
}

/** Kinds of roots with the objects that they hold directly. */
export function rootRows(graph: HeapGraph): readonly RootRow[] {
  const heldBy = new Int32Array(graph.nodeCount).fill(-1)
  return graph.rootGroups.map(({ node: root, kind }) => {
    let count = 0
    let bytes = 0
    const pending = [root]
    for (const holder of pending)
      for (let edge = graph.edgeStarts[holder]!; edge < graph.edgeStarts[holder + 1]!; edge++) {
        const target = graph.edgeTargets[edge]!
        if (heldBy[target] === root) continue
        heldBy[target] = root
        if (isPseudoNode(graph, target)) pending.push(target)
        else {
          count++
          bytes += sizeOfNode(graph, target)
        }
      }
    return { kind, count, bytes }
  })
}

/** Pseudo nodes have no address, and names in brackets. */
export function isPseudoNode(graph: HeapGraph, node: number): boolean {
  return isPseudoType(graph.types[graph.typeOf[node]!]!.rawName) && graph.addresses[node] === 0n
}

export function isPseudoType(rawName: string): boolean {
  return rawName.startsWith('[')
}
