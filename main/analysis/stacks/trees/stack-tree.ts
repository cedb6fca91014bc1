import type { Trace } from '../../../nettrace/trace/trace.ts'
import type { TraceListener } from '../../../nettrace/trace/trace-listener.ts'
import { AddressTable } from '../../address-table.ts'
import { grownColumn } from '../../grown-column.ts'
import { StackTails } from '../stack-tails.ts'
import { WaitingStacks } from '../waiting-stacks.ts'

/*
 * Prefix tree over all stacks of a trace, by address; node 0 is the root (no frame). What a stack adds to the tree is one row of nodes
 * under each other, its tail, numbered one after another. So a node is a single int32:
 *
 *   frame > 0    its address in the frame table; its parent is the node before
 *   ~tail < 0    first node of a tail, which knows frame and parent
 *
 * Most stacks go the same way as the one before for a long part: so far their bytes are compared and the tree is not looked at. From there on
 * the child of a node is the node behind it or the head of another tail, which is found by hash.
 *
 * Parents have smaller numbers than their children, so sums run over the nodes backwards.
 */
export class StackTree implements TraceListener {
  /** Behind the last node there are zeros, at least one. */
  #nodes = new Int32Array(1024)
  #count = 1
  readonly #frames = new AddressTable()
  readonly #tails = new StackTails()
  #nodeOfStack = new Uint32Array(1024)
  #pointerBytes = 8
  #trace: Trace | null = null
  /** Addresses of the stack that comes and of the one before, from the leaf on. */
  #stack = new AddressRoom(1024)
  #stackBefore = new AddressRoom(1024)
  #depthBefore = 0
  /** Of the stack before, by depth from the root on. */
  #pathNode = new Int32Array(1024)
  /** Whether tails may hang off the node above this depth. */
  #mayPart = new Uint8Array(1025)
  readonly #mostWaitingBytes: number
  #waiting: WaitingStacks | null

  /**
   * So many bytes of stacks may wait until somebody looks at the tree, or calls `begin`; in a file without samples that may be never. More come
   * into the tree at once.
   */
  constructor(mostWaitingBytes = 0) {
    this.#mostWaitingBytes = mostWaitingBytes
    this.#waiting = mostWaitingBytes > 0 ? new WaitingStacks() : null
  }

  onStart(trace: Trace): void {
    this.#trace = trace
  }

  onHeader(): void {
    this.#pointerBytes = this.#trace?.header?.pointerBytes ?? 8
  }

  /** Nodes, the root included. */
  get count(): number {
    this.begin()
    return this.#count
  }

  /** Distinct addresses and one: frames are numbered from 1 on, in order of their first nodes. */
  get frameCount(): number {
    this.begin()
    return this.#frames.count
  }

  /** Node of a stack's leaf, 0 for an empty stack; `stackIndex` as in the trace's columns. */
  nodeOf(stackIndex: number): number {
    if (this.#waiting !== null) this.begin()
    return stackIndex < this.#nodeOfStack.length ? this.#nodeOfStack[stackIndex]! : 0
  }

  parentOf(node: number): number {
    const frame = this.#nodes[node]!
    return frame < 0 ? this.#tails.aboveOf(~frame) : node - 1
  }

  /** Whether a node is a child of the one before and was its only one when it came; not of the root. */
  goesOn(node: number): boolean {
    return this.#nodes[node]! > 0
  }

  /** Not of the root. */
  frameOf(node: number): number {
    const frame = this.#nodes[node]!
    return frame < 0 ? this.#tails.frameOf(~frame) : frame
  }

  /** Address of a node as a number: exact for every address of a process and, as a negative number, of a kernel. */
  addressOf(node: number): number {
    return this.addressOfFrame(this.frameOf(node))
  }

  addressOfFrame(frame: number): number {
    return this.#frames.highOf(frame) * 4294967296 + (this.#frames.lowOf(frame) >>> 0)
  }

  /** Nothing waits from now on. */
  begin(): void {
    const waiting = this.#waiting
    if (waiting === null) return
    this.#waiting = null
    waiting.forEach((...stack) => this.onStack(...stack))
  }

  onStack(bytes: Uint8Array, _view: DataView, start: number, end: number, stackIndex: number): void {
    if (this.#waiting !== null) {
      this.#waiting.add(bytes, start, end, stackIndex)
      if (this.#waiting.byteCount > this.#mostWaitingBytes) this.begin()
      return
    }
    const depth = Math.floor((end - start) / this.#pointerBytes)
    this.#reserve(depth)
    if (stackIndex >= this.#nodeOfStack.length) this.#growStacks(stackIndex)
    this.#stack.bytes.set(bytes.subarray(start, start + depth * this.#pointerBytes))
    const known = this.#follow(this.#sharedDepth(depth), depth)
    if (known < depth) this.#append(known, depth)
    this.#nodeOfStack[stackIndex] = depth === 0 ? 0 : this.#pathNode[depth - 1]!
    const before = this.#stackBefore
    this.#stackBefore = this.#stack
    this.#stack = before
    this.#depthBefore = depth
  }

  /**
   * A call below a node, of stacks that are a tree already: each call of a node is added once, and its node is the number of its stack, too.
   * Not to be mixed with `onStack`.
   */
  addCall(parent: number, address: number): number {
    this.#waiting = null
    this.#reserve(1)
    const node = this.#count++
    const frame = this.#frames.internNumber(address)
    this.#nodes[node] = parent !== 0 && parent === node - 1 ? frame : ~this.#tails.add(parent, frame, node)
    if (node >= this.#nodeOfStack.length) this.#growStacks(node)
    this.#nodeOfStack[node] = node
    return node
  }

  /** How many frames from the root on are those of the stack before. */
  #sharedDepth(depth: number): number {
    const { words } = this.#stack
    const before = this.#stackBefore.words
    const wordsPerFrame = this.#pointerBytes >>> 2
    const end = depth * wordsPerFrame - 1
    const endBefore = this.#depthBefore * wordsPerFrame - 1
    const limit = Math.min(end, endBefore)
    let same = 0
    while (same <= limit && words[end - same] === before[endBefore - same]) same++
    return wordsPerFrame === 2 ? same >>> 1 : same
  }

  /** Goes on from depth `from` as far as the tree knows the way; the depth it reached. */
  #follow(from: number, depth: number): number {
    const nodes = this.#nodes
    let node = from === 0 ? 0 : this.#pathNode[from - 1]!
    for (let at = from; at < depth; at++) {
      const frame = this.#frameAt(depth - 1 - at)
      if (nodes[node + 1] === frame) node++
      else node = this.#mayPart[at] === 0 ? 0 : this.#tails.find(node, frame)
      if (node === 0) return at
      this.#pathNode[at] = node
      this.#mayPart[at + 1] = 1
    }
    return depth
  }

  /** A new tail, of the frames from depth `from` on. */
  #append(from: number, depth: number): void {
    const nodes = this.#nodes
    const pathNode = this.#pathNode
    const mayPart = this.#mayPart
    const first = this.#count
    let node = first
    mayPart[from] = 1
    for (let at = from; at < depth; at++) {
      nodes[node] = this.#frameAt(depth - 1 - at)
      pathNode[at] = node++
      mayPart[at + 1] = 0
    }
    this.#count = node
    nodes[first] = ~this.#tails.add(from === 0 ? 0 : pathNode[from - 1]!, nodes[first]!, first)
  }

  /** Frame of the stack that comes, by its place from the leaf on. */
  #frameAt(place: number): number {
    const { words } = this.#stack
    return this.#pointerBytes === 8
      ? this.#frames.intern(words[place * 2]!, words[place * 2 + 1]!)
      : this.#frames.intern(words[place]!, 0)
  }

  #reserve(depth: number): void {
    // One more for the zero behind the last node.
    while (this.#count + depth + 1 > this.#nodes.length) this.#nodes = grownColumn(this.#nodes, Int32Array)
    if (depth <= this.#pathNode.length) return
    while (depth > this.#pathNode.length) this.#pathNode = grownColumn(this.#pathNode, Int32Array)
    while (depth >= this.#mayPart.length) this.#mayPart = grownColumn(this.#mayPart, Uint8Array)
    const before = this.#stackBefore
    this.#stack = new AddressRoom(this.#pathNode.length)
    this.#stackBefore = new AddressRoom(this.#pathNode.length)
    this.#stackBefore.words.set(before.words)
  }

  #growStacks(stackIndex: number): void {
    const larger = new Uint32Array(Math.max(stackIndex + 1, this.#nodeOfStack.length * 2))
    larger.set(this.#nodeOfStack)
    this.#nodeOfStack = larger
  }
}

/** Room for addresses of eight bytes. */
class AddressRoom {
  readonly words: Int32Array
  readonly bytes: Uint8Array

  constructor(addressCount: number) {
    this.words = new Int32Array(addressCount * 2)
    this.bytes = new Uint8Array(this.words.buffer)
  }
}
