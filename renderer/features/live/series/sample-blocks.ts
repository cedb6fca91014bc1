/** Samples of one series that lie side by side. */
export const samplesPerBlock = 64
/** 32 KB in one allocation. */
const blocksPerSlab = 32

const blockLength = 2 * samplesPerBlock
const slabLength = blocksPerSlab * blockLength

/**
 * Memory for samples, in blocks of one size that are named by a number:
 *
 *   slab of f64: | times of block 0 | values of block 0 | times of block 1 | values of block 1 | ...
 *
 * What is given back is given out again, and nothing is ever copied into something larger: the memory taken is that of the most
 * samples ever held, at any time and without a collector. Slabs stay until the whole of it goes.
 */
export class SampleBlocks {
  readonly #slabs: Float64Array[] = []
  readonly #free: number[] = []
  #madeCount = 0

  /** A block that nobody uses; what is in it is left from before. */
  take(): number {
    const known = this.#free.pop()
    if (known !== undefined) return known
    if (this.#madeCount % blocksPerSlab === 0) this.#slabs.push(new Float64Array(slabLength))
    return this.#madeCount++
  }

  giveBack(block: number): void {
    this.#free.push(block)
  }

  /** Where the block lies: times from `offsetOf(block)` on, values `samplesPerBlock` further. */
  slabOf(block: number): Float64Array {
    return this.#slabs[Math.floor(block / blocksPerSlab)] ?? nothing
  }

  offsetOf(block: number): number {
    return (block % blocksPerSlab) * blockLength
  }

  memoryBytes(): number {
    return this.#slabs.length * slabLength * Float64Array.BYTES_PER_ELEMENT
  }
}

const nothing = new Float64Array(0)
