import { foldedName } from '../../analysis/exports/folded.ts'
import { limited, mostExportChars } from '../../analysis/exports/limited-text.ts'
import type { DominatorTree } from '../dominators/dominator-tree.ts'
import { type HeapGraph, sizeOfNode } from '../graph/heap-graph.ts'
import type { TypeGroups } from '../tables/type-groups.ts'

/** What lies deeper counts to the row above it: a list of a million nodes would be lines of a million names. */
const deepest = 200
const top = 0

/**
 * Folded stacks: a line for each way of types down the tree of dominators, from the roots to a type, with the bytes of its objects themselves. A type
 * below itself (a list, a tree) is one step.
 */
export function writeFoldedDominators(
  graph: HeapGraph,
  { order, dominatorOf }: DominatorTree,
  groups: TypeGroups,
  write: (line: string) => void,
): void {
  const steps = new Map<number, number>()
  const groupOf: number[] = [-1]
  const above: number[] = [top]
  const depth: number[] = [0]
  const bytes: number[] = [0]
  const stepOf = new Uint32Array(graph.nodeCount)
  for (const node of order) {
    const group = groups.ofType[graph.typeOf[node]!]!
    const from = node === 0 ? top : stepOf[dominatorOf[node]!]!
    let step = from
    if (groupOf[from] !== group && depth[from]! < deepest) {
      const key = from * groups.count + group
      const known = steps.get(key)
      step = known ?? groupOf.push(group) - 1
      if (known === undefined) {
        steps.set(key, step)
        above.push(from)
        depth.push(depth[from]! + 1)
        bytes.push(0)
      }
    }
    stepOf[node] = step
    bytes[step]! += sizeOfNode(graph, node)
  }
  const names = groups.names.map(foldedName)
  const line = limited(write, mostExportChars)
  for (let step = 1; step < groupOf.length; step++) {
    if (bytes[step] === 0) continue
    const path: string[] = []
    for (let at = step; at !== top; at = above[at]!) path.push(names[groupOf[at]!]!)
    line(`${path.toReversed().join(';')} ${String(bytes[step]!)}\n`)
  }
}
