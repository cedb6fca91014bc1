import { intervalsMs } from '../../shared/model/live.ts'

/*
 * How often values can come over a link, judged by how long answers take on it: a link that is far away answers late, and so does one that is
 * full, because the answer waits behind everything else. One figure for both, and nothing has to be sent to get it.
 *
 *     carried ──quickest of three answers longer than it──> the next interval that is longer than that
 *        ^─────── always well below a shorter one for a while ───────┘
 *
 * The quickest of three, because an answer can also take long to be made: the machine is busy, or has many processes to look at.
 * A full link answers at once as soon as less is sent: each return that lasts less than a minute doubles the wait before the next.
 */

/** A minute between values is a choice and not a pace: a link that answers so late has been given up long before. */
const steps: readonly number[] = intervalsMs.filter((step) => step <= 5000)
const [fastestMs = 100] = steps
const looksTogether = 3
/** Answers have to be this much shorter than an interval for it to be tried again. */
const margin = 1.5
const calmAtFirstMs = 10_000
const calmAtMostMs = 600_000
const relapseWithinMs = 60_000

/** Of one machine; asked about once a second. */
export class LinkPace {
  #carriedMs = fastestMs
  readonly #answersMs: number[] = []
  #calmSinceMs: number | null = null
  #slowestWhileCalmMs = 0
  #calmForMs = calmAtFirstMs
  #shortenedAtMs = Number.NEGATIVE_INFINITY

  /** The shortest interval that values can come at. */
  get carriedMs(): number {
    return this.#carriedMs
  }

  /**
   * `answerMs`: how long the last answer took, or how long the next is overdue; null while nothing is known. `nowMs` never goes back.
   * True when what is carried has changed.
   */
  look(answerMs: number | null, nowMs: number): boolean {
    if (answerMs === null) return false
    this.#answersMs.push(answerMs)
    if (this.#answersMs.length > looksTogether) this.#answersMs.shift()
    if (this.#answersMs.length < looksTogether) return false
    const quickestMs = Math.min(...this.#answersMs)
    return this.#lengthen(quickestMs, nowMs) || this.#shorten(quickestMs, nowMs)
  }

  #lengthen(answerMs: number, nowMs: number): boolean {
    const neededMs = stepFor(answerMs)
    if (neededMs <= this.#carriedMs) return false
    const isRelapse = nowMs - this.#shortenedAtMs < relapseWithinMs
    this.#calmForMs = isRelapse ? Math.min(2 * this.#calmForMs, calmAtMostMs) : calmAtFirstMs
    this.#change(neededMs)
    return true
  }

  #shorten(answerMs: number, nowMs: number): boolean {
    const shorterMs = steps[steps.indexOf(this.#carriedMs) - 1]
    if (shorterMs === undefined || answerMs * margin > shorterMs) {
      this.#calmSinceMs = null
      return false
    }
    this.#slowestWhileCalmMs = this.#calmSinceMs === null ? answerMs : Math.max(this.#slowestWhileCalmMs, answerMs)
    this.#calmSinceMs ??= nowMs
    if (nowMs - this.#calmSinceMs < this.#calmForMs) return false
    this.#shortenedAtMs = nowMs
    this.#change(stepFor(this.#slowestWhileCalmMs * margin))
    return true
  }

  #change(carriedMs: number): void {
    this.#carriedMs = carriedMs
    this.#calmSinceMs = null
    // What came at the pace before says nothing of this one.
    this.#answersMs.length = 0
  }
}

function stepFor(answerMs: number): number {
  return steps.find((step) => step >= answerMs) ?? steps.at(-1) ?? fastestMs
}
