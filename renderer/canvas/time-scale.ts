/** A stretch of time on a stretch of pixels. Times are Unix milliseconds, pixels are CSS pixels from the plot's left edge. */
export interface TimeScale {
  readonly fromMs: number
  readonly toMs: number
  readonly widthPx: number
}

export interface TimeRange {
  readonly fromMs: number
  readonly toMs: number
}

/** Below this a chart shows less than one sample of the fastest interval. */
export const minSpanMs = 500
export const maxSpanMs = 7 * 24 * 3_600_000

export function msPerPx(scale: TimeScale): number {
  return (scale.toMs - scale.fromMs) / Math.max(1, scale.widthPx)
}

export function xOfTime(scale: TimeScale, timeMs: number): number {
  return ((timeMs - scale.fromMs) / (scale.toMs - scale.fromMs)) * scale.widthPx
}

export function timeOfX(scale: TimeScale, xPx: number): number {
  return scale.fromMs + xPx * msPerPx(scale)
}

/** Zooms around a fixed time: what is under the pointer stays under it. factor < 1 shows less time. */
export function zoomRange(range: TimeRange, aroundMs: number, factor: number): TimeRange {
  const span = range.toMs - range.fromMs
  const newSpan = Math.min(maxSpanMs, Math.max(minSpanMs, span * factor))
  const share = span > 0 ? (aroundMs - range.fromMs) / span : 0.5
  const fromMs = aroundMs - share * newSpan
  return { fromMs, toMs: fromMs + newSpan }
}

export function panRange(range: TimeRange, byMs: number): TimeRange {
  return { fromMs: range.fromMs + byMs, toMs: range.toMs + byMs }
}

export function orderedRange(aMs: number, bMs: number): TimeRange {
  return aMs <= bMs ? { fromMs: aMs, toMs: bMs } : { fromMs: bMs, toMs: aMs }
}

/**
 * The right edge of a live view. It glides towards the newest sample so that it arrives after one interval (or one second, if
 * that is shorter): the picture moves evenly between samples and is never more than a second behind the data.
 */
export class GlidingEdge {
  #edgeMs: number | null = null
  #targetMs = 0
  #velocity = 0
  #steppedAtMs = 0

  /** null before the first target. */
  get edgeMs(): number | null {
    return this.#edgeMs
  }

  /** Newest time to be shown; `glideMs` 0 jumps (reduced motion, first sample, a gap longer than the view). */
  setTarget(targetMs: number, glideMs: number, nowMs: number): void {
    if (this.#edgeMs === null || glideMs <= 0) {
      this.#edgeMs = targetMs
      this.#targetMs = targetMs
      this.#velocity = 0
      this.#steppedAtMs = nowMs
      return
    }
    this.step(nowMs)
    if (targetMs === this.#targetMs) return
    this.#targetMs = targetMs
    this.#velocity = (targetMs - this.#edgeMs) / glideMs
  }

  step(nowMs: number): void {
    if (this.#edgeMs === null) return
    const elapsedMs = Math.max(0, nowMs - this.#steppedAtMs)
    this.#steppedAtMs = nowMs
    const next = this.#edgeMs + this.#velocity * elapsedMs
    const isThere = this.#velocity >= 0 ? next >= this.#targetMs : next <= this.#targetMs
    this.#edgeMs = isThere ? this.#targetMs : next
    if (isThere) this.#velocity = 0
  }
}
