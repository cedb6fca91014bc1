import { AddressTable } from '../../analysis/address-table.ts'
import { work } from '../../nettrace/work-steps.ts'
import type { HeapGraph } from '../graph/heap-graph.ts'
import type { TypeGroups } from './type-groups.ts'

/** A tree over nodes: each node of `order` comes behind its parent, the root first. */
export interface NodeTree {
  readonly order: Uint32Array
  readonly parentOf: Uint32Array
}

export interface TypeStepsOptions {
  /** What lies deeper belongs to the step above it, as does what comes when there are too many. */
  readonly deepest: number
  readonly mostSteps: number
  /** A type directly below itself is one step: a list, a tree of one type. */
  readonly joinsRepeats: boolean
}

/** A tree of nodes put together by type: nodes of one type below nodes of one step are a step. Step 0 stands above the root. */
export interface TypeSteps {
  readonly groupOf: readonly number[]
  readonly above: readonly number[]
  /** By node. */
  readonly stepOf: Uint32Array
  /** Something is not a step of its own that should be. */
  readonly isCut: boolean
}

export function typeSteps(
  graph: HeapGraph,
  { order, parentOf }: NodeTree,
  groups: TypeGroups,
  { deepest, mostSteps, joinsRepeats }: TypeStepsOptions,
): TypeSteps {
  /** By the step above and the group: numbered as the steps are, in the order in which they come. */
  const known = new AddressTable()
  const groupOf: number[] = [-1]
  const above: number[] = [0]
  const depth: number[] = [0]
  const stepOf = new Uint32Array(graph.nodeCount)
  let isCut = false
  for (const node of order) {
    const group = groups.ofType[graph.typeOf[node]!]!
    const from = node === 0 ? 0 : stepOf[parentOf[node]!]!
    let step = from
    if (!joinsRepeats || groupOf[from] !== group) {
      const found = known.find(from, group)
      if (found !== 0) step = found
      else if (depth[from]! >= deepest || groupOf.length > mostSteps) isCut = true
      else {
        step = known.intern(from, group)
        groupOf.push(group)
        above.push(from)
        depth.push(depth[from]! + 1)
      }
    }
    stepOf[node] = step
  }
  work.steps += order.length
  return { groupOf, above, stepOf, isCut }
}

/** Groups from the top down to the step. */
export function pathOfStep({ groupOf, above }: TypeSteps, step: number): readonly number[] {
  const path: number[] = []
  for (let at = step; at !== 0; at = above[at]!) path.push(groupOf[at]!)
  return path.toReversed()
}
