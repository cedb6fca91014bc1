import { type FunctionTable, rootFunction } from '../code/function-table.ts'
import type { StackTree } from './stack-tree.ts'

const stride = 4
const functionColumn = 0
const firstChild = 1
const nextSibling = 2
const parent = 3

/** The node of an address depends on the time of the sample, because its code was replaced during the recording. */
const dependsOnTime = -2

/**
 * The stack tree by function instead of by address: calls from different places of a caller, tiers and re-JITs fall together. Made
 * from a finished StackTree and the names, which arrive at the end of a recording. Node 0 is the root; parents have smaller
 * numbers than their children.
 */
export class FunctionTree {
  readonly functions: FunctionTable
  readonly #stacks: StackTree
  #rows: Int32Array
  #count = 1
  readonly #nodeOfAddressNode: Int32Array

  constructor(stacks: StackTree, functions: FunctionTable) {
    this.functions = functions
    this.#stacks = stacks
    this.#rows = new Int32Array(stride * Math.max(1024, stacks.count))
    this.#rows[functionColumn] = rootFunction
    this.#nodeOfAddressNode = new Int32Array(stacks.count)
    this.#mapAll()
  }

  get count(): number {
    return this.#count
  }

  functionOf(node: number): number {
    return this.#rows[node * stride + functionColumn]!
  }

  parentOf(node: number): number {
    return this.#rows[node * stride + parent]!
  }

  firstChildOf(node: number): number {
    return this.#rows[node * stride + firstChild]!
  }

  nextSiblingOf(node: number): number {
    return this.#rows[node * stride + nextSibling]!
  }

  /** Node of a node of the stack tree, for a sample taken at `ticks`. */
  nodeAt(addressNode: number, ticks: number): number {
    const node = this.#nodeOfAddressNode[addressNode]!
    return node === dependsOnTime ? this.#nodeByTime(addressNode, ticks) : node
  }

  #mapAll(): void {
    const stacks = this.#stacks
    const nodeOf = this.#nodeOfAddressNode
    const functionOf = this.#functionsOfFrames()
    const { count } = stacks
    let addressNode = 1
    while (addressNode < count) {
      const above = nodeOf[stacks.parentOf(addressNode)]!
      const of = functionOf[stacks.frameOf(addressNode)]!
      const known = this.#count
      nodeOf[addressNode] = of === dependsOnTime || above === dependsOnTime ? dependsOnTime : this.#child(above, of)
      addressNode++
      if (this.#count > known) addressNode = this.#appendWhileNew(addressNode, functionOf)
    }
  }

  /**
   * Goes on from a new node, which has no children to look through, with the address nodes from `from` on as long as they lie under each other;
   * returns the first that does not. There is room: no more nodes than those of the stack tree.
   */
  #appendWhileNew(from: number, functionOf: Int32Array): number {
    const stacks = this.#stacks
    const nodeOf = this.#nodeOfAddressNode
    const rows = this.#rows
    const { count } = stacks
    let node = this.#count - 1
    let addressNode = from
    for (; addressNode < count && stacks.goesOn(addressNode); addressNode++) {
      const of = functionOf[stacks.frameOf(addressNode)]!
      if (of === dependsOnTime) break
      rows[node * stride + firstChild] = ++node
      rows[node * stride + functionColumn] = of
      rows[node * stride + parent] = node - 1
      nodeOf[addressNode] = node
    }
    this.#count = node + 1
    return addressNode
  }

  /** The same address occurs under many callers: its function is looked up once. */
  #functionsOfFrames(): Int32Array {
    const functionOf = new Int32Array(this.#stacks.frameCount)
    for (let frame = 1; frame < functionOf.length; frame++) {
      const address = this.#stacks.addressOfFrame(frame)
      functionOf[frame] = this.functions.isReused(address) ? dependsOnTime : this.functions.at(address, Number.NaN)
    }
    return functionOf
  }

  #nodeByTime(addressNode: number, ticks: number): number {
    const path: number[] = []
    let node = addressNode
    while (this.#nodeOfAddressNode[node] === dependsOnTime) {
      path.push(this.functions.at(this.#stacks.addressOf(node), ticks))
      node = this.#stacks.parentOf(node)
    }
    return path.reduceRight((under, of) => this.#child(under, of), this.#nodeOfAddressNode[node]!)
  }

  #child(under: number, of: number): number {
    let rows = this.#rows
    const first = rows[under * stride + firstChild]!
    let previous = 0
    for (let child = first; child !== 0; child = rows[child * stride + nextSibling]!) {
      if (rows[child * stride + functionColumn] === of) {
        if (previous !== 0) {
          rows[previous * stride + nextSibling] = rows[child * stride + nextSibling]!
          rows[child * stride + nextSibling] = first
          rows[under * stride + firstChild] = child
        }
        return child
      }
      previous = child
    }
    if ((this.#count + 1) * stride > rows.length) {
      rows = new Int32Array(rows.length * 2)
      rows.set(this.#rows)
      this.#rows = rows
    }
    const node = this.#count++
    rows[node * stride + functionColumn] = of
    rows[node * stride + nextSibling] = first
    rows[node * stride + parent] = under
    rows[under * stride + firstChild] = node
    return node
  }
}
