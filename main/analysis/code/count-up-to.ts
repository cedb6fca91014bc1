import { partitionPoint } from '../../../shared/base/partition-point.ts'

/** How many of the sorted values are not above a limit. */
export function countUpTo(values: ArrayLike<number>, limit: number): number {
  return partitionPoint(0, values.length, (at) => values[at]! <= limit)
}
