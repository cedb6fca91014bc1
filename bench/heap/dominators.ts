import { depthFirst, waiting } from '../../main/heap/dominators/depth-first.ts'
import { dominatorPasses } from '../../main/heap/dominators/dominator-passes.ts'
import { dominatorTree } from '../../main/heap/dominators/dominator-tree.ts'
import { lengauerTarjan } from '../../main/heap/dominators/lengauer-tarjan.ts'
import { predecessorsOf } from '../../main/heap/dominators/predecessors.ts'
import { retainedByGroup, retainedSizes } from '../../main/heap/dominators/retained-sizes.ts'
import { semiNca } from '../../main/heap/dominators/semi-nca.ts'
import { spanningTree } from '../../main/heap/dominators/spanning-tree.ts'
import type { HeapGraph } from '../../main/heap/graph/heap-graph.ts'
import { report, spreadOf, type Spread } from '../harness.ts'
import { chain, generatedHeap, ladder, linkedList, ordersHeap } from './generated.ts'
import { iterative } from './other-methods.ts'

/**
 * `npm run -s bench -- heap/dominators [MILLIONS]`: dominators and retained sizes of a heap of ten million nodes and twenty million
 * references, and of one whose objects lie as a program allocates them; the four methods beside each other on the first, on a chain, a ladder and a list of
 * a fifth of the nodes. Beside it, what as many reads take of which each tells where the next one is: a walk in depth of objects that lie anywhere is no faster.
 *
 * Goal: dominators and retained sizes of 10 M nodes in 3 s, with 60 bytes a node or less.
 */
const nodeCount = Number(process.argv[2] ?? 10) * 1e6
const runs = 3
const typeCount = 999
const figures: Record<string, number | string | Spread | null> = { nodes: nodeCount }

const timed = <Value>(body: () => Value): readonly [Value, number] => {
  const start = performance.now()
  const value = body()
  return [value, (performance.now() - start) / 1000]
}
/** On a machine with other work the seconds are mostly those of the others. */
const processorTimed = <Value>(body: () => Value): readonly [Value, number] => {
  const begun = process.cpuUsage()
  const value = body()
  const { user, system } = process.cpuUsage(begun)
  return [value, (user + system) / 1e6]
}

figures['as many reads one after the other, processor seconds'] = readsOneByOne(nodeCount)
const heap = generatedHeap(nodeCount)
measureWhole('generated', heap)
measureWhole('orders', ordersHeap(nodeCount))

for (const [name, graph] of [
  ['generated', heap],
  ['chain', chain(nodeCount / 5)],
  ['ladder', ladder(nodeCount / 5)],
  ['list', linkedList(nodeCount / 5)],
] as const)
  compareMethods(name, graph)
report({ name: 'heap/dominators', figures })

function measureWhole(name: string, graph: HeapGraph): void {
  figures[`${name}: references`] = graph.edgeTargets.length
  const before = process.memoryUsage().arrayBuffers
  const seconds: number[] = []
  const dominatorSeconds: number[] = []
  const retainedSeconds: number[] = []
  const typeSeconds: number[] = []
  for (let run = 0; run < runs; run++) {
    const [[tree, dominatorsTook], treeTook] = timed(() => processorTimed(() => dominatorTree(graph)))
    const [[retained, retainedTook], sizesTook] = timed(() => processorTimed(() => retainedSizes(graph, tree)))
    seconds.push(treeTook + sizesTook)
    dominatorSeconds.push(dominatorsTook)
    retainedSeconds.push(retainedTook)
    typeSeconds.push(processorTimed(() => retainedByGroup(tree, retained, (node) => node % typeCount, typeCount))[1])
  }
  figures[`${name}: dominators and retained, seconds`] = spreadOf(seconds)
  figures[`${name}: dominators, processor seconds`] = spreadOf(dominatorSeconds)
  figures[`${name}: retained sizes, processor seconds`] = spreadOf(retainedSeconds)
  figures[`${name}: retained sizes of types, processor seconds`] = spreadOf(typeSeconds)
  figures[`${name}: most bytes a node beside the graph`] =
    (process.memoryUsage().arrayBuffers - before) / graph.nodeCount
}

/** All words of a column once, in an order in which nothing tells where the next one is but the one before. */
function readsOneByOne(count: number): number {
  const next = Uint32Array.from({ length: count }, (_, at) => at)
  // Sattolo: one circle through all of them.
  for (let at = count - 1; at > 0; at--) {
    const other = Math.floor(Math.random() * at)
    const own = next[at]!
    next[at] = next[other]!
    next[other] = own
  }
  // As far apart as records of two references.
  const spread = new Uint32Array(count * 3)
  for (let at = 0; at < count; at++) spread[at * 3] = next[at]! * 3
  const [end, took] = processorTimed(() => {
    let at = 0
    for (let read = 0; read < count; read++) at = spread[at]!
    return at
  })
  if (end !== 0) throw new Error('not a circle')
  return took
}

function compareMethods(name: string, graph: HeapGraph): void {
  const [reached, walkSeconds] = timed(() => depthFirst(graph))
  const [predecessors, reverseSeconds] = timed(() => predecessorsOf(graph, reached))
  figures[`${name}: walk in depth, seconds`] = walkSeconds
  figures[`${name}: predecessors, seconds`] = reverseSeconds
  const [ours, oursSeconds] = timed(() => lengauerTarjan(reached, predecessors))
  const [other, otherSeconds] = timed(() => semiNca(reached, predecessors, Infinity))
  const [third, thirdSeconds] = timed(() => iterative(reached, predecessors, 400 * reached.count))
  figures[`${name}: Lengauer-Tarjan, seconds`] = oursSeconds
  figures[`${name}: Semi-NCA, seconds`] = otherSeconds
  figures[`${name}: Cooper-Harvey-Kennedy, seconds`] = third === null ? 'given up' : thirdSeconds
  comparePasses(name, graph, { records: reached.records, dominators: ours })
  for (const [index, dominator] of ours.entries())
    if (dominator !== other?.[index] || (third !== null && dominator !== third[index]))
      throw new Error(`${name}: the methods disagree about number ${String(index)}`)
}

function comparePasses(
  name: string,
  graph: HeapGraph,
  { records, dominators }: { readonly records: Uint32Array; readonly dominators: Uint32Array },
): void {
  const [tree, treeSeconds] = processorTimed(() => spanningTree(graph))
  const [isDone, passSeconds] = processorTimed(() => {
    const passes = dominatorPasses(tree, 32 * tree.order.length)
    for (;;) {
      const step = passes.next()
      if (step.done === true) return step.value
    }
  })
  figures[`${name}: spanning tree, processor seconds`] = treeSeconds
  figures[`${name}: passes, processor seconds`] = isDone ? passSeconds : `given up after ${passSeconds.toFixed(2)}`
  if (!isDone) return
  const numberOf = (node: number): number => records[graph.edgeStarts[node]! + node]!
  for (const [number, node] of tree.order.entries()) {
    const depth = numberOf(node)
    if (depth >= waiting || dominators[depth] !== numberOf(tree.order[tree.parentOf[number]!]!))
      throw new Error(`${name}: the passes disagree about node ${String(node)}`)
  }
}
