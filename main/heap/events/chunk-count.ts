/** Chunks of one kind of events: numbered from 0 in every walk, one by one. */
export class ChunkCount {
  #next = 0
  #missing = 0

  /** Chunks that did not come, before the last one that did. */
  get missingCount(): number {
    return this.#missing
  }

  get seenCount(): number {
    return this.#next - this.#missing
  }

  /** True: chunks are missing before this one. */
  take(index: number): boolean {
    const gap = index - this.#next
    // Out of order or repeated: at least nothing that was counted on is at its place any more.
    if (gap !== 0) this.#missing += Math.max(1, gap)
    this.#next = Math.max(this.#next, index) + 1
    return gap !== 0
  }
}
