/** Below it a graph is read before a person looks twice. */
export const msBeforeParts = 250
const msBetweenParts = 250
/** A part is shown in no more than this share of the time. */
const costShare = 0.05

/** When to tell what is in the part of a file that is read: not at once, a few times a second, and less often where it takes long. */
export class PartPace<Part> {
  readonly #onPart: (part: Part) => void
  readonly #now: () => number
  #dueMs: number
  readonly #firstMs: number

  /** @param now of a clock that goes on steadily, ms */
  constructor(
    onPart: (part: Part) => void,
    afterMs: number = msBeforeParts,
    now: () => number = () => performance.now(),
  ) {
    this.#onPart = onPart
    this.#now = now
    this.#firstMs = now() + afterMs
    this.#dueMs = this.#firstMs
  }

  /** The part is made only where it is told; null: there is none yet. */
  tell(make: () => Part | null): void {
    if (this.#now() >= this.#dueMs) this.#tellNow(make)
  }

  /** Nothing more is read, but something else takes its time: however short ago the last one was told. */
  tellLast(make: () => Part | null): void {
    if (this.#now() >= this.#firstMs) this.#tellNow(make)
  }

  #tellNow(make: () => Part | null): void {
    const fromMs = this.#now()
    const part = make()
    if (part !== null) this.#onPart(part)
    const toMs = this.#now()
    this.#dueMs = toMs + Math.max(msBetweenParts, (toMs - fromMs) / costShare)
  }
}
