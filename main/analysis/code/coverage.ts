import { work } from '../../nettrace/work-steps.ts'
import { countUpTo } from './count-up-to.ts'

/**
 * What covers an address, of stretches that may overlap in any way. Between two neighbouring ends of stretches nothing changes: for each
 * such piece it is known which stretch comes first in an order of preference and whether there are others, however many there are.
 */
export class Coverage {
  /** Where pieces begin; what covers the last one ends there. */
  readonly #edges: Float64Array
  /** By piece: the preferred stretch, -1 for none. */
  readonly #preferred: Int32Array
  /** Pieces below each edge that several stretches cover. */
  readonly #sharedBelow: Uint32Array
  readonly #starts: Float64Array
  readonly #ends: Float64Array
  /** Largest end of the stretches under each node of a binary tree; the leaves are in the upper half. */
  readonly #largestEnd: Float64Array
  readonly #leafCount: number

  /** Stretches in the order of their starts, each at least one long; `preferred`: their places, the one that wins first. */
  constructor(starts: Float64Array, ends: Float64Array, preferred: Uint32Array) {
    this.#starts = starts
    this.#ends = ends
    this.#edges = distinct(starts, ends)
    this.#preferred = this.#paint(preferred)
    this.#sharedBelow = this.#countShared()
    // One leaf more than stretches at least, so that there is one behind the last of them.
    this.#leafCount = 2 ** Math.ceil(Math.log2(starts.length + 1))
    this.#largestEnd = new Float64Array(2 * this.#leafCount).fill(Number.NEGATIVE_INFINITY)
    this.#largestEnd.set(ends, this.#leafCount)
    for (let node = this.#leafCount - 1; node > 0; node--)
      this.#largestEnd[node] = Math.max(this.#largestEnd[2 * node]!, this.#largestEnd[2 * node + 1]!)
  }

  /** Place of the preferred stretch, -1 when there is none. */
  newestAt(address: number): number {
    const piece = countUpTo(this.#edges, address) - 1
    return piece < 0 ? -1 : this.#preferred[piece]!
  }

  isSharedAt(address: number): boolean {
    const piece = countUpTo(this.#edges, address) - 1
    return piece >= 0 && this.#sharedBelow[piece + 1]! > this.#sharedBelow[piece]!
  }

  /** Whether a stretch has a part that others cover too. */
  isSharedIn(place: number): boolean {
    const from = this.#pieceAt(this.#starts[place]!)
    const to = this.#pieceAt(this.#ends[place]!)
    return this.#sharedBelow[to]! > this.#sharedBelow[from]!
  }

  /** The last of the first `before` stretches that ends above an address; -1 when there is none. */
  lastBefore(before: number, address: number): number {
    const largest = this.#largestEnd
    let node = this.#leafCount + before
    // Up until a part to the left has one, then down to its last one.
    while (node > 1 && ((node & 1) === 0 || !(largest[node - 1]! > address))) node >>>= 1
    if (node <= 1) return -1
    node--
    while (node < this.#leafCount) node = largest[2 * node + 1]! > address ? 2 * node + 1 : 2 * node
    return node - this.#leafCount
  }

  #pieceAt(edge: number): number {
    return countUpTo(this.#edges, edge) - 1
  }

  /** Each stretch takes the pieces that no better one has; what is taken is stepped over, so that no piece is met twice. */
  #paint(preferred: Uint32Array): Int32Array {
    const pieces = new Int32Array(this.#edges.length).fill(-1)
    const nextFree = Int32Array.from({ length: pieces.length + 1 }, (_, piece) => piece)
    const freeFrom = (from: number): number => {
      let free = from
      while (nextFree[free] !== free) {
        nextFree[free] = nextFree[nextFree[free]!]!
        free = nextFree[free]!
        work.steps++
      }
      return free
    }
    for (const place of preferred) {
      const to = this.#pieceAt(this.#ends[place]!)
      for (let piece = freeFrom(this.#pieceAt(this.#starts[place]!)); piece < to; piece = freeFrom(piece)) {
        pieces[piece] = place
        nextFree[piece] = piece + 1
      }
    }
    return pieces
  }

  #countShared(): Uint32Array {
    const depthChange = new Int32Array(this.#edges.length + 1)
    for (const [place, start] of this.#starts.entries()) {
      depthChange[this.#pieceAt(start)]!++
      depthChange[this.#pieceAt(this.#ends[place]!)]!--
    }
    const sharedBelow = new Uint32Array(this.#edges.length + 1)
    let depth = 0
    for (let piece = 0; piece < this.#edges.length; piece++) {
      depth += depthChange[piece]!
      sharedBelow[piece + 1] = sharedBelow[piece]! + (depth > 1 ? 1 : 0)
    }
    return sharedBelow
  }
}

function distinct(starts: Float64Array, ends: Float64Array): Float64Array {
  const all = new Float64Array(starts.length + ends.length)
  all.set(starts)
  all.set(ends, starts.length)
  all.sort()
  return all.filter((edge, index) => index === 0 || edge !== all[index - 1])
}
