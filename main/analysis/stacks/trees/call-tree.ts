import { rootFunction } from '../../code/function-table.ts'
import { isOwnCode, type IsOwnCode } from '../frames/own-code.ts'
import type { CodeTree } from './code-tree.ts'

/** Weights of one question (a range, threads, classes) over the function tree. Columns by node. */
export interface CallTree {
  readonly tree: CodeTree
  readonly self: Float64Array
  /** Self of the node and of everything it called. `total[0]` is the sum of everything. */
  readonly total: Float64Array
  /** By the rules of the question. */
  readonly isOwn: IsOwnCode
}

/** `self`: weight at each node, as from `weigh`. */
export function callTree(tree: CodeTree, self: Float64Array, isOwn: IsOwnCode = isOwnCode): CallTree {
  const total = self.slice()
  // Parents have smaller numbers, so children are complete when their parent gets them.
  for (let node = total.length - 1; node > 0; node--) total[tree.parentOf(node)]! += total[node]!
  return { tree, self, total, isOwn }
}

/** Nodes called by `node` with a weight, the heaviest first. */
export function calleesOf({ tree, total }: CallTree, node: number): number[] {
  const callees: number[] = []
  for (let child = tree.firstChildOf(node); child !== 0; child = tree.nextSiblingOf(child))
    if (child < total.length && total[child]! > 0) callees.push(child)
  return callees.sort((a, b) => total[b]! - total[a]! || tree.functionOf(a) - tree.functionOf(b))
}

export interface FunctionWeight {
  readonly functionIndex: number
  readonly self: number
  /** Once per sample, however often the function recurs in its stack. */
  readonly total: number
}

/** All functions with a weight, by self, then total, then order of appearance. */
export function functionList(calls: CallTree): readonly FunctionWeight[] {
  const { tree, self, total } = calls
  const selfOf = new Float64Array(tree.functions.count)
  const totalOf = new Float64Array(tree.functions.count)
  // How often each function is in the path above the node of the walk.
  const depthOf = new Uint32Array(tree.functions.count)
  walk(calls, {
    enter(node) {
      const of = tree.functionOf(node)
      selfOf[of]! += self[node]!
      if (depthOf[of]!++ === 0) totalOf[of]! += total[node]!
    },
    leave(node) {
      depthOf[tree.functionOf(node)]!--
    },
  })
  const rows: FunctionWeight[] = []
  for (let index = rootFunction + 1; index < totalOf.length; index++)
    if (totalOf[index]! > 0) rows.push({ functionIndex: index, self: selfOf[index]!, total: totalOf[index]! })
  return rows.sort((a, b) => b.self - a.self || b.total - a.total || a.functionIndex - b.functionIndex)
}

interface Visitor {
  enter(node: number): void
  leave(node: number): void
}

/** All nodes with a weight but the root, depth first; no recursion, stacks may be tens of thousands of frames deep. */
export function walk({ tree, total }: CallTree, visitor: Visitor): void {
  let node = nextWithWeight(tree, total, tree.firstChildOf(0))
  while (node !== 0) {
    visitor.enter(node)
    const below = nextWithWeight(tree, total, tree.firstChildOf(node))
    if (below !== 0) {
      node = below
      continue
    }
    for (;;) {
      visitor.leave(node)
      const beside = nextWithWeight(tree, total, tree.nextSiblingOf(node))
      if (beside !== 0) {
        node = beside
        break
      }
      node = tree.parentOf(node)
      if (node === 0) return
    }
  }
}

function nextWithWeight(tree: CodeTree, total: Float64Array, from: number): number {
  let node = from
  while (node !== 0 && !(total[node]! > 0)) node = tree.nextSiblingOf(node)
  return node
}
