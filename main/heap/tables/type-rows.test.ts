import { expect, test } from 'vitest'
import { dominatorTree } from '../dominators/dominator-tree.ts'
import { retainedSizes } from '../dominators/retained-sizes.ts'
import type { HeapGraph } from '../graph/heap-graph.ts'
import { PlantedHeap } from '../testing/planted-heap.ts'
import { typeGroups } from './type-groups.ts'
import { typeRows } from './type-rows.ts'

const rowsOf = (graph: HeapGraph) => {
  const tree = dominatorTree(graph)
  return typeRows(graph, tree, retainedSizes(graph, tree), typeGroups(graph, 'type'))
}

test('a list of nodes retains each byte once, and pseudo nodes are no types', () => {
  const heap = new PlantedHeap()
  const nodes = Array.from({ length: 5 }, () => heap.object('Node', 10))
  const text = heap.object('Text', 100)
  for (const [at, node] of nodes.entries()) heap.refer(node, nodes[at + 1] ?? text)
  heap.root('static', nodes[0]!, '[static var s_first]')
  expect(rowsOf(heap.graph())).toMatchObject([
    { name: 'Node', module: 'App.dll', count: 5, shallowBytes: 50, retainedBytes: 150 },
    { name: 'Text', module: 'App.dll', count: 1, shallowBytes: 100, retainedBytes: 100 },
  ])
})

test('types with one name make a row per module, and types without objects none', () => {
  const heap = new PlantedHeap()
  heap
    .root('stack', heap.object('Node', 1, { module: '/app/A.dll' }))
    .root('stack', heap.object('Node', 2, { module: '/app/B.dll' }))
  const graph = heap.graph()
  const sizeClass = { rawName: 'Node (Bytes > 1K)', name: 'Node', module: '/app/B.dll' }
  const unused = { rawName: 'Unused', name: 'Unused', module: '/app/B.dll' }
  const split = { ...graph, types: [...graph.types, sizeClass, unused], typeOf: graph.typeOf.slice() }
  expect(rowsOf(split).map(({ module, count }) => [module, count])).toEqual([
    ['A.dll', 1],
    ['B.dll', 1],
  ])
  split.typeOf[2] = graph.types.length
  expect(rowsOf(split)).toHaveLength(2)
})

test('what C# has keywords for is in the namespace System', () => {
  const heap = new PlantedHeap()
  for (const name of ['string', 'byte[]', 'int?[,]', 'System.Uri', 'Shop.Order<string>', 'Order'])
    heap.root('stack', heap.object(name, 1))
  const groups = typeGroups(heap.graph(), 'namespace')
  expect(groups.names.filter((_, group) => groups.isPseudo[group] !== true)).toEqual(['System', 'Shop', 'No namespace'])
})
