import type { MethodTable } from './method-table.ts'

/**
 * Address and time to code. Sorted by start address; where stretches overlap (an address used again after an unload) the code
 * that was there at the time wins. Made once from a complete table: names arrive at the end of a session.
 */
export class CodeIndex {
  readonly #methods: MethodTable
  readonly #order: Uint32Array
  readonly #starts: Float64Array
  readonly #ends: Float64Array
  /** Largest end of this and all entries before: where the walk to the left may stop. */
  readonly #maxEnds: Float64Array

  constructor(methods: MethodTable) {
    this.#methods = methods
    this.#order = Uint32Array.from(usedCodes(methods)).sort((a, b) => methods.code(a).start - methods.code(b).start)
    const count = this.#order.length
    this.#starts = new Float64Array(count)
    this.#ends = new Float64Array(count)
    this.#maxEnds = new Float64Array(count)
    let maxEnd = Number.NEGATIVE_INFINITY
    for (let place = 0; place < count; place++) {
      const { start, size } = methods.code(this.#order[place]!)
      this.#starts[place] = start
      this.#ends[place] = start + size
      maxEnd = Math.max(maxEnd, start + size)
      this.#maxEnds[place] = maxEnd
    }
  }

  /** Method code at `address`, -1 when there never was any. Ticks since sync; NaN: whatever was there last. */
  find(address: number, ticks: number): number {
    let best = -1
    let bestLoad = 0
    let isBestAlive = false
    for (let place = this.#placeOf(address); place >= 0 && this.#maxEnds[place]! > address; place--) {
      if (this.#ends[place]! <= address) continue
      const index = this.#order[place]!
      const load = this.#methods.code(index).loadTicks
      const isAlive = Number.isNaN(ticks) || (load <= ticks && ticks < this.#methods.unloadTicks(index))
      // Alive beats gone; among equals the newer one.
      if (best >= 0 && isBestAlive && !isAlive) continue
      if (best >= 0 && isBestAlive === isAlive && load <= bestLoad) continue
      best = index
      bestLoad = load
      isBestAlive = isAlive
    }
    return best
  }

  /** Whether what lies at `address` depends on the time. */
  isReused(address: number): boolean {
    let found = 0
    for (let place = this.#placeOf(address); place >= 0 && this.#maxEnds[place]! > address; place--)
      if (this.#ends[place]! > address && ++found > 1) return true
    return false
  }

  /** Last entry that starts at or before the address. */
  #placeOf(address: number): number {
    let low = 0
    let high = this.#starts.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#starts[middle]! <= address) low = middle + 1
      else high = middle
    }
    return low - 1
  }
}

function usedCodes(methods: MethodTable): number[] {
  const indexes: number[] = []
  for (let index = 0; index < methods.count; index++)
    if (methods.usesNativeSymbols || !methods.code(index).isNative) indexes.push(index)
  return indexes
}
