import type { DecodeKernel } from '../kernel/decode-kernel.ts'

/** Entries of one chunk. */
const chunkBits = 13
const chunkEntries = 2 ** chunkBits
const chunkBytes = chunkEntries * 12

interface Chunk {
  /** Stream offset of each stack's leaf. */
  readonly offset: Float64Array
  readonly byteLength: Uint32Array
}

/**
 * Where each stack's addresses lie in the stream; entry 0 is "no stack". In stream order, equal stacks may occur twice. Lies in
 * the memory of the trace's reader, like the columns: it is used again for the next trace, and the kernel writes it.
 */
export class StackTable {
  readonly #kernel: DecodeKernel | null
  readonly #chunks: Chunk[] = []
  readonly #unused: Chunk[] = []
  #count = 0
  /** Entries below this one are forgotten; entry i lies at place i - `#first`. */
  #first = 0

  constructor(kernel: DecodeKernel | null) {
    this.#kernel = kernel
    this.add(0, 0)
  }

  /** Entries, the empty one at 0 included. */
  get count(): number {
    return this.#count
  }

  add(streamOffset: number, byteLength: number): number {
    const at = (this.#count - this.#first) & (chunkEntries - 1)
    const chunk = this.#openChunk()
    chunk.offset[at] = streamOffset
    chunk.byteLength[at] = byteLength
    return this.#count++
  }

  /**
   * The stacks of a block's content from `position` on, at most `wanted`; `base` is the stream offset of position 0. Returns how many
   * were taken, fewer than wanted when the block or a chunk ends: call it again until it is none. The state says where it stands.
   */
  addListed(position: number, end: number, wanted: number, base: number): number {
    const at = (this.#count - this.#first) & (chunkEntries - 1)
    const { offset, byteLength } = this.#openChunk()
    const most = Math.min(wanted, chunkEntries - at)
    const into = [offset.byteOffset + at * 8, byteLength.byteOffset + at * 4] as const
    const listed = this.#kernel!.listStacks(position, end, most, ...into, base)
    this.#count += listed
    return listed
  }

  /** Drops the entries so far; indices go on counting. Live views do this, whose events are gone as well. */
  forget(): void {
    this.#first = this.#count
    this.#unused.push(...this.#chunks)
    this.#chunks.length = 0
  }

  /** Stream offset of the leaf's address. */
  streamOffset(index: number): number {
    const place = this.#placeOf(index)
    return place < 0 ? 0 : this.#chunks[place >>> chunkBits]!.offset[place & (chunkEntries - 1)]!
  }

  /** Bytes of addresses; divide by the trace's pointer size for the number of frames. */
  byteLength(index: number): number {
    const place = this.#placeOf(index)
    return place < 0 ? 0 : this.#chunks[place >>> chunkBits]!.byteLength[place & (chunkEntries - 1)]!
  }

  /** Negative when there is no such entry. */
  #placeOf(index: number): number {
    return index < this.#count ? index - this.#first : -1
  }

  /** The chunk the next entry goes to. */
  #openChunk(): Chunk {
    const index = Math.floor((this.#count - this.#first) / chunkEntries)
    const open = this.#chunks[index] ?? this.#unused.pop() ?? this.#newChunk()
    this.#chunks[index] = open
    return open
  }

  #newChunk(): Chunk {
    const address = this.#kernel?.allocate(chunkBytes) ?? 0
    const buffer = this.#kernel?.bytes.buffer ?? new ArrayBuffer(chunkBytes)
    return {
      offset: new Float64Array(buffer, address, chunkEntries),
      byteLength: new Uint32Array(buffer, address + chunkEntries * 8, chunkEntries),
    }
  }
}
