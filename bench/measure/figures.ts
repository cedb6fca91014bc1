/** Several runs of one measurement. */
export interface Figures {
  readonly runs: readonly number[]
  readonly min: number
  readonly median: number
  readonly max: number
}

export function summarize(runs: readonly number[]): Figures {
  const sorted = [...runs].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  const lower = sorted[sorted.length % 2 === 0 ? middle - 1 : middle] ?? Number.NaN
  return { runs, min: sorted[0] ?? Number.NaN, median: (lower + upper) / 2, max: sorted.at(-1) ?? Number.NaN }
}

/**
 * How fast this machine is right now: milliseconds for a fixed piece of integer work in one thread, median of five. Figures of
 * two machines (or of a busy and an idle one) are compared after division by it.
 */
export function calibrate(): number {
  const runs = Array.from({ length: 5 }, () => {
    const startedAt = performance.now()
    let hash = 2166136261
    for (let index = 0; index < 30_000_000; index++) hash = Math.imul(hash ^ (index & 255), 16777619)
    const elapsedMs = performance.now() - startedAt
    // Used, so that the loop cannot be left out.
    return hash === 1 ? 0 : elapsedMs
  })
  return summarize(runs).median
}

/** Least squares slope of y over x. */
export function slope(points: readonly (readonly [number, number])[]): number {
  const meanX = points.reduce((sum, [x]) => sum + x, 0) / points.length
  const meanY = points.reduce((sum, [, y]) => sum + y, 0) / points.length
  const covariance = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0)
  const variance = points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0)
  return variance === 0 ? 0 : covariance / variance
}

export function format(figures: Figures, digits = 0): string {
  const [min, median, max] = [figures.min, figures.median, figures.max].map((value) => value.toFixed(digits))
  return `min ${min}  median ${median}  max ${max}  (${figures.runs.length} runs)`
}
