import { expect, test } from 'vitest'
import { dominatorTree } from '../dominators/dominator-tree.ts'
import { retainedSizes } from '../dominators/retained-sizes.ts'
import { heapGenerations } from '../../../shared/model/heap/heap-document.ts'
import { typeCells, typeColumns } from '../exports/heap-table-rows.ts'
import { frozenObjects, type HeapGraph, largeObjects, unknownGeneration } from '../graph/heap-graph.ts'
import { PlantedHeap } from '../testing/planted-heap.ts'
import { typeGroups } from './type-groups.ts'
import { orderedTypes, typeRows } from './type-rows.ts'

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

test('bytes of a type are listed by generation, and it is ordered by one', () => {
  const heap = new PlantedHeap()
  const sizes = [
    ['Old', 10, 2],
    ['Old', 20, largeObjects],
    ['Young', 5, 0],
    ['Young', 7, 2],
    ['Literal', 3, frozenObjects],
    ['Literal', 1, unknownGeneration],
  ] as const
  for (const [name, bytes, generation] of sizes) heap.root('stack', heap.object(name, bytes, { generation }))
  const rows = rowsOf(heap.graph())
  const question = { grouping: 'type', search: '', sortBy: 'gen2', isDescending: true } as const
  expect(orderedTypes(rows, question, () => true).map(({ name, generationBytes }) => [name, generationBytes])).toEqual([
    ['Old', [0, 0, 10, 20, 0, 0]],
    ['Young', [5, 0, 7, 0, 0, 0]],
    // Of the other one it is not known.
    ['Literal', [0, 0, 0, 0, 0, 3]],
  ])
  const untold = rowsOf({ ...heap.graph(), generations: null })
  expect(orderedTypes(untold, question, () => true).map(({ name }) => name)).toEqual(['Literal', 'Old', 'Young'])
  expect(untold.map(({ generationBytes }) => generationBytes)).toEqual([null, null, null])
})

test('a file has bytes by generation, and nothing in those columns where they are not told', () => {
  const heap = new PlantedHeap()
  heap.root('stack', heap.object('Old', 10, { generation: 2 }))
  const graph = heap.graph()
  expect(typeColumns.map(({ id }) => id).slice(5)).toEqual(heapGenerations.map((name) => `${name}_bytes`))
  expect(rowsOf(graph).map((row) => typeCells(row).slice(5))).toEqual([[0, 0, 10, 0, 0, 0]])
  expect(rowsOf({ ...graph, generations: null }).map((row) => typeCells(row).slice(5))).toEqual([
    [null, null, null, null, null, null],
  ])
})

test('what C# has keywords for is in the namespace System', () => {
  const heap = new PlantedHeap()
  for (const name of ['string', 'byte[]', 'int?[,]', 'System.Uri', 'Shop.Order<string>', 'Order'])
    heap.root('stack', heap.object(name, 1))
  const groups = typeGroups(heap.graph(), 'namespace')
  expect(groups.names.filter((_, group) => groups.isPseudo[group] !== true)).toEqual(['System', 'Shop', 'No namespace'])
})
