import { partitionPoint } from '../../../../shared/base/partition-point.ts'
import type { SampleBuffer } from '../../../canvas/sample-buffer.ts'
import { samplesPerBlock, type SampleBlocks } from './sample-blocks.ts'

/**
 * Newest samples of one series, oldest first, in blocks of a shared store:
 *
 *   blocks[0]         blocks[1]    ...   blocks.at(-1)
 *   |..start|samples  |samples     ...   |samples|free|
 */
export class SampleRing {
  readonly #memory: SampleBlocks
  readonly #blocks: number[] = []
  /** Position of the oldest sample in the first block. */
  #start = 0
  #count = 0
  /** Grows with each change. */
  revision = 0
  hasEvicted = false

  constructor(memory: SampleBlocks) {
    this.#memory = memory
  }

  get count(): number {
    return this.#count
  }

  timeAt(index: number): number {
    const position = this.#start + index
    const block = this.#blocks[Math.floor(position / samplesPerBlock)] ?? 0
    return this.#memory.slabOf(block)[this.#memory.offsetOf(block) + (position % samplesPerBlock)] ?? 0
  }

  valueAt(index: number): number {
    const position = this.#start + index
    const block = this.#blocks[Math.floor(position / samplesPerBlock)] ?? 0
    const at = this.#memory.offsetOf(block) + samplesPerBlock + (position % samplesPerBlock)
    return this.#memory.slabOf(block)[at] ?? Number.NaN
  }

  replaceNewest(value: number): void {
    const position = this.#start + this.#count - 1
    const block = this.#blocks[Math.floor(position / samplesPerBlock)] ?? 0
    const at = this.#memory.offsetOf(block) + samplesPerBlock + (position % samplesPerBlock)
    this.#memory.slabOf(block)[at] = value
    this.revision += 1
  }

  /** Behind the newest; what is beyond the limit leaves at the other end. */
  append(timeMs: number, value: number, maxSamples: number): void {
    while (this.#count >= maxSamples) this.#dropOldest()
    const position = this.#start + this.#count
    if (position === this.#blocks.length * samplesPerBlock) this.#blocks.push(this.#memory.take())
    const block = this.#blocks[Math.floor(position / samplesPerBlock)] ?? 0
    const slab = this.#memory.slabOf(block)
    const at = this.#memory.offsetOf(block) + (position % samplesPerBlock)
    slab[at] = timeMs
    slab[at + samplesPerBlock] = value
    this.#count += 1
    this.revision += 1
  }

  /** First index whose time is at or after `timeMs`; `count` when there is none. */
  lowerBound(timeMs: number): number {
    return partitionPoint(0, this.#count, (at) => this.timeAt(at) < timeMs)
  }

  /** Appends the samples from index `first` on up to and including the first one after `toMs`. */
  copy(first: number, toMs: number, into: SampleBuffer): void {
    into.reserve(this.#count - first)
    const { timeMs, value } = into
    let count = into.count
    let left = this.#count - first
    let isBefore = true
    for (let position = this.#start + first; left > 0 && isBefore;) {
      const block = this.#blocks[Math.floor(position / samplesPerBlock)] ?? 0
      const slab = this.#memory.slabOf(block)
      const inBlock = position % samplesPerBlock
      const from = this.#memory.offsetOf(block) + inBlock
      const step = Math.min(left, samplesPerBlock - inBlock)
      for (let at = from; at < from + step && isBefore; at++) {
        const time = slab[at] ?? 0
        timeMs[count] = time
        value[count++] = slab[at + samplesPerBlock] ?? Number.NaN
        isBefore = time <= toMs
      }
      position += step
      left -= step
    }
    into.count = count
  }

  #dropOldest(): void {
    this.#start += 1
    this.#count -= 1
    this.hasEvicted = true
    if (this.#start < samplesPerBlock) return
    const block = this.#blocks.shift()
    if (block !== undefined) this.#memory.giveBack(block)
    this.#start = 0
  }
}
