import { grownColumn } from '../grown-column.ts'

/** A slot has four int32, so that it lies in one line of the cache: low half of the address, high half, frame, nothing. */
const stride = 4
const low = 0
const high = 1
const frame = 2
/** There are two to this power in the beginning. */
const firstBits = 11

/**
 * The distinct addresses of all stacks, numbered from 1 on in order of first appearance. Asked for every frame of a stack that is not
 * that of the stack before.
 */
export class FrameTable {
  #slots = new Int32Array(stride * 2 ** firstBits)
  /** From the 32 bits of a hash to a place among the slots. */
  #shift = 32 - firstBits
  /** Halves of the address, by frame. */
  #low = new Int32Array(1024)
  #high = new Int32Array(1024)
  #count = 1

  /** Frames and one: the first has number 1. */
  get count(): number {
    return this.#count
  }

  lowOf(of: number): number {
    return this.#low[of]!
  }

  highOf(of: number): number {
    return this.#high[of]!
  }

  /** The number of an address, a new one if it has none. Halves as signed 32-bit integers. */
  intern(addressLow: number, addressHigh: number): number {
    const slots = this.#slots
    const mask = slots.length - 1
    let slot = slotOf(addressLow, addressHigh, this.#shift)
    for (;;) {
      const found = slots[slot + frame]!
      if (found === 0) return this.#add(addressLow, addressHigh)
      if (slots[slot + low] === addressLow && slots[slot + high] === addressHigh) return found
      slot = (slot + stride) & mask
    }
  }

  #add(addressLow: number, addressHigh: number): number {
    const added = this.#count++
    if (added >= this.#low.length) {
      this.#low = grownColumn(this.#low, Int32Array)
      this.#high = grownColumn(this.#high, Int32Array)
    }
    this.#low[added] = addressLow
    this.#high[added] = addressHigh
    if (this.#count * 2 * stride < this.#slots.length) {
      this.#place(added)
    } else {
      this.#slots = new Int32Array(this.#slots.length * 2)
      this.#shift--
      for (let of = 1; of < this.#count; of++) this.#place(of)
    }
    return added
  }

  #place(of: number): void {
    const slots = this.#slots
    const mask = slots.length - 1
    let slot = slotOf(this.#low[of]!, this.#high[of]!, this.#shift)
    while (slots[slot + frame] !== 0) slot = (slot + stride) & mask
    slots[slot + low] = this.#low[of]!
    slots[slot + high] = this.#high[of]!
    slots[slot + frame] = of
  }
}

/** Where to look first: the upper bits of a product, which all bits of the address have a part in. */
function slotOf(addressLow: number, addressHigh: number, shift: number): number {
  return (Math.imul(addressLow ^ Math.imul(addressHigh, 0x85ebca6b), 0x9e3779b1) >>> shift) * stride
}
