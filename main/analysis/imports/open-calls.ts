import type { ProfileBuilder } from './profile-builder.ts'

/**
 * Calls that begin and end on one thread, as the time that each stack was the thread's: a sample per stretch between two changes, with
 * its length as weight.
 */
export class OpenCalls {
  readonly #builder: ProfileBuilder
  readonly #thread: number
  readonly #nodes: number[] = [0]
  readonly #frames: number[] = [0]
  /** How often a frame is open: an end without a begin is known without a search. */
  readonly #openCount = new Map<number, number>()
  #sinceMs = Number.NaN

  constructor(builder: ProfileBuilder, thread: number) {
    this.#builder = builder
    this.#thread = thread
  }

  get depth(): number {
    return this.#nodes.length - 1
  }

  isOpen(frame: number): boolean {
    return (this.#openCount.get(frame) ?? 0) > 0
  }

  begin(frame: number, atMs: number): void {
    this.#flush(atMs)
    this.#nodes.push(this.#builder.child(this.#nodes.at(-1)!, frame))
    this.#frames.push(frame)
    this.#openCount.set(frame, (this.#openCount.get(frame) ?? 0) + 1)
  }

  /** Ends the innermost call. */
  end(atMs: number): void {
    if (this.depth === 0) return
    this.#flush(atMs)
    this.#nodes.pop()
    const frame = this.#frames.pop()!
    this.#openCount.set(frame, this.#openCount.get(frame)! - 1)
  }

  /** Ends the innermost call of a frame and what it called; how many of these there were. */
  endOf(frame: number, atMs: number): number {
    let inner = 0
    while (this.#frames.at(-1) !== frame) {
      this.end(atMs)
      inner++
    }
    this.end(atMs)
    return inner
  }

  /** Nothing more happens on this thread. */
  finish(atMs: number): void {
    while (this.depth > 0) this.end(atMs)
  }

  /** The stack as it is was the thread's until now. */
  #flush(atMs: number): void {
    const lengthMs = atMs - this.#sinceMs
    if (Number.isNaN(this.#sinceMs)) this.#sinceMs = atMs
    // A clock that steps back: what happens then has no length.
    if (!(lengthMs > 0)) return
    const node = this.#nodes.at(-1)!
    if (node !== 0) this.#builder.sample(this.#thread, this.#sinceMs, node, lengthMs)
    this.#sinceMs = atMs
  }
}
