import { array, assert, integer, property, record } from 'fast-check'
import { expect, test } from 'vitest'
import { ByteBuilder } from '../../../shared/base/byte-builder.ts'
import type { Heap } from '../events/read-heap-events.ts'
import type { HeapFacts } from '../graph/heap-facts.ts'
import { type HeapGraph, largeSize } from '../graph/heap-graph.ts'
import { gcDumpBytes } from '../testing/gcdump-bytes.ts'
import { readPlainGcDump } from '../testing/plain-gcdump.ts'
import { plainFacts } from '../testing/plain-facts.ts'
import { PlantedHeap } from '../testing/planted-heap.ts'
import { readGcDump } from './read-gcdump.ts'
import { writeGcDump } from './write-gcdump.ts'

function written(graph: HeapGraph, told: Partial<HeapFacts> = {}): Uint8Array<ArrayBuffer> {
  return gcDumpBytes({ graph, facts: { ...plainFacts, source: 'events', processId: 1, ...told } })
}

function read(bytes: Uint8Array): Heap {
  const heap = readGcDump(bytes)
  if (!heap.ok) throw new Error(JSON.stringify(heap.error))
  return heap.value
}

const planted = (): PlantedHeap => {
  const heap = new PlantedHeap()
  const cache = heap.object('Shop.Cache`1[System.String]', 40)
  const orders = [30, 30, 5000].map((bytes) => heap.object('Größe 日本 \u{1F600}', bytes, { module: '/app/Shop.dll' }))
  for (const order of orders) heap.refer(cache, order).refer(order, cache)
  heap.refer(cache, cache).refer(cache, orders[0]!)
  return heap.root('static', cache, '[static var s_cache]').root('pinned-handle', orders[2]!)
}

const namesOf = ({ types, typeOf }: HeapGraph): readonly string[] =>
  Array.from(typeOf, (type) => `${types[type]!.rawName} ${types[type]!.module}`)

test('what is written is read again: types, sizes, references, addresses, groups of roots', () => {
  const graph = planted().graph()
  const named = {
    ...graph,
    types: graph.types.map((type) => (type.rawName === '[static]' ? { ...type, rawName: '[static vars]' } : type)),
  }
  const heap = read(written(named))
  expect(namesOf(heap.graph)).toEqual(namesOf(named))
  expect(heap.graph.sizes).toEqual(graph.sizes)
  expect(heap.graph.edgeStarts).toEqual(graph.edgeStarts)
  expect(heap.graph.edgeTargets).toEqual(graph.edgeTargets)
  expect(heap.graph.addresses).toEqual(graph.addresses)
  expect(heap.graph.rootGroups.kindsPresent()).toEqual(['static', 'other'])
  expect(heap.facts).toMatchObject({
    source: 'gcdump',
    completeness: { kind: 'complete' },
    tool: 'Pipescope 1.0',
    pointerSize: 8,
    objectCount: 4,
    objectBytes: 5100,
    takenUtc: null,
  })
})

test('process, machine and time are those in the file', () => {
  const told = { processId: 4711, processName: 'Shop', machineName: 'größe', takenUtc: '2026-07-01T12:00:00.125Z' }
  const file = written(planted().graph(), told)
  expect(read(file).facts).toMatchObject(told)
  expect(readPlainGcDump(file).source).toMatchObject({ machine: 'größe', process: 'Shop', pid: 4711 })
  const untold = { processId: null, processName: null, machineName: null, takenUtc: null }
  expect(read(written(planted().graph(), untold)).facts).toMatchObject(untold)
})

test.each([0.613, 1, null])(
  'a partial heap is not complete when its file is opened again, with a share of %s',
  (share) => {
    const completeness = { kind: 'partial', share, reasons: [{ kind: 'no-end' }] } as const
    const once = read(written(planted().graph(), { completeness }))
    expect(once.facts.completeness).toEqual({ kind: 'partial', share, reasons: [{ kind: 'partial-source' }] })
    expect(read(written(once.graph, once.facts)).facts.completeness).toEqual(once.facts.completeness)
  },
)

test('a sample of a heap stays one, with the multipliers of its types', () => {
  const graph = planted().graph()
  const countMultipliers = Float32Array.from(graph.types, (_, type) => type + 0.5)
  const again = read(written(graph, { completeness: { kind: 'sampled', countMultipliers } }))
  const byName = new Map(graph.types.map(({ rawName }, type) => [rawName, countMultipliers[type]]))
  if (again.facts.completeness.kind !== 'sampled') throw new Error(again.facts.completeness.kind)
  for (const [type, { rawName }] of again.graph.types.entries())
    expect(again.facts.completeness.countMultipliers[type]).toBe(byName.get(rawName) ?? 1)
})

test('an independent reader finds the same nodes, references, types and bytes', () => {
  const graph = planted().graph()
  const plain = readPlainGcDump(written(graph))
  expect([plain.rest, plain.root, plain.tool, plain.is64]).toEqual([0, 0, 'Pipescope 1.0', true])
  expect(plain.types[0]).toEqual({ name: 'UNDEFINED', bytes: 0, module: null })
  expect(plain.types.slice(1).map(({ name, module }) => `${name} ${module ?? ''}`)).toEqual(
    graph.types.map(({ rawName, module }) => `${rawName} ${module}`),
  )
  expect(plain.nodes.map(({ bytes }) => bytes)).toEqual([...graph.sizes])
  expect(plain.nodes.map(({ type }) => type - 1)).toEqual([...graph.typeOf])
  expect(plain.nodes.flatMap(({ children }) => children)).toEqual([...graph.edgeTargets])
  expect(plain.addresses).toEqual([...graph.addresses])
  expect(plain.totalBytes).toBe(5100)
  expect(plain.source).toEqual({ log: null, ticks: 0n, machine: null, process: null, pid: 1, multipliers: [] })
})

test('any graph round-trips, whatever its sizes and addresses', () => {
  const nodes = array(record({ bytes: integer({ min: 0, max: 2 ** 31 - 1 }), type: integer({ min: 0, max: 4 }) }), {
    maxLength: 40,
  })
  const edges = array(record({ from: integer({ min: 0, max: 60 }), to: integer({ min: 0, max: 60 }) }), {
    maxLength: 120,
  })
  assert(
    property(nodes, edges, (objects, references) => {
      const heap = new PlantedHeap()
      for (const { bytes, type } of objects) heap.object(`T${type}`, bytes)
      const count = objects.length + 1
      for (const { from, to } of references) heap.refer(from % count, to % count)
      const graph = heap.graph()
      const file = written(graph)
      const again = read(file).graph
      expect([again.sizes, again.edgeStarts, again.edgeTargets]).toEqual([
        graph.sizes,
        graph.edgeStarts,
        graph.edgeTargets,
      ])
      expect(readPlainGcDump(file).nodes.map(({ children }) => children.length)).toEqual(
        Array.from({ length: count }, (_, node) => graph.edgeStarts[node + 1]! - graph.edgeStarts[node]!),
      )
    }),
  )
})

test('a size over 2 GB is stored as the largest that the format has', () => {
  const heap = new PlantedHeap()
  heap.root('stack', heap.object('Huge', 10))
  const graph = { ...heap.graph(), largeSizes: { nodes: Uint32Array.of(1), bytes: Float64Array.of(5e9) } }
  graph.sizes[1] = largeSize
  expect(read(written(graph)).graph.sizes[1]).toBe(2 ** 31 - 1)
})

test('the log and the result say how many sizes the format could not store, also of a partial heap', () => {
  const heap = new PlantedHeap()
  const nodes = [heap.object('Huge', 10), heap.object('Huge', 10), heap.object('Large', 2 ** 31 - 1)]
  for (const node of nodes) heap.root('stack', node)
  const told = heap.graph()
  const graph = {
    ...told,
    largeSizes: { nodes: Uint32Array.from(nodes.slice(0, 2)), bytes: Float64Array.of(5e9, 6e9) },
  }
  for (const node of nodes.slice(0, 2)) graph.sizes[node] = largeSize
  const words = '2 objects are larger than 2147483647 bytes, the most the format can store, and stored with that size'
  expect(readPlainGcDump(written(graph)).source.log).toBe(words)
  const result = writeGcDump({ graph, facts: plainFacts }, 'Pipescope 1.0', () => undefined)
  expect(result).toEqual({ ok: true, value: { cappedCount: 2 } })
  const partial = written(graph, { completeness: { kind: 'partial', share: 0.5, reasons: [] } })
  expect(readPlainGcDump(partial).source.log).toBe(`Partial heap graph: 0.500000 of all objects\n${words}`)
  expect(read(partial).facts.completeness).toMatchObject({ kind: 'partial', share: 0.5 })
})

/** A file by hand, for what our writer never writes. */
class MadeDump {
  readonly out = new ByteBuilder()

  constructor(version: number, leastReader: number) {
    this.out.i32(20).ascii('!FastSerialization.1')
    this.type('GCHeapDump', version, leastReader)
  }

  type(name: string, version = 0, leastReader = 0): this {
    this.out.u8(4).u8(4).u8(1).i32(version).i32(leastReader)
    return this.text(name).tag(6)
  }

  text(value: string | null): this {
    this.out.i32(value?.length ?? -1)
    if (value !== null) this.out.ascii(value)
    return this
  }

  tag(value: number): this {
    this.out.u8(value)
    return this
  }

  /** Root 1 with the child 2; place 0 and 3 have no record, and the root refers to 3, too. */
  graph(leastReader = 0): this {
    this.type('Graphs.MemoryGraph', 1, leastReader)
    this.out.i64(100n).i32(1).i32(3)
    this.text('UNDEFINED').out.i32(0)
    this.text(null).text('[root]').out.i32(0)
    this.text(null)
      .text(leastReader === 0 ? 'Order' : '')
      .out.i32(24)
    this.text('Shop.dll')
    this.out.i32(4).u32(0).u32(2).u32(6).u32(0)
    this.out.i32(8).u8(0).u8(0)
    this.out
      .u8(1 << 1)
      .u8(2)
      .u8(1)
      .u8(2)
      .u8(2 << 1)
      .u8(0)
    if (leastReader === 1) {
      this.out.i32(0).i32(3)
      this.out.i32(0).u8(1)
      this.text(null).out.i32(0).u8(1)
      this.text(null).out.i32(0x1a2b)
      this.type('Graphs.Module').text('/app/native').out.i64(0n).i32(0).i64(0n)
      this.text(null).out.bytes(new Uint8Array(16)).i32(0).u8(6)
      this.text('[]').tag(6)
    }
    this.out.i32(4).i64(0n).i64(0n).i64(0x1000n).i64(0n).u8(8).u8(1).u8(6)
    return this
  }

  process(): this {
    this.text('log').out.i64(638_000_000_000_000_000n)
    this.text('HOST').text('shop').out.i32(4711).i64(0n).i64(0n)
    return this
  }

  take(): Uint8Array<ArrayBuffer> {
    return this.out.take()
  }
}

test.each([4, 5, 6, 7])('the order of version %i is read', (version) => {
  const dump = new MadeDump(version, 0).graph()
  dump.out.i64(0n).i64(0n).i64(0n).u8(0)
  if (version >= 5) dump.process()
  if (version >= 6) dump.out.i32(1)
  if (version >= 6) dump.type('GCHeapDumpSegment').out.bytes(new Uint8Array(48)).u8(6)
  if (version >= 7) dump.out.u8(0)
  const { graph, facts: found } = read(dump.tag(6).take())
  expect([graph.nodeCount, found.objectCount, found.objectBytes]).toEqual([2, 1, 24])
  expect(found.processId).toBe(version >= 5 ? 4711 : null)
  expect(found.pointerSize).toBe(version >= 7 ? 4 : 8)
  expect(found.completeness).toEqual({ kind: 'complete' })
})

test.each([9, 10])('version %i has segments, interop and a sample of its objects', (version) => {
  const dump = new MadeDump(version, 8).graph()
  dump.out.u8(1).f32(2).f32(2)
  dump.type('JSHeapInfo').tag(6)
  dump.type('DotNetHeapInfo').out.i64(1000n).i32(1)
  dump.type('GCHeapDumpSegment', 1).out.bytes(new Uint8Array(56)).u8(6).u8(6)
  dump.process().out.i32(3).f32(1).f32(1).f32(2.5)
  dump.out.u8(12).i32(0)
  dump.type('InteropInfo').out.i32(1).i32(1).i32(0).i32(0).i32(1).bytes(new Uint8Array(40)).bytes(new Uint8Array(16))
  dump.text('ole32.dll').tag(6).tag(13).text('PerfView').tag(6)
  const { facts: found } = read(dump.take())
  expect(found).toMatchObject({ tool: 'PerfView', machineName: 'HOST', processName: 'shop', processId: 4711 })
  expect(found.takenUtc).toMatch(/^2022-/)
  expect(found.completeness).toEqual({ kind: 'sampled', countMultipliers: Float32Array.of(1, 1, 2.5) })
})

test('indexes without a record are not objects, and the root becomes the first node', () => {
  const dump = new MadeDump(10, 8).graph()
  const { graph, facts: found } = read(dump.take())
  expect(namesOf(graph)).toEqual(['[root] ', 'Order Shop.dll'])
  expect([...graph.edgeTargets]).toEqual([1])
  expect(found.danglingReferenceCount).toBe(1)
  expect(found.completeness).toMatchObject({ kind: 'partial', reasons: [{ kind: 'damage' }] })
})

test('native types keep their module', () => {
  const { graph } = read(new MadeDump(10, 8).graph(1).take())
  expect(graph.types[2]).toMatchObject({ name: 'Native type 0x1a2b[]', module: 'Shop.dll' })
})

test.each([3, 8, 12])('version %i is refused', (version) => {
  expect(readGcDump(new MadeDump(version, 11).graph().take())).toMatchObject({
    ok: false,
    error: { kind: 'malformed' },
  })
})

test('a truncated file is rejected or partial, never misread, and a changed byte never throws', () => {
  const file = written(planted().graph())
  const whole = read(file).graph.nodeCount
  for (let length = 0; length < file.length; length++) {
    const heap = readGcDump(file.subarray(0, length))
    expect(heap.ok ? heap.value.graph.nodeCount : whole).toBe(whole)
  }
  assert(
    property(integer({ min: 0, max: file.length - 1 }), integer({ min: 0, max: 255 }), (at, value) => {
      const changed = file.slice()
      changed[at] = value
      readGcDump(changed)
    }),
    { numRuns: 3000 },
  )
})

test('many nodes sharing one long record are rejected', () => {
  const count = 1000
  const dump = new MadeDump(10, 8).type('Graphs.MemoryGraph', 1)
  dump.out.i64(0n).i32(0).i32(1)
  dump.text('A').out.i32(8)
  dump.text(null).out.i32(count)
  for (let node = 0; node < count; node++) dump.out.u32(2)
  dump.out
    .i32(2 + 3 + 500)
    .bytes(Uint8Array.of(0, 0, 0, 0x83, 0x74))
    .bytes(new Uint8Array(500))
  dump.out.i32(0).u8(8).u8(1).u8(6)
  expect(readGcDump(dump.take())).toMatchObject({ ok: false, error: { expected: 'at most 505 references' } })
})
