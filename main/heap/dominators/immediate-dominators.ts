import type { DepthFirst } from './depth-first.ts'
import { lengauerTarjan } from './lengauer-tarjan.ts'
import type { Predecessors } from './predecessors.ts'
import { semiNca } from './semi-nca.ts'

/** Walks of the faster method for each node, on average. Heaps take less than two; a file that is made to be slow gets the method with the bound. */
const mostStepsPerNode = 16

/** The immediate dominator of each number of a walk in depth; that of 0 is 0 (docs/decisions/0346, 0420, 0460). */
export function immediateDominators(reached: DepthFirst, predecessors: Predecessors): Uint32Array {
  return semiNca(reached, predecessors, reached.count * mostStepsPerNode) ?? lengauerTarjan(reached, predecessors)
}
