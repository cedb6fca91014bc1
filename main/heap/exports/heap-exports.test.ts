import { expect, test } from 'vitest'
import type { HeapSummary } from '../../../shared/model/heap/heap-document.ts'
import { dominatorTree } from '../dominators/dominator-tree.ts'
import { retainedSizes } from '../dominators/retained-sizes.ts'
import type { HeapGraph } from '../graph/heap-graph.ts'
import { DominatorRows } from '../tables/dominator-rows.ts'
import { rootRows } from '../tables/root-rows.ts'
import { typeGroups } from '../tables/type-groups.ts'
import { typeRows } from '../tables/type-rows.ts'
import { PlantedHeap } from '../testing/planted-heap.ts'
import { writeFoldedDominators } from './folded-dominators.ts'
import { writeHeapReport } from './heap-report.ts'
import { treeTable } from './tree-table.ts'

function cacheOfOrders(): PlantedHeap {
  const heap = new PlantedHeap()
  const cache = heap.object('Shop.Cache<string>', 24)
  heap.root('static', cache, '[static var Shop.s_cache]')
  for (let index = 0; index < 3; index++) {
    const order = heap.object('Shop.Order', 32)
    heap.refer(cache, order).refer(order, heap.object('Shop.Line;x', 40))
  }
  return heap
}

function folded(graph: HeapGraph): string {
  const lines: string[] = []
  writeFoldedDominators(graph, dominatorTree(graph), typeGroups(graph, 'type'), (line) => lines.push(line))
  return lines.join('')
}

test('folded stacks have a line per type path, with the bytes of its objects', () => {
  const above = '[.NET Roots];[static];[static var Shop.s_cache]'
  expect(folded(cacheOfOrders().graph())).toBe(
    `${above};Shop.Cache<string> 24\n${above};Shop.Cache<string>;Shop.Order 96\n${above};Shop.Cache<string>;Shop.Order;Shop.Line:x 120\n`,
  )
})

test('a long list is one step, and two types holding each other stop at a readable depth', () => {
  const heap = new PlantedHeap()
  let last = heap.object('Link', 24)
  heap.root('stack', last)
  for (let index = 0; index < 2000; index++) {
    const next = heap.object(index < 1000 ? 'Link' : index % 2 === 0 ? 'A' : 'B', 24)
    heap.refer(last, next)
    last = next
  }
  const lines = folded(heap.graph()).trimEnd().split('\n')
  expect(lines[0]).toBe(`[.NET Roots];[stack];Link ${24 * 1001}`)
  expect(Math.max(...lines.map((line) => line.split(';').length))).toBe(200)
  expect(lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)).toBe(24 * 2001)
})

test('a report is one page without scripts, with names as text', () => {
  const heap = cacheOfOrders()
  const graph = heap.graph()
  const tree = dominatorTree(graph)
  const retained = retainedSizes(graph, tree)
  const groups = typeGroups(graph, 'type')
  const rows = new DominatorRows({ graph, groups, retained }, tree)
  const summary = {
    completeness: { kind: 'complete' },
    objectBytes: 240,
    objectCount: 7,
    referenceCount: 6,
    unreached: { count: 0, bytes: 0 },
    processName: '<b>shop</b>',
    processId: 7,
    machineName: null,
    takenUtc: null,
    runtimeVersion: '10.0',
    pauseMs: 12,
  } as HeapSummary
  let page = ''
  writeHeapReport(
    {
      name: 'a.gcdump',
      summary,
      types: typeRows(graph, tree, retained, groups),
      roots: rootRows(graph),
      findings: { findings: [], notJudged: [], passed: [] },
      dominators: (path) => rows.rows(path),
    },
    // Figures and units are joined by blanks that do not break.
    (text) => (page += text.replaceAll(/[\u00a0\u2009\u202f]/g, ' ')),
  )
  expect(page).toMatch(/^<!doctype html>[^]*<\/html>\n$/)
  expect(page).not.toMatch(/<script|<b>shop|https?:/)
  expect(page).toContain('&lt;b&gt;shop&lt;/b&gt;, 7')
  expect(page).toContain('<td>Shop.Cache&lt;string&gt;</td><td>1</td><td>24 B</td><td>240 B</td><td>100%</td>')
  expect(page).toContain('<summary>static Shop.s_cache <span>1 · 240 B · 100%</span></summary>')
  expect(page).toMatch(
    /<div class="own" style="left:[\d.]+px;top:[\d.]+px;[^"]+" title="Shop\.Cache&lt;string&gt;, 1, 240 B, 100%">/,
  )
  expect(page.match(/<details/g)).toHaveLength(page.match(/<\/details>/g)!.length)
})

test('a table of dominators has each row behind the one above it, and says what is too small to be listed', () => {
  const heap = cacheOfOrders()
  heap.root('stack', heap.object('Shop.Small', 1)).root('stack', heap.object('Shop.Large', 4000))
  const graph = heap.graph()
  const tree = dominatorTree(graph)
  const retained = retainedSizes(graph, tree)
  const groups = typeGroups(graph, 'type')
  const rows = new DominatorRows({ graph, groups, retained }, tree)
  const table = [...treeTable((path, fromRow) => rows.rows(path, fromRow), 4241)]
  expect(table.map(([depth, name, , count, , bytes, omitted]) => [depth, name, count, bytes, omitted])).toEqual([
    [1, 'Stacks', 1, 4001, 1],
    [2, 'Shop.Large', 1, 4000, 0],
    [1, 'Static fields', 1, 240, 0],
    [2, 'static Shop.s_cache', 1, 240, 0],
    [3, 'Shop.Cache<string>', 1, 240, 0],
    [4, 'Shop.Order', 3, 216, 0],
    [5, 'Shop.Line;x', 3, 120, 0],
  ])
})
