import { type FunctionTable, rootFunction } from '../../code/function-table.ts'
import { work } from '../../../nettrace/work-steps.ts'
import { grownColumn } from '../../grown-column.ts'
import { StackTails } from '../stack-tails.ts'
import type { StackTree } from './stack-tree.ts'

const stride = 4
const functionColumn = 0
const firstChild = 1
const nextSibling = 2
const parent = 3

/** The node of an address depends on the time of the sample, because its code was replaced during the recording. */
const dependsOnTime = -2
/** Nobody has asked for the node of an address yet. */
const notMapped = -1

/** Children of a node that are looked through one by one; more are found by hash. */
const mostWalked = 16
/** Steps for finding functions by time: at the beginning, and more with every node of the stacks and every sample. */
export const firstCredit = 2 ** 16
const creditPerNode = 32
const creditPerSample = 64

interface Mapping {
  /** By node of the stack tree. */
  readonly nodeOf: Int32Array
  /** By frame. */
  readonly functionOf: Int32Array
}

export interface WantedNodes {
  /** By node: 1, also for those above it. */
  readonly isWanted: Uint8Array
  readonly count: number
}

/**
 * The stack tree by function instead of by address: calls from different places of a caller, tiers and re-JITs fall together. Made
 * from a finished StackTree and the names, which arrive at the end of a recording. Node 0 is the root; parents have smaller
 * numbers than their children. Stacks that are not wanted at first come into the tree when somebody asks for their nodes.
 */
export class FunctionTree {
  readonly functions: FunctionTable
  readonly #stacks: StackTree
  #rows: Int32Array
  #count = 1
  /** Made with the first stack that is wanted. */
  #mapping: Mapping | null = null
  /** Children of nodes with `mostWalked` of them or more, by parent and function. */
  readonly #manyChildren = new StackTails()
  /** By address node: the last stretch of time it was asked for, and its node then. */
  #timed: { readonly epoch: Int32Array; readonly node: Int32Array } | null = null
  #timedCredit = firstCredit

  /** `wanted`: nodes of the stack tree with everything above them; null: all of them. */
  constructor(stacks: StackTree, functions: FunctionTable, wanted: WantedNodes | null = null) {
    this.functions = functions
    this.#stacks = stacks
    this.#rows = new Int32Array(stride * Math.max(1024, (wanted?.count ?? stacks.count) + 1))
    this.#rows[functionColumn] = rootFunction
    if (wanted?.count !== 0) this.#mapAll(wanted?.isWanted ?? null)
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
    const { nodeOf } = this.#mapped
    if (nodeOf[addressNode] === notMapped) this.#mapPath(addressNode)
    const node = nodeOf[addressNode]!
    return node === dependsOnTime ? this.#nodeByTime(addressNode, ticks) : node
  }

  /** Brings the stacks of every event into the tree, for what looks through all of it. */
  mapRest(): void {
    const { nodeOf } = this.#mapped
    for (let addressNode = 1; addressNode < nodeOf.length; addressNode++)
      if (nodeOf[addressNode] === notMapped) this.#map(addressNode)
  }

  get #mapped(): Mapping {
    if (this.#mapping !== null) return this.#mapping
    const { count } = this.#stacks
    const nodeOf = new Int32Array(count).fill(notMapped, 1)
    this.#timedCredit += creditPerNode * count
    return (this.#mapping = { nodeOf, functionOf: this.#functionsOfFrames() })
  }

  #mapAll(isWanted: Uint8Array | null): void {
    const { count } = this.#stacks
    let addressNode = 1
    while (addressNode < count) {
      if (isWanted !== null && isWanted[addressNode] === 0) {
        addressNode++
        continue
      }
      const known = this.#count
      this.#map(addressNode++)
      if (this.#count > known) addressNode = this.#appendWhileNew(addressNode, isWanted)
    }
  }

  /** What lies above it is mapped. */
  #map(addressNode: number): void {
    const stacks = this.#stacks
    const { nodeOf, functionOf } = this.#mapped
    const above = nodeOf[stacks.parentOf(addressNode)]!
    const of = functionOf[stacks.frameOf(addressNode)]!
    nodeOf[addressNode] = of === dependsOnTime || above === dependsOnTime ? dependsOnTime : this.#child(above, of)
  }

  #mapPath(addressNode: number): void {
    const path: number[] = []
    const { nodeOf } = this.#mapped
    for (let at = addressNode; nodeOf[at] === notMapped; at = this.#stacks.parentOf(at)) path.push(at)
    work.steps += path.length
    for (const below of path.toReversed()) this.#map(below)
  }

  /**
   * Goes on from a new node, which has no children to look through, with the address nodes from `from` on as long as they lie under each other;
   * returns the first that does not. There is room: no more nodes than those of the stack tree.
   */
  #appendWhileNew(from: number, isWanted: Uint8Array | null): number {
    const stacks = this.#stacks
    const { nodeOf, functionOf } = this.#mapped
    const rows = this.#rows
    const { count } = stacks
    let node = this.#count - 1
    let addressNode = from
    for (; addressNode < count && stacks.goesOn(addressNode); addressNode++) {
      const of = functionOf[stacks.frameOf(addressNode)]!
      if (of === dependsOnTime || (isWanted !== null && isWanted[addressNode] === 0)) break
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

  /**
   * What is found for one stretch of time without a change serves all samples in it. A stack of thousands of such frames, sampled in as
   * many stretches, would still cost their product: when the credit is used up, nodes get the function that was there last, for good.
   */
  #nodeByTime(addressNode: number, ticks: number): number {
    this.#timed ??= { epoch: new Int32Array(this.#stacks.count).fill(-1), node: new Int32Array(this.#stacks.count) }
    const timed = this.#timed
    const { nodeOf } = this.#mapped
    const epoch = this.functions.epochAt(ticks)
    const path: number[] = []
    let at = addressNode
    for (; nodeOf[at] === dependsOnTime && timed.epoch[at] !== epoch; at = this.#stacks.parentOf(at)) path.push(at)
    let under = nodeOf[at] === dependsOnTime ? timed.node[at]! : nodeOf[at]!
    const before = work.steps
    for (const below of path.toReversed()) {
      work.steps++
      const hasCredit = work.steps - before < this.#timedCredit
      under = this.#child(under, this.functions.at(this.#stacks.addressOf(below), hasCredit ? ticks : Number.NaN))
      timed.epoch[below] = epoch
      timed.node[below] = under
      if (!hasCredit) nodeOf[below] = under
    }
    this.#timedCredit += creditPerSample - (work.steps - before)
    return under
  }

  #child(under: number, of: number): number {
    const rows = this.#rows
    const first = rows[under * stride + firstChild]!
    let previous = 0
    let walked = 0
    for (let child = first; child !== 0 && walked < mostWalked; child = rows[child * stride + nextSibling]!, walked++) {
      if (rows[child * stride + functionColumn] === of) {
        work.steps += walked
        // What was asked for is likely to be asked for again.
        if (previous !== 0) this.#moveToFront(under, child, previous)
        return child
      }
      previous = child
    }
    work.steps += walked
    if (walked === mostWalked) {
      const child = this.#manyChildren.find(under, of)
      if (child !== 0) return child
    }
    const node = this.#add(under, of)
    if (walked === mostWalked) this.#manyChildren.add(under, of, node)
    // From now on they are too many to be looked through.
    else if (walked === mostWalked - 1) this.#indexChildren(under)
    return node
  }

  #moveToFront(under: number, child: number, previous: number): void {
    const rows = this.#rows
    rows[previous * stride + nextSibling] = rows[child * stride + nextSibling]!
    rows[child * stride + nextSibling] = rows[under * stride + firstChild]!
    rows[under * stride + firstChild] = child
  }

  #indexChildren(under: number): void {
    const rows = this.#rows
    for (let child = this.firstChildOf(under); child !== 0; child = rows[child * stride + nextSibling]!)
      this.#manyChildren.add(under, rows[child * stride + functionColumn]!, child)
  }

  #add(under: number, of: number): number {
    if ((this.#count + 1) * stride > this.#rows.length) this.#rows = grownColumn(this.#rows, Int32Array)
    const rows = this.#rows
    const node = this.#count++
    rows[node * stride + functionColumn] = of
    rows[node * stride + nextSibling] = rows[under * stride + firstChild]!
    rows[node * stride + parent] = under
    rows[under * stride + firstChild] = node
    return node
  }
}
