/** Newest values beside the chart are written four times a second: faster cannot be read. */
const textMs = 250

/**
 * When the texts of a chart (axes, newest values) are written, which take a turn of their own (decision 0080): in the turn after a whole
 * painting, and after new samples once the last texts have stood for a quarter of a second. Texts that had to wait stay due: samples of
 * one publication come in several frames, and the next one may be a minute away.
 */
export class FrameTexts {
  #areStale = false
  #dueFromMs = -Infinity
  #writtenAtMs = -Infinity

  areDue(nowMs: number): boolean {
    return this.#areStale && nowMs >= this.#dueFromMs
  }

  linesPainted(nowMs: number, isWhole: boolean): void {
    this.#areStale = true
    this.#dueFromMs = isWhole ? nowMs : this.#writtenAtMs + textMs
  }

  written(nowMs: number): void {
    this.#areStale = false
    this.#writtenAtMs = nowMs
  }
}
