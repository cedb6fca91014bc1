import type { HeapFacts } from '../graph/heap-facts.ts'
import type { HeapGraph } from '../graph/heap-graph.ts'
import type { HeapEvents } from './heap-events.ts'
import { factsOfWalk } from './walk-facts.ts'
import { graphOfWalk } from './walk-graph.ts'
import type { TypeFiles } from './walk-types.ts'

export interface Heap {
  readonly graph: HeapGraph
  readonly facts: HeapFacts
}

const noFiles: TypeFiles = { outerTypes: null, nativeTypes: null }

/** The heap that a trace holds, once it was read with the listener; null: there is none. Once only: the listener's columns are used up. */
export function heapOfEvents(events: HeapEvents, files: TypeFiles = noFiles): Heap | null {
  const { walk } = events
  if (walk === null || events.trace === null) return null
  const counts = { nodeCount: walk.nodeCount, edgeCount: walk.edgeCount }
  const built = graphOfWalk(events, walk, files)
  return { graph: built.graph, facts: factsOfWalk(events, walk, built, counts) }
}
