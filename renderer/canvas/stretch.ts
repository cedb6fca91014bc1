export interface Stretch {
  readonly from: number
  readonly to: number
}

/**
 * A stretch of this length, moved no further than it takes to lie within `everything`. At an edge it ends exactly there: what is summed from
 * shares of a width may miss it by a rounding error, and would never be seen as everything.
 */
export function stretchWithin(from: number, length: number, everything: Stretch): Stretch {
  if (length >= everything.to - everything.from) return everything
  if (from <= everything.from) return { from: everything.from, to: everything.from + length }
  if (from + length >= everything.to) return { from: everything.to - length, to: everything.to }
  return { from, to: from + length }
}
