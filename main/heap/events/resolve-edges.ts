import { type AddressIndex, noNode } from './address-index.ts'
import type { HeapWalk } from './heap-walk.ts'

export interface ResolvedEdges {
  /** As `HeapGraph` has them, the pseudo nodes' own ones excepted. */
  readonly starts: Uint32Array
  /** With the room behind the last one. */
  readonly targets: Uint32Array
  readonly danglingCount: number
  /** References that belong to no object, as those of chunks around them are missing. */
  readonly unattributedCount: number
}

/**
 * The references of all objects as nodes. The stream has one flat list: every object takes as many of it as it announces. Behind a gap this
 * is wrong, so that objects and references are matched from the front up to the first gap, from the end down to the last one, and what lies
 * between has no references.
 *
 * `firstNode`: number of the first object. `room`: places to leave free in front, for the edges of pseudo nodes; `roomBehind` at the end.
 */
export function resolveEdges(
  walk: HeapWalk,
  index: AddressIndex,
  firstNode: number,
  { room, roomBehind }: { readonly room: number; readonly roomBehind: number },
): ResolvedEdges {
  const { edgeCount, nodeCount } = walk
  // Where each begins is written over how many they are.
  const starts = walk.edgeCounts.take(firstNode, 1)
  const counts = starts.subarray(firstNode, firstNode + nodeCount)
  const targets = new Uint32Array(room + edgeCount + roomBehind)
  walk.targets.drain((page, start) => {
    // A page has whole pairs: its length is even.
    for (let word = 0; word < page.length; word += 2) {
      const found = index.find(page[word]!, page[word + 1]!)
      targets[room + ((start + word) >>> 1)] = found === noNode ? noNode : found + firstNode
    }
  })
  const spans = matchedSpans(walk, counts, edgeCount)
  let written = room
  let danglingCount = 0
  let usedCount = 0
  let read = room
  for (let node = 0; node < nodeCount; node++) {
    const count = counts[node]!
    starts[firstNode + node] = written
    if (node === spans.fromNode) read = room + spans.fromEdge
    if (node >= spans.toNode && node < spans.fromNode) continue
    const end = read + count
    usedCount += count
    for (; read < end; read++) {
      if (targets[read] === noNode) danglingCount++
      else targets[written++] = targets[read]!
    }
  }
  starts[firstNode + nodeCount] = written
  return {
    starts,
    targets: targets.subarray(0, written + roomBehind),
    danglingCount,
    unattributedCount: edgeCount - usedCount,
  }
}

/** Objects `[0, toNode)` are matched from edge 0 on, those from `fromNode` on from `fromEdge` on. */
interface MatchedSpans {
  readonly toNode: number
  readonly fromNode: number
  readonly fromEdge: number
}

/** The column of references is used up by now; `edgeCount` is how many there were. */
function matchedSpans(walk: HeapWalk, counts: Uint32Array, edgeCount: number): MatchedSpans {
  const { nodeCount } = walk
  const isWhole = walk.nodesBeforeGap === null && walk.edgesBeforeGap === null
  const lastNode = walk.nodesBeforeGap ?? nodeCount
  const lastEdge = walk.edgesBeforeGap ?? edgeCount
  let toNode = 0
  for (let edge = 0; toNode < lastNode && edge + counts[toNode]! <= lastEdge; toNode++) edge += counts[toNode]!
  // Without the end nobody knows what is missing behind the last chunk.
  if (isWhole || walk.endTicks === null) return { toNode, fromNode: nodeCount, fromEdge: edgeCount }
  let fromNode = nodeCount
  let fromEdge = edgeCount
  const firstNode = Math.max(toNode, walk.nodesAtLastGap)
  while (fromNode > firstNode && fromEdge - counts[fromNode - 1]! >= walk.edgesAtLastGap)
    fromEdge -= counts[--fromNode]!
  return { toNode, fromNode, fromEdge }
}
