/**
 * A number for each address, open addressing over both halves: one look-up a node of a large tree, several times faster than
 * a Map with the address as a number.
 */
export class AddressNumbers {
  #low = new Int32Array(1024)
  #high = new Int32Array(1024)
  /** The number plus `offset`, 0 in a free slot. */
  #value = new Int32Array(1024)
  #count = 0

  /** `notFound` when the address has none yet. */
  get(low: number, high: number, notFound: number): number {
    const slot = this.#slotOf(low, high)
    const value = this.#value[slot]!
    return value === 0 ? notFound : value - offset
  }

  /** `value` from -1000 on. */
  set(low: number, high: number, value: number): void {
    if ((this.#count + 1) * 2 > this.#value.length) this.#grow()
    const slot = this.#slotOf(low, high)
    if (this.#value[slot] === 0) this.#count++
    this.#low[slot] = low
    this.#high[slot] = high
    this.#value[slot] = value + offset
  }

  #slotOf(low: number, high: number): number {
    const mask = this.#value.length - 1
    let hash = Math.imul(low ^ Math.imul(high, 0x85ebca6b), 0x9e3779b1)
    hash ^= hash >>> 15
    for (let slot = hash & mask; ; slot = (slot + 1) & mask)
      if (this.#value[slot] === 0 || (this.#low[slot] === low && this.#high[slot] === high)) return slot
  }

  #grow(): void {
    const [low, high, value] = [this.#low, this.#high, this.#value]
    this.#low = new Int32Array(low.length * 2)
    this.#high = new Int32Array(low.length * 2)
    this.#value = new Int32Array(low.length * 2)
    for (let slot = 0; slot < value.length; slot++) {
      if (value[slot] === 0) continue
      const place = this.#slotOf(low[slot]!, high[slot]!)
      this.#low[place] = low[slot]!
      this.#high[place] = high[slot]!
      this.#value[place] = value[slot]!
    }
  }
}

const offset = 1001
