import { work } from '../../../nettrace/work-steps.ts'
import { CallPaths } from '../call-paths.ts'
import type { CodeTree } from './code-tree.ts'

/** A node that has no place of its own: what is under it hangs off its caller. */
export const intoCaller = -1

/** How one transform sees each node, parents before their children. */
export interface Reshaping {
  /** The function the node gets, or `intoCaller`. */
  functionAt(node: number, of: number, parent: number): number
  /** Samples at the node count no more. */
  isLeftOut?(node: number): boolean
}

/** A tree made from another one by a transform. */
export interface ReshapedTree {
  readonly tree: CodeTree
  /** By node of the tree before: its place, -1 for what counts no more. */
  readonly placeOf: Int32Array
}

/**
 * Samples keep their nodes in the first tree of all: `placeOf` says where they count now. What has lost all of its frames counts at a node of
 * its own under the root, with the function `remainder`, so that the sum stays what was selected.
 */
export function reshapedTree(before: CodeTree, reshaping: Reshaping, remainder: number): ReshapedTree {
  const { count } = before
  work.steps += count
  const tree = new CallPaths(before.functions)
  const structure = new Int32Array(count)
  const placeOf = new Int32Array(count)
  if (reshaping.isLeftOut?.(0) === true) placeOf[0] = -1
  for (let node = 1; node < count; node++) {
    const parent = before.parentOf(node)
    const of = reshaping.functionAt(node, before.functionOf(node), parent)
    const under = structure[parent]!
    const place = of === intoCaller ? under : tree.child(under, of)
    structure[node] = place
    if (reshaping.isLeftOut?.(node) === true) placeOf[node] = -1
    else placeOf[node] = place === 0 ? tree.child(0, remainder) : place
  }
  return { tree, placeOf }
}
