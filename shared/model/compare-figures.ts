import { type CompareTotals, type CompareUnit, compareUnits } from './trace/trace-compare.ts'

/** What one sample of each side is in a unit. */
export interface CompareFactors {
  readonly a: number
  readonly b: number
  /** Weights that another tool added up: nobody knows how far they are off. */
  readonly isExact?: boolean
}

export interface CompareFigures {
  readonly a: number
  readonly b: number
  /** B less A. */
  readonly change: number
  /** What samples alone let the change be off by, two standard deviations; a smaller change says nothing. */
  readonly noise: number
}

const deviations = 2

/** Units that both sides have what is needed for. */
export function unitsOf(a: CompareTotals, b: CompareTotals): readonly CompareUnit[] {
  return compareUnits.filter((unit) => factorOf(a, unit) !== null && factorOf(b, unit) !== null)
}

export function factorsOf(a: CompareTotals, b: CompareTotals, unit: CompareUnit): CompareFactors {
  const isExact = [a, b].some((side) => side.unit !== undefined && side.unit !== 'samples')
  return { a: factorOf(a, unit) ?? 0, b: factorOf(b, unit) ?? 0, ...(isExact ? { isExact } : {}) }
}

/** What one sample of a side is in a unit; null: the side has not what is needed. */
function factorOf({ sampleCount, intervalMs, requestCount }: CompareTotals, unit: CompareUnit): number | null {
  switch (unit) {
    case 'share':
      return sampleCount === 0 ? 0 : 100 / sampleCount
    case 'time':
      return intervalMs
    case 'request':
      return intervalMs === null || requestCount === 0 ? null : intervalMs / requestCount
  }
}

/**
 * Counts of samples in a unit. Samples come one by one, so the deviation of a count is its root; one more, because a count of none is not known any
 * better. Neighbouring samples resemble each other: the true noise is rather larger.
 */
export function figuresOf(inA: number, inB: number, factors: CompareFactors): CompareFigures {
  const [a, b] = [inA * factors.a, inB * factors.b]
  const noise =
    factors.isExact === true ? 0 : deviations * Math.sqrt((inA + 1) * factors.a ** 2 + (inB + 1) * factors.b ** 2)
  return { a, b, change: b - a, noise }
}

export function isWithinNoise({ change, noise }: Pick<CompareFigures, 'change' | 'noise'>): boolean {
  return Math.abs(change) <= noise
}
