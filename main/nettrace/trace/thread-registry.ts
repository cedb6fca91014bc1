import type { DecodeKernel } from '../kernel/decode-kernel.ts'
import { state, threadEntry } from '../kernel/kernel-layout.ts'
import { nettraceLimits } from '../limits.ts'
import type { Trace } from './trace.ts'
import type { TraceThread } from './trace-tables.ts'

/** What V6 says about a thread besides its index. */
export type ThreadFacts = Pick<TraceThread, 'name' | 'processId' | 'attributes'> & { readonly exactId: bigint }

interface ThreadKey {
  readonly low: number
  readonly high: number
}

/** The capture threads of this event and of the last one, the thread of this event, and one more. */
const mostGuests = 4

const noFacts = { name: '', processId: null, attributes: [] } as const

/**
 * Thread ids of the stream (V6: indices) to threads of the trace, with the last sequence number of each. The entries live in
 * the kernel's memory; keys are 64 bits as two halves.
 */
export class ThreadRegistry {
  readonly #trace: Trace
  readonly #kernel: DecodeKernel
  /** A thread is used that nothing has defined: the rule before V6, where the id says it all, and damage in V6. */
  onNew: (low: number, high: number) => void = () => undefined

  /** Not from its beginning: what a thread sent before its first event here is not lost. */
  isJoined = false

  readonly #mostThreads: number
  /** Ids that have an entry although there are too many threads, the longest there first. */
  readonly #guests: ThreadKey[] = []

  constructor(trace: Trace, kernel: DecodeKernel, mostThreads: number = nettraceLimits.threads) {
    this.#trace = trace
    this.#kernel = kernel
    this.#mostThreads = mostThreads
  }

  /** Index of the thread with this id, a new one when it was not seen before. */
  resolve(low: number, high: number): number {
    const entry = this.#kernel.threads.find(low, high)
    if (entry !== 0) return this.#kernel.words[(entry + threadEntry.index) >>> 2]!
    this.onNew(low, high)
    return this.define(low, high, null)
  }

  has(low: number, high: number): boolean {
    return this.#kernel.threads.find(low, high) !== 0
  }

  /** Adds a thread under a key that is free. Without facts the key is the operating system's id. */
  define(low: number, high: number, facts: ThreadFacts | null): number {
    const { threads } = this.#trace
    const isFull = threads.length >= this.#mostThreads
    if (isFull) this.#makeRoom(low, high)
    const index = isFull ? threads.length - 1 : threads.length
    if (!isFull) {
      const exactId = facts?.exactId ?? (BigInt(high) << 32n) | BigInt(low)
      threads.push({ index, ...noFacts, ...facts, exactId, id: Number(exactId) })
    }
    this.#kernel.threads.add(low, high, index)
    return index
  }

  /** Notes the number a sequence point states for a thread; returns how many events that shows as lost. */
  advance(low: number, high: number, sequence: number): { readonly threadIndex: number; readonly lostCount: number } {
    const known = this.#kernel.threads.find(low, high)
    if (known === 0) this.resolve(low, high)
    const entry = known === 0 ? this.#kernel.threads.find(low, high) : known
    const threadIndex = this.#kernel.words[(entry + threadEntry.index) >>> 2]!
    const last = this.#kernel.words[(entry + threadEntry.sequence) >>> 2]!
    const step = (sequence - last) | 0
    if (step > 0) this.#kernel.threads.setSequence(entry, sequence)
    return { threadIndex, lostCount: this.isJoined && last === 0 ? 0 : Math.max(0, step) }
  }

  /** Notes the number of one event; returns how many are missing before it. A thread without a number says nothing. */
  addEvent(low: number, high: number, sequence: number): number {
    const entry = this.#kernel.threads.find(low, high)
    const last = this.#kernel.words[(entry + threadEntry.sequence) >>> 2]!
    this.#kernel.threads.setSequence(entry, sequence)
    return last === 0 ? 0 : Math.max(0, (sequence - last - 1) | 0)
  }

  /** Ids beyond the limit take turns in a few entries; of those an event reads two at most. */
  #makeRoom(low: number, high: number): void {
    const { threads } = this.#kernel
    const isCaptureThread = (key: ThreadKey) =>
      threads.find(key.low, key.high) === this.#kernel.getState(state.captureEntry)
    if (this.#guests.length >= mostGuests) {
      const leaving = this.#guests.findIndex((key) => !isCaptureThread(key))
      const [key] = this.#guests.splice(leaving, 1)
      threads.remove(key!.low, key!.high)
    }
    this.#guests.push({ low, high })
  }

  remove(low: number, high: number): void {
    this.#kernel.threads.remove(low, high)
  }

  /** Lets go of all other threads; those that stay get new indices. */
  keepOnly(keys: readonly ThreadKey[]): void {
    const kept = keys.flatMap(({ low, high }) => {
      const entry = this.#kernel.threads.find(low, high) >>> 2
      if (entry === 0) return []
      const thread = this.#trace.threads[this.#kernel.words[entry + 2]!]!
      return [{ low, high, thread, sequence: this.#kernel.words[entry + 3]! }]
    })
    this.#kernel.threads.clear()
    this.#trace.threads.length = 0
    for (const [index, { low, high, thread, sequence }] of kept.entries()) {
      this.#trace.threads.push({ ...thread, index })
      if (this.#kernel.threads.find(low, high) === 0) this.#kernel.threads.add(low, high, index, sequence)
    }
  }

  clear(): void {
    this.#kernel.threads.clear()
  }
}
