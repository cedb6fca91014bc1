import { expect, test } from 'vitest'
import type { HeapTypesSoFar } from '../../../shared/model/heap/heap-document.ts'
import { TraceReader } from '../../nettrace/trace/trace-reader.ts'
import { typeGroups } from '../tables/type-groups.ts'
import { typeRowsSoFar } from '../tables/type-rows.ts'
import { HeapStream, type StreamObject } from '../testing/heap-stream.ts'
import { HeapEvents } from './heap-events.ts'
import { heapOfEvents } from './read-heap-events.ts'
import { WalkTypesSoFar } from './walk-types-so-far.ts'

const object = (address: number, type: number, bytes = 24): StreamObject => ({ address, type, bytes, references: [] })
const large = 5_000_000_000

/** A stream that is looked at while it comes. */
class Coming {
  readonly stream = new HeapStream()
  readonly events = new HeapEvents()
  readonly #reader = new TraceReader(this.events, { keepsSegments: false })
  readonly #types = new WalkTypesSoFar(this.events)
  #read = 0

  look(): HeapTypesSoFar | null {
    const bytes = this.stream.soFar()
    this.#reader.push(bytes.subarray(this.#read))
    this.#read = bytes.length
    return this.#types.at(0.5)
  }
}

const rowsOf = (types: HeapTypesSoFar | null) =>
  types?.rows.map(({ name, module, count, shallowBytes }) => [name, module, count, shallowBytes])

test('types are counted as their objects come, named as soon as an event does, and at the end as in the whole table', () => {
  const coming = new Coming()
  const { stream } = coming
  stream.collectionStart()
  expect(coming.look()).toBeNull()
  stream.nodes(object(0x1000, 7), object(0x2000, 8, large))
  expect(rowsOf(coming.look())).toEqual([['Not named yet', '', 2, large + 24]])
  stream.types({ id: 7, name: 'Shop.Order', module: 5 }).nodes(object(0x3000, 7))
  expect(rowsOf(coming.look())).toEqual([
    ['Not named yet', '', 1, large],
    ['Shop.Order', '', 2, 48],
  ])
  stream
    .nodes(object(0x4000, 8, large + 1))
    .types({ id: 8, name: 'System.Byte[]', module: 6 })
    .collectionEnd()
    .module(5, '/app/Shop.dll')
    .module(6, '/net/Core.dll')
  const last = coming.look()
  expect(last).toMatchObject({ readShare: 0.5, objectCount: 4, objectBytes: large * 2 + 49, typeCount: 2 })
  const heap = heapOfEvents(coming.events)
  if (heap === null) throw new Error('a heap was expected')
  const table = typeRowsSoFar(heap.graph, typeGroups(heap.graph, 'type'))
  expect(rowsOf(last)).toEqual(
    table
      .map(({ name, module, count, shallowBytes }) => [name, module, count, shallowBytes])
      .toSorted((a, b) => Number(b[3]) - Number(a[3])),
  )
})

test('a walk that was cut off is followed by another from its beginning', () => {
  const coming = new Coming()
  const { stream } = coming
  stream.types({ id: 7, name: 'Shop.Order' }).collectionStart().nodes(object(0x1000, 7), object(0x2000, 7))
  expect(coming.look()).toMatchObject({ objectCount: 2 })
  stream.collectionStart({ count: 2 }).nodes(object(0x1000, 7))
  expect(coming.look()).toMatchObject({ objectCount: 1 })
  stream.nodes(object(0x2000, 7), object(0x3000, 7))
  expect(coming.look()).toMatchObject({ objectCount: 3 })
})

test('types that have a place and no name (Native AOT) are not named before the walk is over', () => {
  const coming = new Coming()
  coming.stream.types({ id: 7, name: '', token: 0x40, flags: 0x10 }).collectionStart().nodes(object(0x1000, 7))
  expect(rowsOf(coming.look())).toEqual([['Not named yet', '', 1, 24]])
})
