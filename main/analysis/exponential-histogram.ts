export interface ExponentialHistogram {
  readonly scale: number
  readonly count: number
  readonly zeroCount: number
  readonly minimum: number
  readonly maximum: number
  /** `a, b, c`: counts of the buckets from the one that holds the minimum on. */
  readonly buckets: string
}

/**
 * Estimated quantiles of a base-2 exponential histogram (metrics event 19): bucket i holds (base^i, base^(i+1)] with
 * base = 2^(2^-scale). The event gives no offset of its first bucket; the minimum tells it. The error is at most half a
 * bucket, and results never leave [minimum, maximum].
 */
export function exponentialQuantiles(
  histogram: ExponentialHistogram,
  quantiles: readonly number[],
): readonly (number | null)[] {
  const { scale, count, zeroCount, minimum, maximum } = histogram
  if (count <= 0) return quantiles.map(() => null)
  const counts = histogram.buckets.split(',').map(Number)
  const logBase = Math.LN2 * 2 ** -scale
  const first = minimum > 0 ? Math.ceil(Math.log(minimum) / logBase) - 1 : 0
  return quantiles.map((quantile) => {
    let rank = quantile * count - zeroCount
    if (rank <= 0) return Math.max(minimum, 0)
    for (const [index, bucketCount] of counts.entries()) {
      if (!(bucketCount > 0)) continue
      if (rank <= bucketCount) {
        const middle = Math.exp((first + index + 0.5) * logBase)
        return Math.min(maximum, Math.max(minimum, middle))
      }
      rank -= bucketCount
    }
    return maximum
  })
}
