/** Nodes of a graph, each once, in the order in which they came. A `Set` throws above 2^24 entries, and a type may have more objects. */
export class NodeSet {
  readonly #isIn: Uint32Array
  #nodes = new Uint32Array(64)
  #count = 0

  constructor({ nodeCount }: { readonly nodeCount: number }) {
    this.#isIn = new Uint32Array((nodeCount + 31) >>> 5)
  }

  get size(): number {
    return this.#count
  }

  has(node: number): boolean {
    return (this.#isIn[node >>> 5]! & (1 << (node & 31))) !== 0
  }

  /** False: it was there. */
  add(node: number): boolean {
    if (this.has(node)) return false
    this.#isIn[node >>> 5]! |= 1 << (node & 31)
    if (this.#count === this.#nodes.length) {
      const twice = new Uint32Array(this.#count * 2)
      twice.set(this.#nodes)
      this.#nodes = twice
    }
    this.#nodes[this.#count++] = node
    return true
  }

  /** Those that are added meanwhile come, too. */
  *[Symbol.iterator](): Generator<number, void> {
    for (let at = 0; at < this.#count; at++) yield this.#nodes[at]!
  }

  /** As it is now. */
  get nodes(): Uint32Array<ArrayBuffer> {
    return this.#nodes.subarray(0, this.#count)
  }
}
