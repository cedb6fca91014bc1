import type { HeapGraph } from '../../main/heap/graph/heap-graph.ts'
import { noLargeSizes } from '../../main/heap/graph/large-sizes.ts'
import { noRootGroups } from '../../main/heap/graph/root-groups.ts'

let state = 0x2545f491
function random(below: number): number {
  state ^= state << 13
  state ^= state >>> 17
  state ^= state << 5
  return (state >>> 0) % below
}

/**
 * A heap of so many nodes with two references each, the same every time. Most objects are owned by one allocated shortly before, as in collections;
 * one in eight references goes anywhere, as to shared strings and caches, which makes cycles.
 */
export function generatedHeap(nodeCount: number): HeapGraph {
  state = 0x2545f491
  const edgeStarts = new Uint32Array(nodeCount + 1)
  const owner = new Uint32Array(nodeCount)
  for (let node = 1; node < nodeCount; node++) {
    owner[node] = node < 5000 ? 0 : node - 1 - random(Math.min(node - 1, 3000))
    edgeStarts[owner[node]! + 1]!++
    // The second reference leaves from the node itself.
    edgeStarts[node + 1]!++
  }
  for (let node = 0; node < nodeCount; node++) edgeStarts[node + 1]! += edgeStarts[node]!
  const edgeTargets = new Uint32Array(edgeStarts[nodeCount]!)
  const next = edgeStarts.slice(0, -1)
  for (let node = 1; node < nodeCount; node++) {
    edgeTargets[next[owner[node]!]!++] = node
    const near = Math.min(nodeCount - 1, node + 1 + random(64))
    edgeTargets[next[node]!++] = random(8) === 0 ? random(nodeCount) : near
  }
  return graphOf(edgeStarts, edgeTargets)
}

/**
 * A heap like that of a program with many orders in memory. An array holds the orders; each refers to a customer and, over an array of three lines, to products,
 * which all orders share, and has a number, a note and texts of its lines of its own: two thirds of the objects belong to one other alone.
 */
export function ordersHeap(nodeCount: number): HeapGraph {
  state = 0x2545f491
  const shared = Math.floor(nodeCount / 100)
  const orderCount = Math.floor((nodeCount - 2 - shared) / 10)
  const first = 2 + shared
  const edgeStarts = new Uint32Array(first + orderCount * 10 + 1)
  const edgeTargets = new Uint32Array(1 + orderCount * 14)
  let node = 0
  let edge = 0
  const add = (...targets: readonly number[]): void => {
    for (const target of targets) edgeTargets[edge++] = target
    edgeStarts[++node] = edge
  }
  add(1)
  for (let order = 0; order < orderCount; order++) edgeTargets[edge++] = first + order * 10
  for (let product = 1; product < first; product++) add()
  for (let order = 0; order < orderCount; order++) {
    const lines = node + 3
    add(2 + random(shared), node + 1, node + 2, lines)
    add()
    add()
    add(lines + 1, lines + 3, lines + 5)
    for (let line = 0; line < 3; line++) {
      add(2 + random(shared), node + 1)
      add()
    }
  }
  return graphOf(edgeStarts, edgeTargets.subarray(0, edge))
}

/** One chain: every node refers to the next. */
export function chain(nodeCount: number): HeapGraph {
  const edgeStarts = Uint32Array.from({ length: nodeCount + 1 }, (_, node) => Math.min(node, nodeCount - 1))
  return graphOf(
    edgeStarts,
    Uint32Array.from({ length: nodeCount - 1 }, (_, node) => node + 1),
  )
}

/**
 * A chain down, and from its end back up one by one with jumps to every node of the chain: the dominators of methods that look for them by
 * walking towards the root are as far as can be.
 */
export function ladder(nodeCount: number): HeapGraph {
  const half = nodeCount >>> 1
  const edgeStarts = new Uint32Array(nodeCount + 1)
  const edgeTargets = new Uint32Array(3 * nodeCount)
  let edge = 0
  const add = (target: number): void => void (edgeTargets[edge++] = target)
  for (let node = 0; node < nodeCount; node++) {
    edgeStarts[node] = edge
    if (node + 1 < half) add(node + 1)
    if (node < half && half + node < nodeCount) add(half + (half - 1 - node))
    if (node >= half && node + 1 < nodeCount) add(node + 1)
    if (node > half) add(node - 1)
  }
  edgeStarts[nodeCount] = edge
  return graphOf(edgeStarts, edgeTargets.subarray(0, edge))
}

/** A list: each node refers to the next, to the one before and to the list itself. */
export function linkedList(nodeCount: number): HeapGraph {
  const edgeStarts = new Uint32Array(nodeCount + 1)
  const edgeTargets = new Uint32Array(3 * nodeCount)
  let edge = 0
  for (let node = 0; node < nodeCount; node++) {
    edgeStarts[node] = edge
    if (node + 1 < nodeCount) edgeTargets[edge++] = node + 1
    if (node > 1) edgeTargets[edge++] = node - 1
    if (node > 2) edgeTargets[edge++] = 1
  }
  edgeStarts[nodeCount] = edge
  return graphOf(edgeStarts, edgeTargets.subarray(0, edge))
}

function graphOf(edgeStarts: Uint32Array, edgeTargets: Uint32Array): HeapGraph {
  const nodeCount = edgeStarts.length - 1
  return {
    nodeCount,
    typeOf: new Uint32Array(nodeCount),
    sizes: new Uint32Array(nodeCount).fill(32),
    largeSizes: noLargeSizes,
    addresses: new BigUint64Array(0),
    edgeStarts,
    edgeTargets,
    edgeFields: null,
    fieldNames: [],
    generations: null,
    types: [{ rawName: 'Node', name: 'Node', module: '' }],
    rootGroups: noRootGroups,
  }
}
