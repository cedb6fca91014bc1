import type { SampleFilter } from './prepared-samples.ts'

/** Events with a stack and a weight of any kind: bytes allocated, time waited, exceptions thrown. Columns of equal length. */
export interface WeightedEvents {
  readonly ticks: Float64Array
  readonly threadIndex: Int32Array
  readonly stackIndex: Int32Array
  /** Null: each counts one. */
  readonly weight: Float64Array | null
}

/** Weight at the leaf of each stack, for `callTree`; `nodeOf` says where that of a row is, and may make the tree grow. Classes are of samples only; a filter by them does not count here. */
export function weighEvents(
  events: WeightedEvents,
  filter: SampleFilter,
  tree: { readonly count: number },
  nodeOf: (row: number) => number,
): Float64Array {
  const from = filter.fromTicks ?? Number.NEGATIVE_INFINITY
  const to = filter.toTicks ?? Number.POSITIVE_INFINITY
  // Nodes of code that was replaced come into being when they are asked for; the leaves are looked up first.
  const leaves: number[] = []
  const weights: number[] = []
  for (let row = 0; row < events.ticks.length; row++) {
    const ticks = events.ticks[row]!
    if (ticks < from || ticks >= to) continue
    if (filter.threads !== undefined && !filter.threads.has(events.threadIndex[row]!)) continue
    leaves.push(nodeOf(row))
    weights.push(events.weight === null ? 1 : events.weight[row]!)
  }
  const self = new Float64Array(tree.count)
  for (const [index, leaf] of leaves.entries()) self[leaf]! += weights[index]!
  return self
}
