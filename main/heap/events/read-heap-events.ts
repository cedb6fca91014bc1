import type { HeapFacts } from '../graph/heap-facts.ts'
import type { HeapGraph } from '../graph/heap-graph.ts'
import type { HeapEvents } from './heap-events.ts'
import { factsOfWalk } from './walk-facts.ts'
import { graphOfWalk } from './walk-graph.ts'
import type { OuterTypes } from './walk-types.ts'

export interface Heap {
  readonly graph: HeapGraph
  readonly facts: HeapFacts
}

/** The heap that a trace holds, once it was read with the listener; null: there is none. Once only: the listener's columns are used up. */
export function heapOfEvents(events: HeapEvents, outerTypes: OuterTypes | null = null): Heap | null {
  const { walk } = events
  if (walk === null || events.trace === null) return null
  const counts = { nodeCount: walk.nodeCount, edgeCount: walk.edgeCount }
  const built = graphOfWalk(events, walk, outerTypes)
  return { graph: built.graph, facts: factsOfWalk(events, walk, built, counts) }
}
