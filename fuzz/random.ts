/** Small and fast, and the same on every machine: an input is its seed. */
export class Random {
  #state: number

  constructor(seed: number) {
    // Neighbouring seeds must not give similar inputs.
    this.#state = Math.imul(seed ^ (seed / 4294967296), 0x9e3779b1) >>> 0
  }

  /** 32 bits. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }

  /** 0 to `limit` - 1. */
  below(limit: number): number {
    return limit <= 0 ? 0 : this.next() % limit
  }

  chance(oneIn: number): boolean {
    return this.below(oneIn) === 0
  }

  of<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)]!
  }

  bytes(count: number): Uint8Array {
    return Uint8Array.from({ length: count }, () => this.next() & 255)
  }
}
