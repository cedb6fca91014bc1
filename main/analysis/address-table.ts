import { secretHash } from '../nettrace/secret-hash.ts'
import { work } from '../nettrace/work-steps.ts'
import { grownColumn } from './grown-column.ts'

/** A slot has four int32, so that it lies in one line of the cache: low half of the address, high half, its number, nothing. */
const stride = 4
const low = 0
const high = 1
const numberOf = 2
/** There are two to this power in the beginning. */
const firstBits = 11

/**
 * Distinct addresses, or other numbers of 64 bits, numbered from 1 on in order of first appearance. Asked for every frame of a stack that
 * is not that of the stack before.
 */
export class AddressTable {
  #slots = new Int32Array(stride * 2 ** firstBits)
  /** From the 32 bits of a hash to a place among the slots. */
  #shift = 32 - firstBits
  /** Halves of the address, by its number. */
  #low = new Int32Array(1024)
  #high = new Int32Array(1024)
  #count = 1

  /** Addresses and one: the first has number 1. */
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
    const found = this.find(addressLow, addressHigh)
    return found === 0 ? this.#add(addressLow, addressHigh) : found
  }

  /** The same for a whole number, which may be negative. */
  internNumber(address: number): number {
    return this.intern(lowHalf(address), highHalf(address))
  }

  /** 0: it was never interned. */
  findNumber(address: number): number {
    return this.find(lowHalf(address), highHalf(address))
  }

  /** By halves as signed 32-bit integers. 0: it was never interned. */
  find(addressLow: number, addressHigh: number): number {
    const slots = this.#slots
    const mask = slots.length - 1
    let slot = slotOf(addressLow, addressHigh, this.#shift)
    for (;;) {
      const found = slots[slot + numberOf]!
      if (found === 0 || (slots[slot + low] === addressLow && slots[slot + high] === addressHigh)) return found
      work.steps++
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
    while (slots[slot + numberOf] !== 0) slot = (slot + stride) & mask
    slots[slot + low] = this.#low[of]!
    slots[slot + high] = this.#high[of]!
    slots[slot + numberOf] = of
  }
}

function lowHalf(address: number): number {
  return (address % 4294967296) | 0
}

function highHalf(address: number): number {
  return Math.floor(address / 4294967296) | 0
}

/** Where to look first. */
function slotOf(addressLow: number, addressHigh: number, shift: number): number {
  return (secretHash(addressLow, addressHigh) >>> shift) * stride
}
