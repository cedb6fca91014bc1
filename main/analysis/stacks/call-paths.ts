import { rootFunction } from '../code/function-table.ts'
import { grownColumn } from '../grown-column.ts'
import type { CodeTree } from './trees/code-tree.ts'
import { StackTails } from './stack-tails.ts'

/** A tree that grows call by call: what a node calls is one child, however often it is asked for. */
export class CallPaths implements CodeTree {
  readonly functions: CodeTree['functions']
  #function = new Int32Array(1024)
  #parent = new Int32Array(1024)
  #firstChild = new Int32Array(1024)
  #nextSibling = new Int32Array(1024)
  #count = 1
  readonly #children = new StackTails()

  constructor(functions: CodeTree['functions']) {
    this.functions = functions
    this.#function[0] = rootFunction
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

  /** Node of a function below a node. */
  child(under: number, of: number): number {
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
