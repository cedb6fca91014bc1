import { assert } from '../shared/base/assert.ts'
import { dominatorTree, isReached } from '../main/heap/dominators/dominator-tree.ts'
import { retainedSizes } from '../main/heap/dominators/retained-sizes.ts'
import type { HeapEvents } from '../main/heap/events/heap-events.ts'
import { type Heap, heapOfEvents } from '../main/heap/events/read-heap-events.ts'
import { HeapFindingFacts } from '../main/heap/findings/heap-finding-facts.ts'
import { judgeHeap } from '../main/heap/findings/judge-heap.ts'
import { writeFoldedDominators } from '../main/heap/exports/folded-dominators.ts'
import { readGcDump } from '../main/heap/gcdump/read-gcdump.ts'
import { gcDumpBytes } from '../main/heap/testing/gcdump-bytes.ts'
import type { HeapGraph } from '../main/heap/graph/heap-graph.ts'
import { PathRows } from '../main/heap/paths/path-rows.ts'
import { pathTo, shortestPaths } from '../main/heap/paths/shortest-paths.ts'
import { DominatorObjects } from '../main/heap/tables/dominator-objects.ts'
import { DominatorRows } from '../main/heap/tables/dominator-rows.ts'
import { heapSummary } from '../main/heap/tables/heap-summary.ts'
import { objectRow, referrersOf } from '../main/heap/tables/object-rows.ts'
import { rootRows } from '../main/heap/tables/root-rows.ts'
import { typeGroups } from '../main/heap/tables/type-groups.ts'
import { typeRows } from '../main/heap/tables/type-rows.ts'
import type { Random } from './random.ts'

const deepestPath = 6
const lookedAt = 8

/** What heap events made of the input; false: there is no walk in it. */
export function checkHeapOfEvents(events: HeapEvents, random: Random): boolean {
  const heap = heapOfEvents(events)
  if (heap !== null) checkHeap(heap, random)
  return heap !== null
}

/** The input as a `.gcdump`. @returns whether it was one */
export function checkGcDump(bytes: Uint8Array, random: Random): boolean {
  const read = readGcDump(bytes)
  if (!read.ok) {
    assert(read.error.kind === 'malformed', 'a refusal says what is wrong')
    assert(read.error.offset >= 0 && read.error.offset <= bytes.length, 'and where')
    return false
  }
  assert(read.value.graph.nodeCount <= bytes.length, 'a node takes bytes')
  assert(read.value.graph.edgeTargets.length <= bytes.length, 'a reference takes bytes')
  checkHeap(read.value, random)
  return true
}

function checkHeap(heap: Heap, random: Random): void {
  const { graph, facts } = heap
  checkGraph(graph)
  assert(facts.objectCount <= graph.nodeCount && facts.objectBytes >= 0, 'objects are nodes')
  const tree = dominatorTree(graph)
  const retained = retainedSizes(graph, tree)
  for (let node = 0; node < graph.nodeCount; node++)
    assert(retained[node]! <= (isReached(tree, node) ? retained[0]! : Infinity), 'nothing retains more than the roots')
  const groups = typeGroups(graph, 'type')
  const rows = typeRows(graph, tree, retained, groups)
  const count = rows.reduce((sum, row) => sum + row.count, 0)
  assert(count <= graph.nodeCount, 'a node is counted once')
  rootRows(graph)
  heapSummary(heap, tree, groups)
  const of = { graph, groups, retained }
  const dominators = new DominatorRows(of, tree)
  unfold(random, (path) => dominators.rows(path).rows)
  const objects = new DominatorObjects(of, tree)
  unfold(random, (path) => objects.rows(path).rows)
  for (const searched of [dominators, objects]) {
    const { paths: found, matchCount } = searched.find(() => true)
    assert(found.length <= matchCount, 'what is found is counted')
    const path = found.at(0)
    assert(path === undefined || searched.rows(path.slice(0, -1)).rows.length > 0, 'what is found has a row')
  }
  writeFoldedDominators(graph, tree, groups, () => undefined)
  const paths = shortestPaths(graph)
  const toType = new PathRows(of, paths, random.below(groups.count))
  unfold(random, (path) => toType.rows(path).rows)
  const { starts } = referrersOf(graph)
  assert(starts[graph.nodeCount] === graph.edgeTargets.length, 'every reference comes from somewhere')
  for (let index = 0; index < lookedAt && graph.nodeCount > 0; index++) {
    const node = random.below(graph.nodeCount)
    objectRow({ graph, retained, dominatorOf: tree.dominatorOf }, node)
    assert(pathTo(paths, node, 500).length > 0 === isReached(tree, node), 'what is reached has a path')
  }
  if (random.chance(4)) checkWritten(heap)
  if (random.chance(4)) judgeHeap(new HeapFindingFacts({ heap, tree, retained, groups }))
}

function unfold(random: Random, rows: (path: readonly number[]) => readonly { readonly key: number }[]): void {
  const path: number[] = []
  for (let below = rows(path); below.length > 0 && path.length < deepestPath; below = rows(path))
    path.push(random.of(below).key)
}

function checkGraph({
  nodeCount,
  typeOf,
  sizes,
  addresses,
  edgeStarts,
  edgeTargets,
  types,
  rootGroups,
}: HeapGraph): void {
  assert(
    typeOf.length === nodeCount && sizes.length === nodeCount && addresses.length === nodeCount,
    'columns are full',
  )
  assert(edgeStarts.length === nodeCount + 1 && (edgeStarts[nodeCount] ?? 0) === edgeTargets.length, 'references end')
  for (let node = 0; node < nodeCount; node++) {
    assert(typeOf[node]! < types.length, 'the type is known')
    assert(edgeStarts[node]! <= edgeStarts[node + 1]!, 'references are in order')
  }
  for (const target of edgeTargets) assert(target < nodeCount, 'a reference leads to a node')
  for (const node of rootGroups.nodes) assert(node < nodeCount, 'a group of roots is a node')
}

/** What is written is read as the same graph. */
function checkWritten(heap: Heap): void {
  const again = readGcDump(gcDumpBytes(heap))
  assert(again.ok, 'what is written is read')
  const { graph } = again.value
  assert(graph.nodeCount === heap.graph.nodeCount, 'with all of its nodes')
  assert(graph.edgeTargets.length === heap.graph.edgeTargets.length, 'and references')
}
