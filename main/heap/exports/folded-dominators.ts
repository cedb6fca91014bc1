import { foldedName } from '../../analysis/exports/folded.ts'
import { limited, mostExportChars } from '../../analysis/exports/limited-text.ts'
import type { DominatorTree } from '../dominators/dominator-tree.ts'
import { type HeapGraph, sizeOfNode } from '../graph/heap-graph.ts'
import type { TypeGroups } from '../tables/type-groups.ts'
import { pathOfStep, typeSteps } from '../tables/type-steps.ts'

/** A list of a million nodes would be lines of a million names. */
const bounds = { deepest: 200, mostSteps: 4e6, joinsRepeats: true }

/**
 * Folded stacks: a line for each way of types down the tree of dominators, from the roots to a type, with the bytes of its objects themselves. A type
 * directly below itself (a list, a tree) is one step, and what lies too deep counts to the row above it.
 */
export function writeFoldedDominators(
  graph: HeapGraph,
  { order, dominatorOf }: DominatorTree,
  groups: TypeGroups,
  write: (line: string) => void,
): void {
  const steps = typeSteps(graph, { order, parentOf: dominatorOf }, groups, bounds)
  const bytes = new Float64Array(steps.groupOf.length)
  for (const node of order) bytes[steps.stepOf[node]!]! += sizeOfNode(graph, node)
  const names = groups.names.map(foldedName)
  const line = limited(write, mostExportChars)
  for (const [step, sum] of bytes.entries())
    if (sum > 0) {
      const path = pathOfStep(steps, step).map((group) => names[group]!)
      line(`${path.join(';')} ${String(sum)}\n`)
    }
}
