import { work } from '../../nettrace/work-steps.ts'
import { rootFunction } from '../code/function-table.ts'
import { grownColumn } from '../grown-column.ts'
import type { CodeTree } from './code-tree.ts'
import { StackTails } from './stack-tails.ts'

/** A node that has no place of its own: what is under it hangs off its caller. */
export const intoCaller = -1

/** How one transform sees each node, parents before their children. */
export interface Reshaping {
  /** The function the node gets, or `intoCaller`. */
  functionAt(node: number, of: number, parent: number): number
  /** Samples at the node count no more. */
  isLeftOut?(node: number): boolean
}

/**
 * A tree made from another one by a transform. Samples keep their nodes in the first tree of all: `placeOf` says where they count now.
 * What has lost all of its frames counts at a node of its own under the root, so that the sum stays what was selected.
 */
export class ReshapedTree implements CodeTree {
  readonly functions: CodeTree['functions']
  #function = new Int32Array(1024)
  #parent = new Int32Array(1024)
  #firstChild = new Int32Array(1024)
  #nextSibling = new Int32Array(1024)
  #count = 1
  readonly #children = new StackTails()
  /** By node of the tree before: its place, -1 for what counts no more. */
  readonly #placeOf: Int32Array

  /** `remainder`: function of what has lost all of its frames. */
  constructor(before: CodeTree, reshaping: Reshaping, remainder: number) {
    this.functions = before.functions
    this.#function[0] = rootFunction
    this.#placeOf = this.#placed(before, reshaping, remainder)
  }

  get count(): number {
    return this.#count
  }

  functionOf(node: number): number {
    return this.#function[node]!
  }

  parentOf(node: number): number {
    return this.#parent[node]!
  }

  firstChildOf(node: number): number {
    return this.#firstChild[node]!
  }

  nextSiblingOf(node: number): number {
    return this.#nextSibling[node]!
  }

  /** Node of a node of the tree before; -1: its samples count no more. */
  placeOf(node: number): number {
    return this.#placeOf[node]!
  }

  #placed(before: CodeTree, reshaping: Reshaping, remainder: number): Int32Array {
    const { count } = before
    work.steps += count
    const structure = new Int32Array(count)
    const placeOf = new Int32Array(count)
    if (reshaping.isLeftOut?.(0) === true) placeOf[0] = -1
    for (let node = 1; node < count; node++) {
      const parent = before.parentOf(node)
      const of = reshaping.functionAt(node, before.functionOf(node), parent)
      const under = structure[parent]!
      const place = of === intoCaller ? under : this.#child(under, of)
      structure[node] = place
      if (reshaping.isLeftOut?.(node) === true) placeOf[node] = -1
      else placeOf[node] = place === 0 ? this.#child(0, remainder) : place
    }
    return placeOf
  }

  #child(under: number, of: number): number {
    const known = this.#children.find(under, of)
    if (known !== 0) return known
    if (this.#count === this.#function.length) this.#grow()
    const node = this.#count++
    this.#function[node] = of
    this.#parent[node] = under
    this.#nextSibling[node] = this.#firstChild[under]!
    this.#firstChild[under] = node
    this.#children.add(under, of, node)
    return node
  }

  #grow(): void {
    this.#function = grownColumn(this.#function, Int32Array)
    this.#parent = grownColumn(this.#parent, Int32Array)
    this.#firstChild = grownColumn(this.#firstChild, Int32Array)
    this.#nextSibling = grownColumn(this.#nextSibling, Int32Array)
  }
}
