import type { EventColumns } from './event-columns.ts'
import { nettraceLimits } from './limits.ts'

/**
 * Counts events the runtime dropped (full buffers, payloads above 64 KiB): sequence numbers are per capture thread and are also
 * consumed by dropped events. A thread seen for the first time says nothing about loss (thread ids are recycled), and a
 * number that steps back means a new thread under an old id.
 */
export class SequenceTracker {
  readonly #lastByThread = new Map<number, number>()
  lostEventCount = 0

  get threadCount(): number {
    return this.#lastByThread.size
  }

  /** One map access per run of consecutive events, not per event. */
  addEvents(columns: EventColumns): void {
    const { captureThread, sequence, count } = columns
    let index = 0
    while (index < count) {
      const thread = captureThread[index]!
      let last = sequence[index]!
      const known = this.#lastByThread.get(thread)
      if (known !== undefined) this.#addGap(known, last)
      index++
      while (index < count && captureThread[index] === thread) {
        const next = sequence[index]!
        if (next !== last + 1) this.#addGap(last, next)
        last = next
        index++
      }
      this.#set(thread, last)
    }
  }

  /** The entry of a sequence point is a lower bound of what the thread tried to write. */
  addSequencePoint(thread: number, sequence: number): void {
    const known = this.#lastByThread.get(thread) ?? 0
    const step = (sequence - known) | 0
    if (step <= 0) return
    this.lostEventCount += step
    this.#set(thread, sequence)
  }

  #addGap(last: number, next: number): void {
    const gap = (next - last - 1) | 0
    if (gap > 0) this.lostEventCount += gap
  }

  #set(thread: number, sequence: number): void {
    if (this.#lastByThread.size >= nettraceLimits.captureThreads && !this.#lastByThread.has(thread)) {
      const oldest = this.#lastByThread.keys().next().value
      if (oldest !== undefined) this.#lastByThread.delete(oldest)
    }
    this.#lastByThread.set(thread, sequence)
  }
}
