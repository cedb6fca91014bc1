/** Rate over this much of the past: long enough to be calm, short enough to follow a change. */
const windowMs = 4000
/** A remaining time that jumps about is worse than none: said only after this much of a rate that holds. */
const stableAfterMs = 3000
/** The rate holds while first and second half of the window differ by less than this share. */
const stableShare = 0.5

/** Bytes per second over the last seconds. */
export class RateMeter {
  #points: { readonly timeMs: number; readonly bytes: number }[] = []
  #firstMs: number | null = null

  note(timeMs: number, bytes: number): void {
    this.#firstMs ??= timeMs
    const last = this.#points.at(-1)
    // Several updates in one instant are one point.
    if (last !== undefined && timeMs - last.timeMs < 20)
      this.#points[this.#points.length - 1] = { timeMs: last.timeMs, bytes }
    else this.#points.push({ timeMs, bytes })
    while (this.#points.length > 2 && timeMs - this.#points[0]!.timeMs > windowMs) this.#points.shift()
  }

  reset(): void {
    this.#points = []
    this.#firstMs = null
  }

  get perSecond(): number | null {
    return rateOf(this.#points)
  }

  /** Null until there have been three seconds of a rate that holds. */
  get stablePerSecond(): number | null {
    const last = this.#points.at(-1)
    const rate = this.perSecond
    if (last === undefined || this.#firstMs === null || rate === null || rate <= 0) return null
    if (last.timeMs - this.#firstMs < stableAfterMs) return null
    const half = Math.floor(this.#points.length / 2)
    const earlier = rateOf(this.#points.slice(0, half + 1))
    const later = rateOf(this.#points.slice(half))
    if (earlier === null || later === null) return null
    return Math.abs(earlier - later) <= stableShare * Math.max(earlier, later) ? rate : null
  }
}

export function remainingMs(bytes: number | null, expectedBytes: number | null, rate: RateMeter): number | null {
  const perSecond = rate.stablePerSecond
  if (bytes === null || expectedBytes === null || perSecond === null) return null
  return Math.max(0, ((expectedBytes - bytes) / perSecond) * 1000)
}

function rateOf(points: readonly { readonly timeMs: number; readonly bytes: number }[]): number | null {
  const first = points[0]
  const last = points.at(-1)
  if (first === undefined || last === undefined || last.timeMs - first.timeMs < 100) return null
  return Math.max(0, ((last.bytes - first.bytes) / (last.timeMs - first.timeMs)) * 1000)
}
