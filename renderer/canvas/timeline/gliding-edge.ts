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
