/** What the way of a message explains; a larger difference is one of clocks. */
const toleranceMs = 2000

/**
 * What time it is by the clock that a target's samples have. On another machine it differs from ours, and people set both while a session runs:
 * a session says once what time it is, and from then on time passes.
 */
export class SampleClock {
  readonly #wallMs: () => number
  #started: { readonly unixMs: number; readonly atMs: number } | null = null

  constructor(wallMs: () => number) {
    this.#wallMs = wallMs
  }

  /** A session has begun at that time of its own clock. */
  sessionStarted(unixMs: number): void {
    this.#started = { unixMs, atMs: performance.now() }
  }

  /** Unix ms. Ours as long as no session has said another. */
  now(): number {
    return this.ofOurs(this.#wallMs())
  }

  /** A time by our clock, as it is now, by that of the samples. */
  ofOurs(wallMs: number): number {
    if (this.#started === null) return wallMs
    const { unixMs, atMs } = this.#started
    const aheadMs = unixMs + performance.now() - atMs - this.#wallMs()
    return Math.abs(aheadMs) < toleranceMs ? wallMs : wallMs + aheadMs
  }
}
