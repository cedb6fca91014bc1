import type { RuleCondition } from './rule.ts'

/** What made a condition true. */
export interface Rise {
  readonly timeMs: number
  /** The figure that passed the limit, or how many events; null where there is none. */
  readonly value: number | null
  /** How long it had been so. */
  readonly heldMs: number
  /** Of the event. */
  readonly text: string
}

/** One condition over time: fed with what concerns it, in order. True as long as `isTrue`; `rise` tells when that begins. */
export interface ConditionState {
  /** A figure of one of its series. */
  noteValue(series: number | string, timeMs: number, value: number): Rise | null
  /** Events that fit it, or one collection of so many milliseconds. */
  noteEvents(timeMs: number, count: number, text: string): Rise | null
  /** Nothing earlier follows. */
  advance(timeMs: number): Rise | null
  isTrue(timeMs: number): boolean
}

/** Figures that come within this time of each other are of one measurement. */
const stepMs = 250
/** A series that has been silent for so long is gone. */
const staleMs = 15_000
/** A collection or an exit counts as now for so long when other conditions are asked for besides. */
const momentMs = 10_000
/** Bins that a window of events is counted in. */
const binCount = 50

export function newConditionState(condition: RuleCondition, hysteresisPercent: number): ConditionState {
  switch (condition.kind) {
    case 'counter':
      return new ThresholdState({ ...condition, sums: isSum(condition.measure), hysteresisPercent })
    case 'usage':
      return new ThresholdState({ ...condition, sums: false, hysteresisPercent })
    case 'thread-pool-queue':
      return new ThresholdState({ ...condition, direction: 'above', sums: false, hysteresisPercent })
    case 'http-status': {
      const { perSecond, forMs } = condition
      return new ThresholdState({ direction: 'above', value: perSecond, forMs, sums: true, hysteresisPercent })
    }
    case 'http-duration': {
      // The meter counts in seconds.
      const { longerThanMs, forMs } = condition
      return new ThresholdState({
        direction: 'above',
        value: longerThanMs / 1000,
        forMs,
        sums: false,
        hysteresisPercent,
      })
    }
    case 'exception':
    case 'log':
    case 'event':
      return new CountState(condition.count, condition.withinMs)
    case 'gc-pause':
      return new MomentState(condition.longerThanMs)
    case 'process':
      return new MomentState(null)
  }
}

/** What several series of one instrument do together is the sum of their rates; of figures the one that is farthest out counts. */
function isSum(measure: string): boolean {
  return measure === 'rate' || measure === 'count-rate' || measure === 'total'
}

interface Threshold {
  readonly direction: 'above' | 'below'
  readonly value: number
  readonly forMs: number
  readonly sums: boolean
  readonly hysteresisPercent: number
}

class ThresholdState implements ConditionState {
  readonly #threshold: Threshold
  readonly #newest = new Map<number | string, { readonly timeMs: number; readonly value: number }>()
  #openStepMs: number | null = null
  #lastStepMs: number | null = null
  #lastSpanMs = 0
  #sinceMs: number | null = null
  #isHolding = false

  constructor(threshold: Threshold) {
    this.#threshold = threshold
  }

  noteValue(series: number | string, timeMs: number, value: number): Rise | null {
    // No measurement in this interval.
    if (Number.isNaN(value)) return null
    const isNext = this.#openStepMs !== null && Math.abs(timeMs - this.#openStepMs) > stepMs
    const rise = isNext ? this.#closeStep() : null
    if (this.#openStepMs === null) this.#openStepMs = timeMs
    this.#newest.set(series, { timeMs, value })
    return rise
  }

  noteEvents(): null {
    return null
  }

  advance(timeMs: number): Rise | null {
    return this.#openStepMs !== null && timeMs - this.#openStepMs > stepMs ? this.#closeStep() : null
  }

  isTrue(timeMs: number): boolean {
    return this.#isHolding && this.#lastStepMs !== null && Math.abs(timeMs - this.#lastStepMs) < this.#reachMs
  }

  /** Without a figure for so long nothing is known: the machine slept, or the process stood still. */
  get #reachMs(): number {
    return Math.max(staleMs, 3 * this.#lastSpanMs)
  }

  #closeStep(): Rise | null {
    const timeMs = this.#openStepMs!
    this.#openStepMs = null
    this.#noteGap(timeMs)
    const value = this.#combined(timeMs)
    if (value === null) return null
    const { forMs, direction, hysteresisPercent } = this.#threshold
    const limit = this.#threshold.value
    const sign = direction === 'above' ? 1 : -1
    if ((value - limit) * sign > 0) {
      this.#sinceMs ??= timeMs
      const heldMs = timeMs - this.#sinceMs
      if (this.#isHolding || heldMs < forMs) return null
      this.#isHolding = true
      return { timeMs, value, heldMs, text: '' }
    }
    this.#sinceMs = null
    const back = limit - (sign * Math.abs(limit) * hysteresisPercent) / 100
    if ((value - back) * sign <= 0) this.#isHolding = false
    return null
  }

  #noteGap(timeMs: number): void {
    const last = this.#lastStepMs
    this.#lastStepMs = timeMs
    if (last === null) return
    const spanMs = timeMs - last
    if (spanMs < 0 || spanMs > this.#reachMs) {
      this.#sinceMs = null
      this.#isHolding = false
    }
    this.#lastSpanMs = Math.max(0, spanMs)
  }

  #combined(timeMs: number): number | null {
    let result: number | null = null
    const { sums, direction } = this.#threshold
    for (const [series, entry] of this.#newest) {
      if (Math.abs(timeMs - entry.timeMs) > this.#reachMs) {
        this.#newest.delete(series)
        continue
      }
      if (result === null) result = entry.value
      else if (sums) result += entry.value
      else result = direction === 'above' ? Math.max(result, entry.value) : Math.min(result, entry.value)
    }
    return result
  }
}

/** So many events in so much time; after that it counts from the beginning. */
class CountState implements ConditionState {
  readonly #count: number
  readonly #withinMs: number
  #bins: { timeMs: number; count: number }[] = []
  #trueUntilMs = Number.NEGATIVE_INFINITY
  #roseMs = Number.POSITIVE_INFINITY

  constructor(count: number, withinMs: number) {
    this.#count = count
    this.#withinMs = withinMs
  }

  noteValue(): null {
    return null
  }

  noteEvents(timeMs: number, count: number, text: string): Rise | null {
    const last = this.#bins.at(-1)
    // A clock that was set back begins anew.
    if (last !== undefined && timeMs < last.timeMs - this.#withinMs) this.#bins = []
    this.#bins = this.#bins.filter((bin) => timeMs - bin.timeMs < this.#withinMs)
    const newest = this.#bins.at(-1)
    if (newest !== undefined && timeMs - newest.timeMs < this.#withinMs / binCount) newest.count += count
    else this.#bins.push({ timeMs, count })
    const total = this.#bins.reduce((sum, bin) => sum + bin.count, 0)
    if (total < this.#count) return null
    const heldMs = Math.max(0, timeMs - this.#bins[0]!.timeMs)
    this.#bins = []
    this.#roseMs = timeMs
    this.#trueUntilMs = timeMs + this.#withinMs
    return { timeMs, value: total, heldMs, text }
  }

  advance(): null {
    return null
  }

  isTrue(timeMs: number): boolean {
    return timeMs >= this.#roseMs && timeMs < this.#trueUntilMs
  }
}

/** Something that happens at one moment; with a least figure, only what passes it. */
class MomentState implements ConditionState {
  readonly #least: number | null
  #roseMs = Number.NaN

  constructor(least: number | null) {
    this.#least = least
  }

  noteValue(): null {
    return null
  }

  noteEvents(timeMs: number, figure: number, text: string): Rise | null {
    if (this.#least !== null && figure <= this.#least) return null
    this.#roseMs = timeMs
    return { timeMs, value: this.#least === null ? null : figure, heldMs: 0, text }
  }

  advance(): null {
    return null
  }

  isTrue(timeMs: number): boolean {
    return timeMs >= this.#roseMs && timeMs - this.#roseMs < momentMs
  }
}
