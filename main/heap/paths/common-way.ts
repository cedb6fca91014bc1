import type { HeapTreeAnswer, HeapWayStep } from '../../../shared/model/heap/heap-document.ts'

const mostSteps = 12

/** From the roots on, always to where most objects are: what most of them have in common. Shorter than the ways themselves where those part. */
export function commonWay(ways: { rows(path: readonly number[]): HeapTreeAnswer }): readonly HeapWayStep[] {
  const steps: HeapWayStep[] = []
  const keys: number[] = []
  while (steps.length < mostSteps) {
    const { rows } = ways.rows(keys)
    const most = rows.reduce((best, row) => (best === undefined || row.count > best.count ? row : best), rows.at(0))
    // Below half of the objects it is no longer what they have in common.
    if (most === undefined || most.count * 2 < (steps.at(-1)?.count ?? 0)) break
    const { name, rootKind, count, key, hasRows } = most
    steps.push({ name, rootKind, count })
    if (!hasRows) break
    keys.push(key)
  }
  return steps
}
