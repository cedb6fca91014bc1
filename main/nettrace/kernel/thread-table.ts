import { state, threadEntry } from './kernel-layout.ts'
import { work } from '../work-steps.ts'
import { hashOf, type HashMultiplier, randomMultiplier } from './thread-hash.ts'

const firstBits = 8
/** More entries in a row than a table that is half full has by chance: ids and key make a pattern. */
const longestRow = 128
const entryWords = threadEntry.bytes >>> 2
const wordOf = { index: threadEntry.index >>> 2, sequence: threadEntry.sequence >>> 2 } as const

/** The kernel's memory as this table uses it; `words` is replaced when the memory grows. */
interface KernelMemory {
  readonly words: Uint32Array
  getState(field: number): number
  setState(field: number, value: number): void
  /** Address of memory that is not given back. */
  allocate(byteCount: number): number
}

/**
 * Ids of threads (64 bits in two halves) to indices and last sequence numbers: open addressing in the kernel's memory, at most half
 * full. A list of the entries that have a sequence number lies behind it, so that forgetting the numbers costs no more than noting
 * them did, however large the table is.
 */
export class ThreadTable {
  readonly #kernel: KernelMemory
  #multiplier: HashMultiplier = { low: 1, high: 0 }
  #bits = 0
  /** What the memory at the table's address has room for. */
  #roomBits = 0
  #count = 0

  constructor(kernel: KernelMemory) {
    this.#kernel = kernel
  }

  get count(): number {
    return this.#count
  }

  /** An empty table in memory of its own. */
  reset(): void {
    this.#takeKey()
    this.#roomBits = 0
    this.#make(firstBits)
  }

  /** Address of the entry of a thread, 0 when there is none. */
  find(low: number, high: number): number {
    const { words } = this.#kernel
    const at = this.#slotOf(low, high)
    return words[at + wordOf.index] === threadEntry.free ? 0 : at * 4
  }

  /** The id must not have an entry. */
  add(low: number, high: number, threadIndex: number, sequence = 0): void {
    if (this.#count * 2 >= this.#capacity) this.#rebuild(this.#bits + 1)
    let at = this.#slotOf(low, high)
    if (this.#rowBefore(at, low, high) > longestRow) {
      this.#rekey()
      at = this.#slotOf(low, high)
    }
    const { words } = this.#kernel
    words[at] = low
    words[at + 1] = high
    words[at + wordOf.index] = threadIndex
    words[at + wordOf.sequence] = 0
    this.#count++
    this.setSequence(at * 4, sequence)
  }

  /** Of the entry at an address that `find` gave. */
  setSequence(entry: number, sequence: number): void {
    const { words } = this.#kernel
    const at = (entry + threadEntry.sequence) >>> 2
    if (words[at] === 0 && sequence !== 0) this.#note(entry)
    words[at] = sequence
  }

  /** Takes out one entry, which must not be that of the capture thread, and moves those behind it that would be lost. */
  remove(low: number, high: number): void {
    const { words } = this.#kernel
    let hole = this.#slotOf(low, high)
    if (words[hole + wordOf.index] === threadEntry.free) return
    const capture = this.#captureKey()
    const table = this.#table
    const mask = this.#capacity - 1
    let row = 0
    for (let at = this.#after(hole); words[at + wordOf.index] !== threadEntry.free; at = this.#after(at)) {
      work.steps++
      row++
      const home = hashOf(words[at]!, words[at + 1]!, this.#multiplier, this.#bits)
      const place = (at - table) / entryWords
      const gap = (hole - table) / entryWords
      if (((place - home) & mask) < ((place - gap) & mask)) continue
      words.copyWithin(hole, at, at + entryWords)
      if (words[hole + wordOf.sequence] !== 0) this.#note(hole * 4)
      hole = at
    }
    words.fill(0xffffffff, hole, hole + entryWords)
    this.#count--
    this.#findCapture(capture)
    if (row > longestRow) this.#rekey()
  }

  /** Begins small again in the same memory: clearing over and over must not cost what the largest table did. */
  clear(): void {
    if (this.#count === 0 && this.#bits === firstBits) this.#kernel.setState(state.notedEnd, this.#firstNoted)
    else this.#make(firstBits)
  }

  /** After a stretch that could not be read, gaps of sequence numbers say nothing about the runtime. */
  forgetSequences(): void {
    const { words } = this.#kernel
    const end = this.#kernel.getState(state.notedEnd)
    const first = this.#firstNoted
    if (end === this.#kernel.getState(state.notedLimit)) {
      // Some may not have been noted for want of room; as many as there are slots have been, which pays for this.
      for (let slot = 0; slot < this.#capacity; slot++) words[this.#table + slot * entryWords + wordOf.sequence] = 0
      work.steps += this.#capacity
    } else for (let at = first >>> 2; at < end >>> 2; at++) words[(words[at]! >>> 2) + wordOf.sequence] = 0
    work.steps += (end - first) >>> 2
    this.#kernel.setState(state.notedEnd, first)
  }

  get #capacity(): number {
    return 2 ** this.#bits
  }

  /** As a place in `words`. */
  get #table(): number {
    return this.#kernel.getState(state.threadTable) >>> 2
  }

  get #firstNoted(): number {
    return this.#kernel.getState(state.threadTable) + this.#capacity * threadEntry.bytes
  }

  /** Place in `words` of the id's entry, or of the free one where it would be. */
  #slotOf(low: number, high: number): number {
    const { words } = this.#kernel
    let at = this.#table + hashOf(low, high, this.#multiplier, this.#bits) * entryWords
    while (words[at + wordOf.index] !== threadEntry.free && (words[at] !== low || words[at + 1] !== high))
      at = this.#after(at)
    return at
  }

  /** How many entries had to be passed to get to a place. */
  #rowBefore(at: number, low: number, high: number): number {
    const home = hashOf(low, high, this.#multiplier, this.#bits)
    return ((at - this.#table) / entryWords - home) & (this.#capacity - 1)
  }

  #after(at: number): number {
    const table = this.#table
    return at + entryWords === table + this.#capacity * entryWords ? table : at + entryWords
  }

  #note(entry: number): void {
    const end = this.#kernel.getState(state.notedEnd)
    if (end === this.#kernel.getState(state.notedLimit)) return
    this.#kernel.words[end >>> 2] = entry
    this.#kernel.setState(state.notedEnd, end + 4)
  }

  #captureKey(): { readonly low: number; readonly high: number } | null {
    const at = this.#kernel.getState(state.captureEntry) >>> 2
    return at === 0 ? null : { low: this.#kernel.words[at]!, high: this.#kernel.words[at + 1]! }
  }

  /** The kernel may be in the middle of a block and holds the address of an entry, which may have moved. */
  #findCapture(key: { readonly low: number; readonly high: number } | null): void {
    if (key !== null) this.#kernel.setState(state.captureEntry, this.find(key.low, key.high))
  }

  /** An empty table. A place that was left stays unused: all of them together take no more than the newest. */
  #make(bits: number): void {
    const kernel = this.#kernel
    this.#bits = bits
    if (bits > this.#roomBits) {
      this.#roomBits = bits
      kernel.setState(state.threadTable, kernel.allocate(this.#capacity * (threadEntry.bytes + 4)))
    }
    kernel.setState(state.threadMask, this.#capacity - 1)
    kernel.setState(state.threadShift, 64 - bits)
    kernel.setState(state.notedLimit, this.#firstNoted + this.#capacity * 4)
    kernel.setState(state.notedEnd, this.#firstNoted)
    work.steps += this.#capacity
    kernel.words.fill(0xffffffff, this.#table, this.#table + this.#capacity * entryWords)
    this.#count = 0
  }

  #takeKey(): void {
    this.#multiplier = randomMultiplier()
    this.#kernel.setState(state.threadMultiplier, this.#multiplier.low)
    this.#kernel.setState(state.threadMultiplier + 4, this.#multiplier.high)
  }

  /** One key in a thousand puts evenly spaced ids into long rows. */
  #rekey(): void {
    this.#takeKey()
    this.#rebuild(this.#bits)
  }

  #rebuild(bits: number): void {
    const capture = this.#captureKey()
    const old = this.#kernel.words.slice(this.#table, this.#table + this.#capacity * entryWords)
    this.#make(bits)
    for (let at = 0; at < old.length; at += entryWords) {
      const index = old[at + wordOf.index]!
      if (index !== threadEntry.free) this.add(old[at]!, old[at + 1]!, index, old[at + wordOf.sequence])
    }
    this.#findCapture(capture)
  }
}
