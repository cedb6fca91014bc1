/**
 * The first of the numbers from `from` up to `to` that something no longer holds for; `to`: it holds for all. What comes before it must have it,
 * and what comes after must not: rows in the order of what is asked about.
 */
export function partitionPoint(from: number, to: number, holds: (at: number) => boolean): number {
  let [low, high] = [from, to]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (holds(middle)) low = middle + 1
    else high = middle
  }
  return low
}
