import { highHalf, lowHalf, unsignedOf } from '../../nettrace/word-halves.ts'
import type { EventBlob } from '../../nettrace/writer/blob-writer.ts'
import type { TrimFilter } from './trim-filter.ts'

type Numbered = Readonly<Pick<EventBlob, 'captureThreadLow' | 'captureThreadHigh' | 'sequence'>>

/** Of one thread that writes events. */
interface ThreadNumbers {
  /** The last number of the source; null before its first event. */
  last: number | null
  lastTicks: number
  /** What is taken off the source's numbers. */
  shift: number
  /** The new file has a number of this thread. */
  isStarted: boolean
  readonly isWanted: boolean
}

/**
 * The numbers by which a reader finds lost events, counted anew: what was left out on purpose leaves no gap, what the runtime lost
 * within the range does. A loss counts as within the range when the time between the events around it touches the range.
 */
export class SequenceNumbers {
  #filter: TrimFilter
  readonly #isWanted: (threadId: bigint) => boolean
  /** By the id as text: the engine's hash of a text is another one in each run. */
  readonly #threads = new Map<string, ThreadNumbers>()
  /** Threads that are met for the first time may have counted before. */
  #isCut = false
  #newest: ThreadNumbers | null = null
  #newestLow = 0
  #newestHigh = 0
  /** Losses that a reader of the new file will find. */
  lostCount = 0

  /** `isWanted`: whether the selection names the thread. What others lost is not missed in the part, unless they write into it. */
  constructor(filter: TrimFilter, isWanted: (threadId: bigint) => boolean) {
    this.#filter = filter
    this.#isWanted = isWanted
  }

  /** The number of an event in the new file; of one that is left out, nothing. */
  next({ captureThreadLow, captureThreadHigh, sequence }: Numbered, ticks: number, isKept: boolean): number {
    const thread = this.#threadOf(captureThreadLow, captureThreadHigh)
    if (thread.last === null) thread.shift = (sequence - 1 + thread.shift) >>> 0
    else this.#addGap(thread, (sequence - thread.last - 1) | 0, ticks)
    thread.last = sequence
    thread.lastTicks = ticks
    if (!isKept) {
      thread.shift = (thread.shift + 1) >>> 0
      return 0
    }
    const number = (sequence - thread.shift) >>> 0
    if (thread.isStarted) return number
    thread.isStarted = true
    // A reader finds no loss before the first number of a thread: what was lost there is found behind the event.
    const lostBefore = number - 1
    if (this.#filter.isAfter(ticks)) {
      this.lostCount -= lostBefore
      thread.shift = (thread.shift + lostBefore) >>> 0
    }
    return 1
  }

  /** The number that a sequence point states; null when there is nothing to say about the thread. */
  stated(threadId: bigint, sequence: number, ticks: number): number | null {
    const thread = this.#threadOf(lowHalf(threadId), highHalf(threadId))
    if (thread.last === null && this.#isCut) {
      thread.last = sequence
      thread.shift = (sequence + thread.shift) >>> 0
    }
    const gap = (sequence - (thread.last ?? 0)) | 0
    if (gap > 0) {
      this.#addGap(thread, gap, ticks)
      thread.last = sequence
    }
    thread.lastTicks = ticks
    const number = ((thread.last ?? 0) - thread.shift) >>> 0
    if (number === 0) return null
    thread.isStarted = true
    return number
  }

  /** Another stream follows, whose threads count from the beginning: the new file goes on where it is. */
  follow(filter: TrimFilter): void {
    this.#filter = filter
    this.#isCut = false
    this.#rebase()
  }

  /** A stretch of the source is not there any more: what it counted is not missed. */
  cut(): void {
    this.#isCut = true
    this.#rebase()
  }

  #rebase(): void {
    for (const thread of this.#threads.values()) {
      thread.shift = (thread.shift - (thread.last ?? 0)) >>> 0
      thread.last = null
    }
  }

  forget(threadId: bigint): void {
    this.#threads.delete(keyOf(lowHalf(threadId), highHalf(threadId)))
    this.#newest = null
  }

  clear(): void {
    this.#threads.clear()
    this.#newest = null
  }

  /** A step back is a thread id that is used again, not a loss: the numbers go on. */
  #addGap(thread: ThreadNumbers, gap: number, ticks: number): void {
    const isMissed = thread.isStarted || thread.isWanted
    if (gap > 0 && isMissed && this.#filter.touches(thread.lastTicks, ticks)) this.lostCount += gap
    else thread.shift = (thread.shift + gap) >>> 0
  }

  #threadOf(low: number, high: number): ThreadNumbers {
    if (this.#newest !== null && this.#newestLow === low && this.#newestHigh === high) return this.#newest
    const key = keyOf(low, high)
    let thread = this.#threads.get(key)
    if (thread === undefined) {
      thread = {
        last: null,
        lastTicks: Number.NEGATIVE_INFINITY,
        shift: 0,
        isStarted: false,
        isWanted: this.#isWanted(unsignedOf(low, high)),
      }
      this.#threads.set(key, thread)
    }
    this.#newest = thread
    this.#newestLow = low
    this.#newestHigh = high
    return thread
  }
}

function keyOf(low: number, high: number): string {
  return `${high}:${low}`
}
