import { type CallTree, calleesOf } from './call-tree.ts'

/** Boxes of a flame graph, row by row from the root down and from left to right in each. Columns of `count` rows. */
export interface FlameRows {
  readonly count: number
  /** Node of the function tree. */
  readonly node: Uint32Array
  readonly depth: Uint32Array
  /** Left edge and width in units of weight; children lie within their parent. */
  readonly start: Float64Array
  readonly width: Float64Array
}

export interface FlameOptions {
  /** Node at the bottom; 0: everything. */
  readonly rootNode?: number
  /** Narrower boxes, and what is under them, are left out: nobody could see them. */
  readonly smallestWidth?: number
}

export function flameRows(calls: CallTree, options: FlameOptions = {}): FlameRows {
  const { rootNode = 0, smallestWidth = 0 } = options
  const node = [rootNode]
  const depth = [0]
  const start = [0]
  for (let index = 0; index < node.length; index++) {
    let left = start[index]!
    for (const child of calleesOf(calls, node[index]!)) {
      const width = calls.total[child]!
      if (width >= smallestWidth) {
        node.push(child)
        depth.push(depth[index]! + 1)
        start.push(left)
      }
      left += width
    }
  }
  return {
    count: node.length,
    node: Uint32Array.from(node),
    depth: Uint32Array.from(depth),
    start: Float64Array.from(start),
    width: Float64Array.from(node, (at) => calls.total[at]!),
  }
}
