import { NumberColumn } from '../grown-column.ts'
import { OpenCalls } from './open-calls.ts'
import type { ProfileBuilder } from './profile-builder.ts'

/** Instead of a frame: the innermost call without a length ends. */
const endMark = 0
/** Instead of a length: the call lasts until its end is met. */
const openLength = -1

/** Calls of one thread of a trace, in any order: an event with a length is written when it is over. */
export class ThreadEvents {
  readonly #builder: ProfileBuilder
  readonly #thread: number
  readonly #frame = new NumberColumn()
  readonly #atMs = new NumberColumn()
  readonly #lengthMs = new NumberColumn()

  constructor(builder: ProfileBuilder, thread: number) {
    this.#builder = builder
    this.#thread = thread
  }

  /** `lengthMs` null: until an end is met. */
  begin(frame: number, atMs: number, lengthMs: number | null): void {
    this.#add(frame, atMs, lengthMs ?? openLength)
  }

  end(atMs: number): void {
    this.#add(endMark, atMs, openLength)
  }

  /** Adds the samples of the thread to the profile. */
  finish(): void {
    const calls = new OpenCalls(this.#builder, this.#thread)
    /** When the open calls end, from the outermost on. */
    const ends: number[] = []
    let last = Number.NEGATIVE_INFINITY
    const endUntil = (atMs: number): void => {
      while (ends.length > 0 && ends.at(-1)! <= atMs) calls.end(ends.pop()!)
    }
    for (const row of this.#inOrder()) {
      const frame = this.#frame.at(row)
      const atMs = this.#atMs.at(row)
      const length = this.#lengthMs.at(row)
      endUntil(atMs)
      last = Math.max(last, atMs)
      if (frame === endMark) this.#endOpen(calls, ends, atMs)
      else {
        const wanted = length === openLength ? Number.POSITIVE_INFINITY : atMs + length
        const outer = ends.at(-1) ?? Number.POSITIVE_INFINITY
        if (wanted > outer && length !== openLength) this.#builder.note('overlapping-call', `${atMs} ms`)
        calls.begin(frame, atMs)
        // What was called ends with its caller at the latest.
        ends.push(Math.min(wanted, outer))
        if (length !== openLength) last = Math.max(last, ends.at(-1)!)
      }
    }
    endUntil(last)
    if (ends.length > 0) this.#builder.note('unmatched-end', `${last} ms`)
    calls.finish(last)
  }

  #endOpen(calls: OpenCalls, ends: number[], atMs: number): void {
    if (ends.length === 0) {
      this.#builder.note('unmatched-end', `${atMs} ms`)
      return
    }
    ends.pop()
    calls.end(atMs)
  }

  #add(frame: number, atMs: number, lengthMs: number): void {
    this.#frame.push(frame)
    this.#atMs.push(atMs)
    this.#lengthMs.push(lengthMs)
  }

  /** By time; at one time the order of the file, but an outer call with a length before the ones in it. */
  #inOrder(): Uint32Array {
    const rows = Uint32Array.from({ length: this.#frame.count }, (_, row) => row)
    const { values: at } = this.#atMs
    const { values: length } = this.#lengthMs
    const isSorted = rows.every((row) => row === 0 || at[row]! > at[row - 1]!)
    if (isSorted) return rows
    return rows.sort((a, b) => at[a]! - at[b]! || longer(length, a, b) || a - b)
  }
}

function longer(length: Float64Array, a: number, b: number): number {
  return length[a]! >= 0 && length[b]! >= 0 ? length[b]! - length[a]! : 0
}
