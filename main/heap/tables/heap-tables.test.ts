import { expect, test } from 'vitest'
import { dominatorTree } from '../dominators/dominator-tree.ts'
import { retainedSizes } from '../dominators/retained-sizes.ts'
import { PathRows } from '../paths/path-rows.ts'
import { pathTo, shortestPaths } from '../paths/shortest-paths.ts'
import { PlantedHeap } from '../testing/planted-heap.ts'
import { DominatorObjects } from './dominator-objects.ts'
import { DominatorRows } from './dominator-rows.ts'
import { objectRow, referrersOf } from './object-rows.ts'
import { typeGroups } from './type-groups.ts'
import { orderedTypes, typeRows } from './type-rows.ts'

/** A cache of two orders with three lines, one line shared; one line on a stack; a garbage string. */
function shop() {
  const heap = new PlantedHeap()
  const cache = heap.object('Shop.Cache', 24)
  const orders = [heap.object('Shop.Order', 32, { generation: 2 }), heap.object('Shop.Order', 32, { generation: 1 })]
  const lines = [1, 2, 3].map(() => heap.object('Shop.Line', 40))
  const garbage = heap.object('System.String', 100, { module: '/usr/share/System.Private.CoreLib.dll' })
  heap.root('static', cache, '[static var Shop.Cache.s_all]')
  heap.root('stack', lines[2]!)
  heap.refer(cache, orders[0]!, '_first').refer(cache, orders[1]!, '_second')
  heap
    .refer(orders[0]!, lines[0]!)
    .refer(orders[0]!, lines[1]!)
    .refer(orders[1]!, lines[1]!)
    .refer(orders[1]!, lines[2]!)
  const graph = heap.graph()
  const tree = dominatorTree(graph)
  const retained = retainedSizes(graph, tree)
  const groups = typeGroups(graph, 'type')
  const of = { graph, groups, retained }
  const groupOf = (name: string): number => groups.names.indexOf(name)
  return { graph, tree, retained, groups, of, groupOf, cache, orders, lines, garbage }
}

test('types have the count of their objects and what they retain', () => {
  const { graph, tree, retained, groups } = shop()
  const rows = orderedTypes(
    typeRows(graph, tree, retained, groups),
    { grouping: 'type', search: '', sortBy: 'retained', isDescending: true },
    () => true,
  )
  expect(
    rows.map(({ name, count, shallowBytes, retainedBytes }) => [name, count, shallowBytes, retainedBytes]),
  ).toEqual([
    // The third line hangs on a stack as well, so neither its order nor the cache retains it.
    ['Shop.Cache', 1, 24, 24 + 64 + 80],
    ['Shop.Line', 3, 120, 120],
    ['Shop.Order', 2, 64, 64 + 40],
    ['System.String', 1, 100, 100],
  ])
  expect(rows.find(({ name }) => name === 'Shop.Order')?.generationBytes).toEqual([0, 32, 32, 0, 0, 0])
})

test('types are grouped by namespace and by module', () => {
  const { graph, tree, retained } = shop()
  const of = (grouping: 'namespace' | 'module') =>
    typeRows(graph, tree, retained, typeGroups(graph, grouping)).map(({ name, count }) => [name, count])
  expect(of('namespace')).toEqual([
    ['Shop', 6],
    ['System', 1],
  ])
  expect(of('module')).toEqual([
    ['App.dll', 6],
    ['System.Private.CoreLib.dll', 1],
  ])
})

test('the tree of dominators unfolds by type, the most retained first', () => {
  const { of, tree, groupOf } = shop()
  const rows = new DominatorRows(of, tree)
  const names = (path: readonly string[]) =>
    rows.rows(path.map(groupOf)).rows.map(({ name, count, retainedBytes }) => [name, count, retainedBytes])
  expect(names([])).toEqual([
    ['[static]', 1, 168],
    ['Shop.Line', 1, 40],
    ['[stack]', 1, 0],
  ])
  expect(rows.rows([]).rows[0]).toMatchObject({ rootKind: 'static', hasRows: true })
  expect(names(['[static]', '[static var Shop.Cache.s_all]', 'Shop.Cache'])).toEqual([
    ['Shop.Order', 2, 104],
    ['Shop.Line', 1, 40],
  ])
  expect(rows.rows([12_345]).rows).toEqual([])
})

test('rows are found wherever they are, with their paths, what retains most first', () => {
  const { of, tree, groupOf, graph } = shop()
  const wayTo = (path: readonly string[]) => path.map(groupOf)
  const cache = ['[static]', '[static var Shop.Cache.s_all]', 'Shop.Cache']
  const found = new DominatorRows(of, tree).find((name) => name === 'Shop.Line')
  // One line below its order, one that two orders share below the cache, one on a stack too below all roots.
  const expected = [['Shop.Line'], [...cache, 'Shop.Line'], [...cache, 'Shop.Order', 'Shop.Line']].map(wayTo)
  expect(found.paths).toHaveLength(3)
  expect(found.paths).toEqual(expect.arrayContaining(expected))
  expect(found.matchCount).toBe(3)
  const paths = new PathRows(of, shortestPaths(graph), groupOf('Shop.Line'))
  expect(paths.find((name) => name === 'Shop.Order').paths).toEqual([wayTo([...cache, 'Shop.Order'])])
  expect(paths.find((name) => name === 'System.String')).toEqual({ paths: [], matchCount: 0 })
})

test('dominators are listed object by object as well', () => {
  const { of, tree, cache, orders, lines } = shop()
  const objects = new DominatorObjects(of, tree)
  const { paths } = objects.find((name) => name === 'Shop.Order')
  expect(paths.map((path) => path.slice(-2))).toEqual([...orders].map((order) => [cache, order]))
  expect(objects.rows(paths[0]!).rows).toMatchObject([
    { key: lines[0], name: 'Shop.Line', count: 1, retainedBytes: 40, address: `0x${(lines[0]! * 0x20).toString(16)}` },
  ])
  expect(objects.rows([12_345])).toEqual({ rows: [], omitted: null })
})

test('long lists are paged, and paging continues where it stopped', () => {
  const heap = new PlantedHeap()
  const owner = heap.object('Owner', 8)
  heap.root('stack', owner)
  for (let index = 0; index < 1200; index++) heap.refer(owner, heap.object(`T${String(index)}`, 1200 - index))
  const graph = heap.graph()
  const tree = dominatorTree(graph)
  const groups = typeGroups(graph, 'type')
  const of = { graph, groups, retained: retainedSizes(graph, tree) }
  const path = ['[stack]', 'Owner'].map((name) => groups.names.indexOf(name))
  for (const rows of [new DominatorRows(of, tree), new DominatorObjects(of, tree)]) {
    const from = rows instanceof DominatorObjects ? [owner] : path
    const pages = [0, 500, 1000].map((fromRow) => rows.rows(from, fromRow))
    expect(pages.map((page) => page.rows.length)).toEqual([500, 500, 200])
    expect(pages.flatMap((page) => page.rows.map(({ name }) => name))).toEqual(
      Array.from({ length: 1200 }, (_, index) => `T${String(index)}`),
    )
    expect(pages.map(({ omitted }) => omitted?.rowCount ?? 0)).toEqual([700, 200, 0])
  }
})

test('paths from the roots to the objects of a type are grouped by type', () => {
  const { of, graph, groupOf } = shop()
  const rows = new PathRows(of, shortestPaths(graph), groupOf('Shop.Line'))
  const names = (path: readonly string[]) => rows.rows(path.map(groupOf)).rows.map(({ name, count }) => [name, count])
  expect(names([])).toEqual([
    ['[static]', 2],
    ['[stack]', 1],
  ])
  expect(names(['[stack]'])).toEqual([['Shop.Line', 1]])
  expect(names(['[static]', '[static var Shop.Cache.s_all]', 'Shop.Cache', 'Shop.Order'])).toEqual([['Shop.Line', 2]])
})

test('an object has its path from a root, its fields and its referrers', () => {
  const { graph, tree, retained, cache, orders, lines, garbage } = shop()
  const path = pathTo(shortestPaths(graph), lines[0]!, 100)
  expect(path.map((node) => graph.types[graph.typeOf[node]!]!.name)).toEqual([
    '[.NET Roots]',
    '[static]',
    '[static var Shop.Cache.s_all]',
    'Shop.Cache',
    'Shop.Order',
    'Shop.Line',
  ])
  expect(pathTo(shortestPaths(graph), garbage, 100)).toEqual([])
  const { starts, sources, edges } = referrersOf(graph)
  const at = starts[orders[1]!]!
  expect([starts[orders[1]! + 1]! - at, sources[at]]).toEqual([1, cache])
  const objects = { graph, retained, dominatorOf: tree.dominatorOf }
  expect(objectRow(objects, orders[1]!, edges[at])).toMatchObject({
    name: 'Shop.Order',
    field: '_second',
    generation: 'Gen 1',
    retainedBytes: 32,
    isReached: true,
  })
  expect(objectRow(objects, garbage).isReached).toBe(false)
})
