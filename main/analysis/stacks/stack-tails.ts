import { secretHash } from '../../nettrace/secret-hash.ts'
import { work } from '../../nettrace/work-steps.ts'
import { grownColumn } from '../grown-column.ts'

/** Rows of four int32: frame of the first node | node above it | first node | next tail of the same bucket, plus one. */
const stride = 4
const frame = 0
const above = 1
const first = 2
const nextOfBucket = 3

/**
 * Where the stacks of a tree part: a tail is a row of nodes, each the child of the one before, that hangs off a node which had other children, or none,
 * when it came. Found by the node above and the first frame, by hash: a node may have very many children. The function tree finds such children
 * the same way.
 */
export class StackTails {
  #rows = new Int32Array(stride * 512)
  #buckets = new Int32Array(1024)
  #count = 0

  frameOf(tail: number): number {
    return this.#rows[tail * stride + frame]!
  }

  /** The node the tail hangs off. */
  aboveOf(tail: number): number {
    return this.#rows[tail * stride + above]!
  }

  /** First node of the tail that goes on from node `under` with `of`, 0 when there is none. */
  find(under: number, of: number): number {
    const rows = this.#rows
    let entry = this.#buckets[bucketOf(under, of) & (this.#buckets.length - 1)]!
    while (entry !== 0) {
      const row = (entry - 1) * stride
      if (rows[row + above] === under && rows[row] === of) return rows[row + first]!
      work.steps++
      entry = rows[row + nextOfBucket]!
    }
    return 0
  }

  /** The number of a new tail, from 0 on: it goes on from `under` with `of`, and its first node is `node`. */
  add(under: number, of: number, node: number): number {
    if (this.#count * stride === this.#rows.length) this.#grow()
    const tail = this.#count++
    const row = tail * stride
    this.#rows[row] = of
    this.#rows[row + above] = under
    this.#rows[row + first] = node
    this.#link(tail)
    return tail
  }

  #link(tail: number): void {
    const row = tail * stride
    const bucket = bucketOf(this.#rows[row + above]!, this.#rows[row]!) & (this.#buckets.length - 1)
    this.#rows[row + nextOfBucket] = this.#buckets[bucket]!
    this.#buckets[bucket] = tail + 1
  }

  #grow(): void {
    this.#rows = grownColumn(this.#rows, Int32Array)
    if (this.#count < this.#buckets.length) return
    this.#buckets = new Int32Array(this.#buckets.length * 4)
    for (let tail = 0; tail < this.#count; tail++) this.#link(tail)
  }
}

function bucketOf(under: number, of: number): number {
  const mixed = secretHash(under, of)
  return mixed ^ (mixed >>> 15)
}
