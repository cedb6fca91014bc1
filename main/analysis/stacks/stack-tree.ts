import type { Trace } from '../../nettrace/trace/trace.ts'
import type { TraceListener } from '../../nettrace/trace/trace-listener.ts'

/*
 * Prefix tree over all stacks of a trace, by address; node 0 is the root (no frame). One row of five int32 a node:
 *
 *   low half of the address | high half | first child | next sibling | parent
 *
 * A child that is found moves to the front of its siblings, because the next stack mostly goes the same way; a new tail of a
 * stack is appended without looking. Known paths lie in consecutive memory, and no hashing is done (measured five times faster
 * than a hash table). Only nodes with very many children get entries in a hash table.
 *
 * Parents have smaller numbers than their children, so sums run over the nodes backwards.
 */
const stride = 5
const low = 0
const high = 1
const firstChild = 2
const nextSibling = 3
const parent = 4
/** Siblings looked at before their parent's children are put into the hash table. */
const siblingLimit = 48

export class StackTree implements TraceListener {
  #rows = new Int32Array(stride * 1024)
  #count = 1
  #nodeOfStack = new Uint32Array(1024)
  #pointerBytes = 8
  #trace: Trace | null = null
  /** Bit of a parent whose children are in the hash table. */
  #isHashed = new Uint8Array(1024)
  #hash = new Int32Array(0)
  #hashedCount = 0

  onStart(trace: Trace): void {
    this.#trace = trace
  }

  onHeader(): void {
    this.#pointerBytes = this.#trace?.header?.pointerBytes ?? 8
  }

  /** Nodes, the root included. */
  get count(): number {
    return this.#count
  }

  /** Node of a stack's leaf, 0 for an empty stack; `stackIndex` as in the trace's columns. */
  nodeOf(stackIndex: number): number {
    return stackIndex < this.#nodeOfStack.length ? this.#nodeOfStack[stackIndex]! : 0
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

  lowOf(node: number): number {
    return this.#rows[node * stride + low]!
  }

  highOf(node: number): number {
    return this.#rows[node * stride + high]!
  }

  /**
   * Address as a number: exact for every address of a process and, as a negative number, of a kernel.
   */
  addressOf(node: number): number {
    return this.highOf(node) * 4294967296 + (this.lowOf(node) >>> 0)
  }

  onStack(bytes: Uint8Array, view: DataView, start: number, end: number, stackIndex: number): void {
    const pointerBytes = this.#pointerBytes
    const frames = Math.floor((end - start) / pointerBytes)
    this.#reserve(frames)
    if (stackIndex >= this.#nodeOfStack.length) this.#growStacks(stackIndex)
    const rows = this.#rows
    let node = 0
    let position = start + (frames - 1) * pointerBytes
    // Down the known path.
    while (position >= start) {
      const addressLow = view.getInt32(position, true)
      const addressHigh = pointerBytes === 8 ? view.getInt32(position + 4, true) : 0
      const first = rows[node * stride + firstChild]!
      let child = first
      let previous = 0
      let looked = 0
      while (child !== 0) {
        const row = child * stride
        if (rows[row] === addressLow && rows[row + high] === addressHigh) break
        if (++looked > siblingLimit) {
          child = this.#findHashed(node, addressLow, addressHigh)
          previous = 0
          break
        }
        previous = child
        child = rows[row + nextSibling]!
      }
      if (child === 0) break
      if (previous !== 0) {
        rows[previous * stride + nextSibling] = rows[child * stride + nextSibling]!
        rows[child * stride + nextSibling] = first
        rows[node * stride + firstChild] = child
      }
      node = child
      position -= pointerBytes
    }
    // The rest is new.
    for (; position >= start; position -= pointerBytes) {
      const addressHigh = pointerBytes === 8 ? view.getInt32(position + 4, true) : 0
      node = this.#append(node, view.getInt32(position, true), addressHigh)
    }
    this.#nodeOfStack[stackIndex] = node
  }

  #append(under: number, addressLow: number, addressHigh: number): number {
    const rows = this.#rows
    const node = this.#count++
    const row = node * stride
    rows[row] = addressLow
    rows[row + high] = addressHigh
    rows[row + firstChild] = 0
    rows[row + nextSibling] = rows[under * stride + firstChild]!
    rows[row + parent] = under
    rows[under * stride + firstChild] = node
    if (this.#isHashed[under] === 1) this.#addHashed(node)
    return node
  }

  #findHashed(under: number, addressLow: number, addressHigh: number): number {
    if (this.#isHashed[under] === 0) {
      this.#isHashed[under] = 1
      for (let child = this.firstChildOf(under); child !== 0; child = this.nextSiblingOf(child)) this.#addHashed(child)
    }
    const mask = this.#hash.length - 1
    let slot = hashOf(under, addressLow, addressHigh) & mask
    for (let node = this.#hash[slot]!; node !== 0; node = this.#hash[slot]!) {
      const row = node * stride
      const isIt = this.#rows[row + parent] === under && this.#rows[row] === addressLow
      if (isIt && this.#rows[row + high] === addressHigh) return node
      slot = (slot + 1) & mask
    }
    return 0
  }

  #addHashed(node: number): void {
    if ((this.#hashedCount + 1) * 2 > this.#hash.length) {
      const old = this.#hash
      this.#hash = new Int32Array(Math.max(1024, old.length * 2))
      for (const known of old) if (known !== 0) this.#place(known)
    }
    this.#place(node)
    this.#hashedCount++
  }

  #place(node: number): void {
    const mask = this.#hash.length - 1
    let slot = hashOf(this.parentOf(node), this.lowOf(node), this.highOf(node)) & mask
    while (this.#hash[slot] !== 0) slot = (slot + 1) & mask
    this.#hash[slot] = node
  }

  #reserve(frames: number): void {
    const needed = this.#count + frames
    if (needed * stride <= this.#rows.length) return
    const capacity = Math.max(needed, (this.#rows.length / stride) * 2)
    const rows = new Int32Array(capacity * stride)
    rows.set(this.#rows.subarray(0, this.#count * stride))
    this.#rows = rows
    const isHashed = new Uint8Array(capacity)
    isHashed.set(this.#isHashed.subarray(0, Math.min(this.#isHashed.length, capacity)))
    this.#isHashed = isHashed
  }

  #growStacks(stackIndex: number): void {
    const larger = new Uint32Array(Math.max(stackIndex + 1, this.#nodeOfStack.length * 2))
    larger.set(this.#nodeOfStack)
    this.#nodeOfStack = larger
  }
}

function hashOf(under: number, addressLow: number, addressHigh: number): number {
  const mixed = Math.imul(addressLow ^ Math.imul(addressHigh, 0x85ebca6b) ^ Math.imul(under, 0xc2b2ae35), 0x9e3779b1)
  return mixed ^ (mixed >>> 15)
}
