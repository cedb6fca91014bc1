import { expect, it } from 'vitest'
import { typeGroups } from '../tables/type-groups.ts'
import { PlantedHeap } from '../testing/planted-heap.ts'
import { PathRows } from './path-rows.ts'
import { shortestPaths } from './shortest-paths.ts'

it('an object is counted once where its owner refers to it twice, each time the row is unfolded', () => {
  const heap = new PlantedHeap()
  const list = heap.object('Shop.Order[]', 40)
  const [first, second] = [heap.object('Shop.Order', 32), heap.object('Shop.Order', 32)]
  heap.root('static', list, '[static var Shop.Cache.s_all]')
  heap.refer(list, first).refer(list, second).refer(list, first)
  const graph = heap.graph()
  const groups = typeGroups(graph, 'type')
  const of = { graph, groups, retained: new Float64Array(graph.nodeCount) }
  const rows = new PathRows(of, shortestPaths(graph), groups.names.indexOf('Shop.Order'))
  const path: number[] = []
  for (let row = rows.rows(path).rows[0]; row?.hasRows === true; row = rows.rows(path).rows[0]) path.push(row.key)
  const counts = [rows.rows(path), rows.rows(path)].map((answer) => answer.rows.map(({ name, count }) => [name, count]))
  expect(counts).toEqual([[['Shop.Order', 2]], [['Shop.Order', 2]]])
})
