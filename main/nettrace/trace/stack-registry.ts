import type { DecodeKernel } from '../kernel/decode-kernel.ts'
import { nettraceLimits } from '../limits.ts'
import { stackRangeBytes, state } from '../kernel/kernel-layout.ts'

const firstRangeCapacity = 64
const mostRanges = nettraceLimits.stackRanges

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
    const start = kernel.getState(state.stackRanges) >>> 2
    for (let range = kernel.getState(state.stackRangeCount) - 1; range >= 0; range--) {
      const at = start + range * 3
      const distance = (id - kernel.words[at]!) >>> 0
      if (distance < kernel.words[at + 1]!) return kernel.words[at + 2]! + distance
    }
    return 0
  }

  clear(): void {
    this.#kernel.setState(state.stackCount, 0)
    this.#kernel.setState(state.stackRangeCount, 0)
  }

  #forgetOlderHalf(): void {
    const kernel = this.#kernel
    const start = kernel.getState(state.stackRanges)
    const keptBytes = (mostRanges / 2) * stackRangeBytes
    kernel.copy(start, start + keptBytes, keptBytes)
    kernel.setState(state.stackRangeCount, mostRanges / 2)
  }

  #keep(firstId: number, count: number, firstIndex: number): void {
    const kernel = this.#kernel
    if (kernel.getState(state.stackRangeCount) === mostRanges) this.#forgetOlderHalf()
    const rangeCount = kernel.getState(state.stackRangeCount)
    if (rangeCount === this.#capacity) {
      const old = kernel.getState(state.stackRanges)
      this.#capacity *= 2
      const address = kernel.allocate(this.#capacity * stackRangeBytes)
      kernel.copy(address, old, rangeCount * stackRangeBytes)
      kernel.setState(state.stackRanges, address)
    }
    const at = (kernel.getState(state.stackRanges) + rangeCount * stackRangeBytes) >>> 2
    kernel.words[at] = firstId
    kernel.words[at + 1] = count
    kernel.words[at + 2] = firstIndex
    kernel.setState(state.stackRangeCount, rangeCount + 1)
  }
}
