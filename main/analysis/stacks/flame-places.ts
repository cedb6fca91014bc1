import type { FlameMatches } from '../../../shared/model/trace/trace-flame.ts'
import { work } from '../../nettrace/work-steps.ts'
import type { CallTree } from './trees/call-tree.ts'
import { sortChildren } from './flame-rows.ts'

/** Matches that one can step through. */
const mostMatches = 1000

/** Where boxes of a flame graph lie that need not be in sight. One for each call tree; siblings are laid out at most once. */
export class FlamePlaces {
  readonly #calls: CallTree
  /** Left edges by node; NaN where nobody has asked yet. */
  readonly #start: Float64Array
  readonly #depth: Uint32Array
  readonly maxDepth: number

  constructor(calls: CallTree) {
    const { tree, total } = calls
    this.#calls = calls
    this.#start = new Float64Array(total.length).fill(Number.NaN)
    this.#start[0] = 0
    this.#depth = new Uint32Array(total.length)
    let maxDepth = 0
    work.steps += total.length
    for (let node = 1; node < total.length; node++) {
      const depth = this.#depth[tree.parentOf(node)]! + 1
      this.#depth[node] = depth
      if (depth > maxDepth && total[node]! > 0) maxDepth = depth
    }
    this.maxDepth = maxDepth
  }

  startOf(node: number): number {
    const { tree } = this.#calls
    const path: number[] = []
    for (let at = node; Number.isNaN(this.#start[at]!); at = tree.parentOf(at)) path.push(tree.parentOf(at))
    for (const parent of path.toReversed()) this.#layOut(parent)
    return this.#start[node]!
  }

  /** The box at the end of a path of functions, or the last one on the way that is there. */
  nodeAt(path: readonly number[]): number {
    const { tree, total } = this.#calls
    let node = 0
    for (const functionNumber of path) {
      let child = tree.firstChildOf(node)
      for (; child !== 0; child = tree.nextSiblingOf(child)) {
        work.steps++
        if (tree.functionOf(child) === functionNumber && (total[child] ?? 0) > 0) break
      }
      if (child === 0) return node
      node = child
    }
    return node
  }

  /** Every sample counts once, also where functions found call each other. */
  matches(isMatch: (functionIndex: number) => boolean): FlameMatches {
    const { tree, total } = this.#calls
    work.steps += total.length
    const isWithin = new Uint8Array(total.length)
    const found: number[] = []
    let samples = 0
    for (let node = 1; node < total.length; node++) {
      const isAbove = isWithin[tree.parentOf(node)] === 1
      const isIt = isAbove || isMatch(tree.functionOf(node))
      isWithin[node] = isIt ? 1 : 0
      if (isAbove || !isIt || !(total[node]! > 0)) continue
      found.push(node)
      samples += total[node]!
    }
    const shown = found.toSorted((a, b) => total[b]! - total[a]!).slice(0, mostMatches)
    for (const node of shown) this.startOf(node)
    shown.sort((a, b) => this.#start[a]! - this.#start[b]! || this.#depth[a]! - this.#depth[b]!)
    return {
      placeCount: found.length,
      samples,
      start: Float64Array.from(shown, (node) => this.#start[node]!),
      width: Float64Array.from(shown, (node) => total[node]!),
      depth: Uint32Array.from(shown, (node) => this.#depth[node]!),
    }
  }

  #layOut(parent: number): void {
    const { tree, total } = this.#calls
    const children: number[] = []
    for (let child = tree.firstChildOf(parent); child !== 0; child = tree.nextSiblingOf(child)) children.push(child)
    work.steps += children.length
    sortChildren(this.#calls, children)
    let left = this.#start[parent]!
    for (const child of children) {
      this.#start[child] = left
      left += total[child]!
    }
  }
}
