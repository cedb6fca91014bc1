import { dominatorTree } from '../dominators/dominator-tree.ts'
import { retainedSizes } from '../dominators/retained-sizes.ts'
import { HeapFindingFacts } from '../findings/heap-finding-facts.ts'
import type { HeapFacts } from '../graph/heap-facts.ts'
import { sizeOfNode, type HeapGraph } from '../graph/heap-graph.ts'
import { typeGroups } from '../tables/type-groups.ts'
import { plainFacts } from './plain-facts.ts'
import type { PlantedHeap } from './planted-heap.ts'

export const mebibyte = 2 ** 20

/** For tests: what a source tells of a planted heap. */
export function plantedFacts(graph: HeapGraph, told: Partial<HeapFacts> = {}): HeapFacts {
  let objectCount = 0
  let objectBytes = 0
  for (let node = 0; node < graph.nodeCount; node++) {
    if (graph.addresses[node] === 0n) continue
    objectCount++
    objectBytes += sizeOfNode(graph, node)
  }
  return {
    ...plainFacts,
    source: 'events',
    processId: 1,
    processName: 'Shop',
    takenUtc: '2026-01-01T00:00:00.000Z',
    runtimeVersion: '10.0.0',
    objectCount,
    objectBytes,
    referenceCount: graph.edgeTargets.length,
    ...told,
  }
}

/** For tests: what the checks look at. */
export function findingFacts(heap: PlantedHeap, told: Partial<HeapFacts> = {}): HeapFindingFacts {
  const graph = heap.graph()
  const tree = dominatorTree(graph)
  const facts = plantedFacts(graph, told)
  return new HeapFindingFacts({
    heap: { graph, facts },
    tree,
    retained: retainedSizes(graph, tree),
    groups: typeGroups(graph, 'type'),
  })
}
