import { work } from '../../nettrace/work-steps.ts'
import { countUpTo } from './count-up-to.ts'
import { Coverage } from './coverage.ts'
import type { MethodTable } from './method-table.ts'

/** Code that covers one address and is looked at for one time; an address seldom has more than two. */
const mostCandidates = 1024

/**
 * Address and time to code. Where stretches of code overlap (an address used again after an unload) the code that was there at the time
 * wins. Made once from a complete table: names arrive at the end of a session.
 */
export class CodeIndex {
  readonly #methods: MethodTable
  /** Code in the order of first address, then of its load, then of the table. */
  readonly #order: Uint32Array
  readonly #starts: Float64Array
  readonly #loads: Float64Array
  readonly #coverage: Coverage
  /** Times at which code of an address that is used again came or went. */
  readonly #changes: Float64Array

  constructor(methods: MethodTable) {
    this.#methods = methods
    const used = usedCodes(methods)
    // Looked up once each: a comparison is made twenty times as often.
    const startOf = new Float64Array(methods.count)
    const loadOf = new Float64Array(methods.count)
    for (const index of used) {
      const { start, loadTicks } = methods.code(index)
      startOf[index] = start
      loadOf[index] = loadTicks
    }
    const order = Uint32Array.from(used).sort((a, b) => startOf[a]! - startOf[b]! || loadOf[a]! - loadOf[b]! || a - b)
    this.#order = order
    this.#starts = Float64Array.from(order, (index) => startOf[index]!)
    const ends = Float64Array.from(order, (index) => startOf[index]! + methods.code(index).size)
    // Among equals the one that begins last, then the one that was told last.
    const loads = Float64Array.from(order, (index) => loadOf[index]!)
    this.#loads = loads
    const newestFirst = Uint32Array.from(order.keys()).sort((a, b) => loads[b]! - loads[a]! || b - a)
    this.#coverage = new Coverage(this.#starts, ends, newestFirst)
    this.#changes = this.#changesOfReused()
  }

  /** Method code at `address`, -1 when there never was any. Ticks since sync; NaN: whatever was there last. */
  find(address: number, ticks: number): number {
    const newest = this.#coverage.newestAt(address)
    if (newest < 0) return -1
    if (Number.isNaN(ticks) || !this.#coverage.isSharedAt(address)) return this.#order[newest]!
    return this.#order[this.#aliveAt(address, ticks) ?? newest]!
  }

  /** Whether what lies at `address` depends on the time. */
  isReused(address: number): boolean {
    return this.#coverage.isSharedAt(address)
  }

  /** Number of the stretch of time in which `find` gives the same for every address. */
  epochAt(ticks: number): number {
    return countUpTo(this.#changes, ticks)
  }

  /** The newest code that was there at the time. */
  #aliveAt(address: number, ticks: number): number | null {
    let best: number | null = null
    let place = countUpTo(this.#starts, address)
    for (let candidates = 0; candidates < mostCandidates; candidates++) {
      place = this.#coverage.lastBefore(place, address)
      if (place < 0) break
      work.steps++
      const load = this.#loads[place]!
      if (load > ticks) {
        place = this.#countLoaded(place, ticks)
        continue
      }
      const isAlive = ticks < this.#methods.unloadTicks(this.#order[place]!)
      if (isAlive && (best === null || load > this.#loads[best]!)) best = place
    }
    return best
  }

  /** How many of the places up to one are of code that begins below or was loaded by then: an address may be used again thousands of times. */
  #countLoaded(place: number, ticks: number): number {
    let low = 0
    let high = place
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#starts[middle]! < this.#starts[place]! || this.#loads[middle]! <= ticks) low = middle + 1
      else high = middle
    }
    return low
  }

  #changesOfReused(): Float64Array {
    const changes: number[] = []
    for (const [place, index] of this.#order.entries()) {
      if (!this.#coverage.isSharedIn(place)) continue
      for (const ticks of [this.#loads[place]!, this.#methods.unloadTicks(index)])
        if (Number.isFinite(ticks)) changes.push(ticks)
    }
    return Float64Array.from(changes).sort()
  }
}

/** Code of a size that is none covers nothing. */
function usedCodes(methods: MethodTable): number[] {
  const indexes: number[] = []
  for (let index = 0; index < methods.count; index++) {
    const { start, size, isNative } = methods.code(index)
    if (start + size > start && (methods.usesNativeSymbols || !isNative)) indexes.push(index)
  }
  return indexes
}
