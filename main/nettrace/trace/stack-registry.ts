import type { DecodeKernel } from '../kernel/decode-kernel.ts'
import { work } from '../work-steps.ts'
import { nettraceLimits } from '../limits.ts'
import { stackRangeBytes, state } from '../kernel/kernel-layout.ts'

const firstRangeCapacity = 64
const mostRanges = nettraceLimits.stackRanges
/** Of a copy. */
const rangesPerStep = 4

/** First id, number of ids, index of the first. */
type StackRange = readonly [first: number, count: number, base: number]

/**
 * Stack ids of the stream, valid until the next sequence point, to entries of the trace's stack table. Ids come in ranges;
 * runtimes continue one after the other, so that a single range is the rule.
 */
export class StackRegistry {
  readonly #kernel: DecodeKernel
  #capacity = firstRangeCapacity

  constructor(kernel: DecodeKernel) {
    this.#kernel = kernel
    kernel.setState(state.stackRanges, kernel.allocate(firstRangeCapacity * stackRangeBytes))
  }

  /** Ids `firstId`, `firstId + 1`, ... stand for entries `firstIndex`, `firstIndex + 1`, ... from here on. */
  define(firstId: number, count: number, firstIndex: number): void {
    // Id 0 means "no stack" wherever it is used, and ids do not wrap around.
    if (firstId === 0) return this.define(1, count - 1, firstIndex + 1)
    if (count <= 0) return
    if (firstId + count > 2 ** 32) return this.define(firstId, 2 ** 32 - firstId, firstIndex)
    const kernel = this.#kernel
    const newestFirst = kernel.getState(state.stackFirst)
    const newestCount = kernel.getState(state.stackCount)
    const newestBase = kernel.getState(state.stackBase)
    const continues =
      newestCount > 0 && firstId === newestFirst + newestCount && firstIndex === newestBase + newestCount
    if (continues) kernel.setState(state.stackCount, newestCount + count)
    else {
      if (newestCount > 0) this.#keep(newestFirst, newestCount, newestBase)
      kernel.setState(state.stackFirst, firstId)
      kernel.setState(state.stackCount, count)
      kernel.setState(state.stackBase, firstIndex)
    }
  }

  /** The entry of an id; 0 when there is none. */
  resolve(id: number): number {
    const kernel = this.#kernel
    const newest = (id - kernel.getState(state.stackFirst)) >>> 0
    if (id === 0) return 0
    if (newest < kernel.getState(state.stackCount)) return kernel.getState(state.stackBase) + newest
    const range = this.#countBelow(id + 1) - 1
    if (range < 0) return 0
    const [first, count, base] = this.#range(range)
    return id - first < count ? base + id - first : 0
  }

  clear(): void {
    this.#kernel.setState(state.stackCount, 0)
    this.#kernel.setState(state.stackRangeCount, 0)
  }

  /** Puts a range among the others, which lie in order of their ids and apart from each other: it counts instead of what it covers. */
  #keep(firstId: number, count: number, firstIndex: number): void {
    // One that lies within another parts it in two.
    this.#makeRoom(2)
    const end = firstId + count
    const rangeCount = this.#kernel.getState(state.stackRangeCount)
    const from = this.#countBelow(firstId)
    const to = this.#countBelow(end)
    const added: StackRange[] = [[firstId, count, firstIndex]]
    if (to > 0) {
      const [first, lastCount, base] = this.#range(to - 1)
      if (first + lastCount > end) added.push([end, first + lastCount - end, base + end - first])
    }
    if (from > 0) {
      const [first, beforeCount, base] = this.#range(from - 1)
      this.#setRange(from - 1, [first, Math.min(beforeCount, firstId - first), base])
    }
    const { words } = this.#kernel
    const place = (range: number): number => this.#placeOf(range)
    words.copyWithin(place(from + added.length), place(to), place(rangeCount))
    work.steps += Math.ceil((rangeCount - to) / rangesPerStep)
    for (const [index, range] of added.entries()) this.#setRange(from + index, range)
    this.#kernel.setState(state.stackRangeCount, rangeCount + added.length - (to - from))
  }

  /** How many ranges begin below an id. */
  #countBelow(id: number): number {
    let low = 0
    let high = this.#kernel.getState(state.stackRangeCount)
    while (low < high) {
      work.steps++
      const middle = (low + high) >>> 1
      if (this.#kernel.words[this.#placeOf(middle)]! < id) low = middle + 1
      else high = middle
    }
    return low
  }

  #range(range: number): StackRange {
    const { words } = this.#kernel
    const at = this.#placeOf(range)
    return [words[at]!, words[at + 1]!, words[at + 2]!]
  }

  #setRange(range: number, values: StackRange): void {
    this.#kernel.words.set(values, this.#placeOf(range))
  }

  /** In `kernel.words`. */
  #placeOf(range: number): number {
    return (this.#kernel.getState(state.stackRanges) + range * stackRangeBytes) >>> 2
  }

  #makeRoom(more: number): void {
    const kernel = this.#kernel
    const rangeCount = kernel.getState(state.stackRangeCount)
    if (rangeCount + more > mostRanges) return this.#forgetLowerHalf()
    if (rangeCount + more <= this.#capacity) return
    const old = kernel.getState(state.stackRanges)
    this.#capacity *= 2
    const address = kernel.allocate(this.#capacity * stackRangeBytes)
    kernel.copy(address, old, rangeCount * stackRangeBytes)
    kernel.setState(state.stackRanges, address)
  }

  #forgetLowerHalf(): void {
    const kernel = this.#kernel
    const rangeCount = kernel.getState(state.stackRangeCount)
    const kept = mostRanges / 2
    const start = kernel.getState(state.stackRanges)
    kernel.copy(start, start + (rangeCount - kept) * stackRangeBytes, kept * stackRangeBytes)
    kernel.setState(state.stackRangeCount, kept)
  }
}
