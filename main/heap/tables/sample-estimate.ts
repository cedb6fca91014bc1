import type { HeapEstimate } from '../../../shared/model/heap/heap-document.ts'
import type { Heap } from '../events/read-heap-events.ts'
import { sizeOfNode } from '../graph/heap-graph.ts'
import type { TypeGroups } from './type-groups.ts'

/**
 * Of a sample: how many objects the process had, and their bytes, by the file's multipliers of types. Null: it is no sample, or its multipliers are not of its types.
 *
 * @param group of types; null: all of them but those of pseudo nodes
 */
export function sampleEstimate(
  { graph, facts }: Pick<Heap, 'graph' | 'facts'>,
  groups: TypeGroups,
  group: number | null,
): HeapEstimate | null {
  if (facts.completeness.kind !== 'sampled') return null
  const { countMultipliers } = facts.completeness
  if (countMultipliers.length !== graph.types.length) return null
  const isIn = Uint8Array.from(groups.ofType, (of) =>
    (group === null ? groups.isPseudo[of] !== true : of === group) ? 1 : 0,
  )
  let count = 0
  let bytes = 0
  for (let node = 0; node < graph.nodeCount; node++) {
    const type = graph.typeOf[node]!
    if (isIn[type] === 0) continue
    const multiplier = countMultipliers[type]!
    count += multiplier
    bytes += multiplier * sizeOfNode(graph, node)
  }
  return isFigure(count) && isFigure(bytes) ? { count: Math.round(count), bytes: Math.round(bytes) } : null
}

/** Multipliers of a file may be anything. */
function isFigure(value: number): boolean {
  return value >= 0 && value <= Number.MAX_SAFE_INTEGER
}
