import { expect, test } from 'vitest'
import { stepsOf } from '../../nettrace/work-steps.ts'
import { RootGroups } from '../graph/root-groups.ts'
import { PlantedHeap } from '../testing/planted-heap.ts'
import { rootRows } from './root-rows.ts'

test('kinds of roots count the objects that they hold, each once', () => {
  const heap = new PlantedHeap()
  const shared = heap.object('A', 8)
  heap.root('static', shared, '[static var s_one]').root('static', shared, '[static var s_two]')
  heap.root('strong-handle', shared).root('strong-handle', heap.object('B', 5)).refer(shared, heap.object('C', 100))
  expect(rootRows(heap.graph())).toEqual([
    { kind: 'static', count: 1, bytes: 8 },
    { kind: 'strong-handle', count: 2, bytes: 13 },
  ])
})

test('groups of one kind are one row, and nested ones cost no more than others', () => {
  const count = 2000
  const heap = new PlantedHeap()
  const groups = Array.from({ length: count }, () => heap.object('[local vars]', 0))
  for (const [at, group] of groups.entries()) heap.refer(groups[at - 1] ?? 0, group)
  const held = heap.object('A', 8)
  heap.refer(groups.at(-1)!, held)
  const graph = { ...heap.graph(), rootGroups: new RootGroups(groups, () => 'stack') }
  graph.addresses.fill(0n)
  graph.addresses[held] = 8n
  let rows: ReturnType<typeof rootRows> = []
  expect(stepsOf(() => (rows = rootRows(graph)))).toBeLessThan(3 * count)
  expect(rows).toEqual([{ kind: 'stack', count: 1, bytes: 8 }])
})
