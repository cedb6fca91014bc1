import { expect, test } from 'vitest'
import { gcDumpBytes } from '../testing/gcdump-bytes.ts'
import { plainFacts } from '../testing/plain-facts.ts'
import { PlantedHeap } from '../testing/planted-heap.ts'
import { typeGroups } from '../tables/type-groups.ts'
import { typeRowsSoFar } from '../tables/type-rows.ts'
import { nodesOfPart } from './graph-of-stored.ts'
import { PartTypes } from './part-types.ts'
import { readGcDump } from './read-gcdump.ts'

/** `Text` in two size classes, and as many orders as make the graph two parts and some more. */
function largeDump(): Uint8Array<ArrayBuffer> {
  const heap = new PlantedHeap()
  const first = heap.object('Text', 20)
  heap.root('static', first, '[static var s_first]')
  for (let left = nodesOfPart * 2 + 100; left > 0; left--) heap.object('Order', 24, { module: '/app/Shop.dll' })
  for (let left = 3; left > 0; left--) heap.object('Text (Bytes > 1K)', 5000)
  return gcDumpBytes({ graph: heap.graph(), facts: plainFacts })
}

test('types of a part are those of its nodes, the whole is read as without a look at parts, and its table is the same', () => {
  const file = largeDump()
  const types = new PartTypes()
  const parts: unknown[] = []
  const read = readGcDump(file, (part) => {
    let ordersSoFar = 0
    for (let node = 0; node < part.readCount; node++)
      if (part.types[part.typeOf[node]!]!.name === 'Order') ordersSoFar++
    const { readShare, rows } = types.at(part)
    const orders = rows.find(({ name }) => name === 'Order')
    parts.push([readShare * part.nodeCount, orders?.count, orders?.shallowBytes])
    expect(orders).toEqual({
      name: 'Order',
      module: 'Shop.dll',
      count: ordersSoFar,
      shallowBytes: ordersSoFar * 24,
    })
  })
  expect(parts).toHaveLength(2)
  const plain = readGcDump(file)
  if (!read.ok || !plain.ok) throw new Error('a heap was expected')
  const { graph } = read.value
  expect(read.value.facts).toEqual(plain.value.facts)
  expect(graph.types).toEqual(plain.value.graph.types)
  for (const column of ['typeOf', 'sizes', 'addresses', 'edgeStarts', 'edgeTargets'] as const)
    expect(Buffer.from(graph[column].buffer).equals(Buffer.from(plain.value.graph[column].buffer))).toBe(true)
  const all = types.at({ ...graph, readCount: graph.nodeCount })
  const table = typeRowsSoFar(graph, typeGroups(graph, 'type'))
  expect(all.rows).toEqual(
    table
      .map(({ name, module, count, shallowBytes }) => ({ name, module, count, shallowBytes }))
      .toSorted((a, b) => b.shallowBytes - a.shallowBytes),
  )
  expect(all).toMatchObject({ readShare: 1, objectCount: nodesOfPart * 2 + 104, typeCount: 2 })
  expect(all.rows.at(-1)).toMatchObject({ name: 'Text', count: 4, shallowBytes: 15_020 })
})
