import type { Trace } from '../../nettrace/trace/trace.ts'
import type { HeapCompleteness, HeapFacts, HeapGap } from '../graph/heap-facts.ts'
import { sizeOfNode } from '../graph/heap-graph.ts'
import type { HeapEvents } from './heap-events.ts'
import type { HeapWalk } from './heap-walk.ts'
import type { WalkGraph } from './walk-graph.ts'

/** What is known before the walk's columns are given back. */
export interface WalkCounts {
  readonly nodeCount: number
  readonly edgeCount: number
}

/** What the events tell, and what of the heap is not in them. */
export function factsOfWalk(events: HeapEvents, walk: HeapWalk, built: WalkGraph, counts: WalkCounts): HeapFacts {
  const trace = events.trace!
  const header = trace.header
  const { graph, firstObject } = built
  let objectBytes = 0
  for (let node = firstObject; node < graph.nodeCount; node++) objectBytes += sizeOfNode(graph, node)
  const ticksPerMs = (header?.ticksPerSecond ?? 1) / 1000
  return {
    source: 'events',
    completeness: completenessOf(events, walk, built, counts),
    processId: header === null || header.pid <= 0 ? null : header.pid,
    processName: processName(events.process?.commandLine ?? ''),
    machineName: null,
    takenUtc: new Date(trace.unixMs(walk.startTicks)).toISOString(),
    tool: null,
    runtimeVersion: events.runtimeVersion,
    pointerSize: header?.pointerBytes === 4 ? 4 : 8,
    objectCount: counts.nodeCount,
    objectBytes,
    referenceCount: graph.edgeTargets.length - graph.edgeStarts[firstObject]!,
    pauseMs: events.pauseTicks === null ? null : events.pauseTicks / ticksPerMs,
    danglingReferenceCount: built.danglingCount,
    unnamedObjectCount: built.unnamedCount,
  }
}

function completenessOf(events: HeapEvents, walk: HeapWalk, built: WalkGraph, counts: WalkCounts): HeapCompleteness {
  const trace = events.trace!
  const reasons: HeapGap[] = []
  const chunks = {
    nodes: walk.nodeChunks,
    edges: walk.edgeChunks,
    roots: walk.rootChunks,
    'weak-table': walk.dependentChunks,
  }
  for (const of of ['nodes', 'edges', 'roots', 'weak-table'] as const)
    if (chunks[of].missingCount > 0) reasons.push({ kind: 'missing-chunks', of, count: chunks[of].missingCount })
  if (walk.announcedEdges !== counts.edgeCount)
    reasons.push({ kind: 'edge-count', expected: walk.announcedEdges, found: counts.edgeCount })
  if (!events.hasEnd) reasons.push({ kind: 'no-end' })
  const lostCount = lostInside(trace, walk)
  if (lostCount > 0) reasons.push({ kind: 'lost-events', count: lostCount })
  if (built.unknownCount > 0) reasons.push({ kind: 'unknown-types', objectCount: built.unknownCount })
  const damage = trace.damage[0]
  if (damage !== undefined)
    reasons.push({
      kind: 'damage',
      offset: damage.offset,
      message: `expected ${damage.expected}, found ${damage.found}`,
    })
  else if (events.shortPayloadCount > 0)
    reasons.push({ kind: 'damage', offset: 0, message: `${events.shortPayloadCount} events that end too early` })
  return reasons.length === 0
    ? { kind: 'complete' }
    : { kind: 'partial', share: shareOf(events, walk, counts), reasons }
}

/** Events that the runtime dropped on the thread of the walk while it lasted; others may have lost what they like. */
function lostInside(trace: Trace, walk: HeapWalk): number {
  const endTicks = walk.endTicks ?? Number.POSITIVE_INFINITY
  return trace.losses
    .filter(
      ({ threadIndex, ticks }) => threadIndex === walk.threadIndex && ticks >= walk.startTicks && ticks <= endTicks,
    )
    .reduce((sum, { count }) => sum + count, 0)
}

/** Missing chunks were full ones; without the end nobody knows how many there were. */
function shareOf(events: HeapEvents, walk: HeapWalk, { nodeCount }: WalkCounts): number | null {
  if (!events.hasEnd) return null
  const missing = walk.nodeChunks.missingCount * walk.largestNodeChunk
  return nodeCount / (nodeCount + missing)
}

/** The program of a command line, without its folder. */
function processName(commandLine: string): string | null {
  const first = /^\s*(?:"([^"]*)"|(\S+))/.exec(commandLine)
  const name = (first?.[1] ?? first?.[2] ?? '').split(/[\\/]/).at(-1) ?? ''
  return name === '' ? null : name
}
