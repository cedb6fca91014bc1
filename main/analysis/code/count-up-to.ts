/** How many of the sorted values are not above a limit. */
export function countUpTo(values: ArrayLike<number>, limit: number): number {
  let low = 0
  let high = values.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (values[middle]! <= limit) low = middle + 1
    else high = middle
  }
  return low
}
