import { work } from '../../nettrace/work-steps.ts'
import { countUpTo } from '../code/count-up-to.ts'
import { grownColumn } from '../grown-column.ts'
import type { CallTree } from './trees/call-tree.ts'

/** Boxes of a flame graph, row by row from the root down and from left to right in each. Columns of `count` boxes. */
export interface FlameRows {
  readonly count: number
  /** Node of the tree. */
  readonly node: Uint32Array
  /** Index of the box above; the root has its own. */
  readonly parent: Uint32Array
  readonly depth: Uint32Array
  /** Left edge and width in units of weight; children lie within their parent. */
  readonly start: Float64Array
  readonly width: Float64Array
  /** Boxes that would be seen but are more than `mostBoxes`; those below them are not counted. */
  readonly omittedCount: number
}

export interface FlameOptions {
  /** Only boxes that reach into this stretch. */
  readonly from?: number
  readonly to?: number
  /** Narrower boxes, and what is under them, are left out: nobody could see them. */
  readonly smallestWidth?: number
  readonly mostBoxes?: number
}

/** The first rows of a large graph are complete: boxes are left out from the deepest rows up. */
export function flameRows(
  calls: CallTree,
  options: FlameOptions = {},
  sorted: SortedCalls = new SortedCalls(calls),
): FlameRows {
  const { total } = calls
  const { from = 0, to = total[0]!, smallestWidth = 0, mostBoxes = Number.POSITIVE_INFINITY } = options
  const boxes = new BoxColumns()
  let omittedCount = 0
  boxes.add(0, 0, 0, 0)
  for (let index = 0; index < boxes.count; index++) {
    const caller = boxes.start[index]!
    const { nodes, starts } = sorted.of(boxes.node[index]!, smallestWidth)
    for (let at = Math.max(0, countUpTo(starts, from - caller) - 1); at < nodes.length; at++) {
      const child = nodes[at]!
      const left = caller + starts[at]!
      work.steps++
      if (left >= to || total[child]! < smallestWidth) break
      if (left + total[child]! <= from) continue
      if (boxes.count < mostBoxes) boxes.add(child, index, boxes.depth[index]! + 1, left)
      else omittedCount++
    }
  }
  const { count, node, parent, depth, start } = boxes
  return {
    count,
    node: node.slice(0, count),
    parent: parent.slice(0, count),
    depth: depth.slice(0, count),
    start: start.slice(0, count),
    width: Float64Array.from({ length: count }, (_, index) => total[node[index]!]!),
    omittedCount,
  }
}

/** Fewer are sorted sooner than they are looked up. */
const fewChildren = 32
/** One answer after the other zooms in: what is sorted for one of them is enough for the next ones. */
const zoomAhead = 16
/** Stretches of one zoom differ in their last digits. */
const slack = 0.9

/** Boxes right under one, from left to right. */
interface Siblings {
  readonly nodes: readonly number[]
  /** Left edges, from the left edge of the caller. */
  readonly starts: Float64Array
  /** Narrower ones are missing. */
  readonly smallest: number
}

/** The calls of each node in the order of the picture. One for each call tree: sorting the many calls of a few nodes is most of an answer. */
export class SortedCalls {
  readonly #calls: CallTree
  readonly #known = new Map<number, Siblings>()

  constructor(calls: CallTree) {
    this.#calls = calls
  }

  /** The widest first: those too narrow to be seen take no place from the others. */
  of(node: number, smallest: number): Siblings {
    const known = this.#known.get(node)
    if (known !== undefined && known.smallest <= smallest) return known
    const found = this.#sorted(node, known === undefined ? smallest * slack : smallest / zoomAhead)
    if (found.nodes.length > fewChildren) this.#known.set(node, found)
    return found
  }

  #sorted(node: number, smallest: number): Siblings {
    const { tree, total } = this.#calls
    const nodes: number[] = []
    for (let child = tree.firstChildOf(node); child !== 0; child = tree.nextSiblingOf(child)) {
      work.steps++
      const weight = total[child] ?? 0
      if (weight > 0 && weight >= smallest) nodes.push(child)
    }
    if (nodes.length > 1) sortChildren(this.#calls, nodes)
    const starts = new Float64Array(nodes.length)
    for (let at = 1; at < nodes.length; at++) starts[at] = starts[at - 1]! + total[nodes[at - 1]!]!
    return { nodes, starts, smallest }
  }
}

/** The order of siblings in every flame graph. */
export function sortChildren({ tree, total }: CallTree, children: number[]): void {
  children.sort((a, b) => total[b]! - total[a]! || tree.functionOf(a) - tree.functionOf(b))
}

class BoxColumns {
  node = new Uint32Array(1024)
  parent = new Uint32Array(1024)
  depth = new Uint32Array(1024)
  start = new Float64Array(1024)
  count = 0

  add(node: number, parent: number, depth: number, start: number): void {
    if (this.count === this.node.length) {
      this.node = grownColumn(this.node, Uint32Array)
      this.parent = grownColumn(this.parent, Uint32Array)
      this.depth = grownColumn(this.depth, Uint32Array)
      this.start = grownColumn(this.start, Float64Array)
    }
    const index = this.count++
    this.node[index] = node
    this.parent[index] = parent
    this.depth[index] = depth
    this.start[index] = start
  }
}
