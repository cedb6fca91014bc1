import { expect, test } from 'vitest'
import { ByteBuilder } from '../../../shared/base/byte-builder.ts'
import { TraceReader } from '../../nettrace/trace/trace-reader.ts'
import { type HeapGraph, sizeOfNode } from '../graph/heap-graph.ts'
import { HeapStream, type StreamObject } from '../testing/heap-stream.ts'
import { HeapEvents } from './heap-events.ts'
import { type Heap, heapOfEvents } from './read-heap-events.ts'
import type { TypeFiles } from './walk-types.ts'

function read(bytes: Uint8Array, files?: TypeFiles): Heap | null {
  const events = new HeapEvents()
  const reader = new TraceReader(events, { keepsSegments: false })
  reader.push(bytes)
  reader.end()
  return heapOfEvents(events, files)
}

function heapOf(stream: HeapStream): Heap {
  return read(stream.end())!
}

const object = (address: number, references: readonly number[] = [], type = 7, bytes = 24): StreamObject => ({
  address,
  type,
  bytes,
  references,
})

/** `A -> B, C` for each node with references; objects by address, pseudo nodes by name. */
function edgesOf({ nodeCount, typeOf, types, addresses, edgeStarts, edgeTargets }: HeapGraph): readonly string[] {
  const nameOf = (node: number): string =>
    addresses[node] === 0n ? types[typeOf[node]!]!.name : addresses[node]!.toString(16)
  return Array.from({ length: nodeCount }, (_, node) => {
    const targets = [...edgeTargets.subarray(edgeStarts[node], edgeStarts[node + 1])]
    return targets.length === 0 ? '' : `${nameOf(node)} -> ${targets.map(nameOf).join(', ')}`
  }).filter((line) => line !== '')
}

const whole = (): HeapStream =>
  new HeapStream()
    .collectionStart()
    .objects(object(0x1000, [0x2000, 0x3000]), object(0x2000, [0x3000, 0x2000]), object(0x3000, [], 8, 100_000))
    .roots({ to: 0x1000, kind: 2 })
    .types({ id: 7, name: 'Shop.Order', module: 5 }, { id: 8, name: 'System.Byte[]', module: 6 })

test('objects, references, sizes, types and modules match the events, in any order', () => {
  const { graph, facts } = heapOf(whole().collectionEnd().module(5, '/app/Shop.dll').module(6, '/net/Core.dll'))
  expect(edgesOf(graph)).toEqual([
    '[.NET Roots] -> [strong Handles]',
    '[strong Handles] -> 1000',
    '1000 -> 2000, 3000',
    '2000 -> 3000, 2000',
  ])
  expect([...graph.sizes]).toEqual([0, 0, 24, 24, 100_000])
  expect(graph.types.map(({ rawName, name, module }) => [rawName, name, module])).toEqual([
    ['[.NET Roots]', '[.NET Roots]', ''],
    ['[strong Handles]', '[strong Handles]', ''],
    ['Shop.Order', 'Shop.Order', '/app/Shop.dll'],
    ['System.Byte[]', 'byte[]', '/net/Core.dll'],
  ])
  expect(facts).toMatchObject({
    objectCount: 3,
    objectBytes: 100_048,
    referenceCount: 4,
    completeness: { kind: 'complete' },
  })
})

test('types of NativeAOT are looked up by their places in the image', () => {
  const asked: (readonly number[])[] = []
  const namesAt = (
    _: string,
    places: readonly number[],
  ): ReturnType<NonNullable<TypeFiles['nativeTypes']>['namesAt']> => {
    asked.push(places)
    return new Map([[0x100, { rawName: 'Shop.Order', module: 'Shop.dll' }]])
  }
  const stream = new HeapStream()
    .collectionStart()
    .objects(object(0x1000), object(0x2000, [], 8), object(0x3000, [], 9))
  stream.types(
    { id: 7, name: '', flags: 0x10, token: 0x100 },
    { id: 8, name: '', flags: 0x10, token: 0x200 },
    { id: 9, name: 'Named', token: 0x300 },
  )
  const heap = read(stream.collectionEnd().end(), { outerTypes: null, nativeTypes: { namesAt } })
  expect(asked).toEqual([[0x100, 0x200]])
  const types = heap?.graph.types.map(({ name, module }) => [name, module])
  expect(types).toEqual(
    expect.arrayContaining([
      ['Shop.Order', 'Shop.dll'],
      ['Native type 0x200', ''],
      ['Named', ''],
    ]),
  )
  expect(heap?.facts.unnamedObjectCount).toBe(1)
})

test('a 32-bit heap has four-byte addresses', () => {
  const stream = new HeapStream(4).collectionStart().objects(object(0x1000, [0x2000]), object(0x2000))
  const { graph, facts } = heapOf(stream.types({ id: 7, name: 'A' }).collectionEnd())
  expect(edgesOf(graph)).toEqual(['1000 -> 2000'])
  expect(facts.pointerSize).toBe(4)
})

test('roots are grouped by kind, named where the events name them; weak ones hold nothing', () => {
  const stream = new HeapStream().collectionStart()
  stream
    .statics({ to: 0x1000, field: 's_all' }, { to: 0x2000, field: 's_all' })
    .roots({ to: 0x1000, kind: 0, id: 0x77 }, { to: 0x2000, kind: 0, id: 0x77 }, { to: 0x3000, kind: 1 })
    .roots({ to: 0x1000, kind: 2, flags: 1 }, { to: 0x2000, kind: 2, flags: 2 }, { to: 0x3000, kind: 2, flags: 8 })
    .roots({ to: 0x3000, kind: 3 }, { to: 0, kind: 2 })
    .objects(object(0x1000), object(0x2000), object(0x3000))
    .types({ id: 7, name: 'A' })
    .collectionEnd()
    .method(0x77, 'Shop.Program', 'Run')
  const { graph } = heapOf(stream)
  expect(edgesOf(graph)).toEqual([
    '[.NET Roots] -> [static vars], [local vars], [finalizer Handles], [pinning Handles], [ref counted Handles], [other roots]',
    '[static vars] -> [static var s_all], [static var s_all]',
    '[local vars] -> [local vars of Program.Run]',
    '[finalizer Handles] -> 3000',
    '[pinning Handles] -> 1000',
    '[ref counted Handles] -> 3000',
    '[other roots] -> 3000',
    '[static var s_all] -> 1000',
    '[static var s_all] -> 2000',
    '[local vars of Program.Run] -> 1000, 2000',
  ])
  expect(graph.rootGroups.kindsPresent()).toEqual([
    'static',
    'stack',
    'finalizer-queue',
    'pinned-handle',
    'ref-counted-handle',
    'other',
  ])
})

test('the key of a dependent handle holds its value; without a key in the heap the handle does', () => {
  const stream = new HeapStream().collectionStart()
  stream.objects(object(0x1000, [0x3000]), object(0x2000), object(0x3000), object(0x4000))
  stream.dependents([0x1000, 0x2000], [0x1000, 0x4000], [0x9999, 0x3000], [0, 0x2000])
  const { graph } = heapOf(stream.types({ id: 7, name: 'A' }).collectionEnd())
  expect(edgesOf(graph)).toEqual([
    '[.NET Roots] -> [Dependent Handles]',
    '[Dependent Handles] -> 3000',
    '1000 -> 3000, 2000, 4000',
  ])
})

test.each([
  ['a background collection', { type: 1 }],
  ['one that nobody asked for', { reason: 0 }],
  ['one of young objects', { depth: 1 }],
])('%s is not the heap walk', (_, start) => {
  const stream = new HeapStream().collectionStart(start).objects(object(0x1000)).collectionEnd()
  stream.collectionStart({ count: 2 }).objects(object(0x2000), object(0x3000)).types({ id: 7, name: 'A' })
  expect(heapOf(stream.collectionEnd(2)).facts.objectCount).toBe(2)
})

test('of two induced GCs the one with objects is used, and of two walks the first complete one', () => {
  const empty = new HeapStream().collectionStart().collectionEnd()
  expect(heapOf(empty.collectionStart({ count: 2 }).objects(object(0x1000))).facts.objectCount).toBe(1)
  const twice = whole().collectionEnd().collectionStart({ count: 2 }).objects(object(0x1000)).collectionEnd(2)
  expect(heapOf(twice).facts.objectCount).toBe(3)
  const cutFirst = whole().collectionStart({ count: 2 }).objects(object(0x1000)).collectionEnd(2)
  expect(heapOf(cutFirst).facts).toMatchObject({ objectCount: 1, completeness: { kind: 'complete' } })
})

test('a file of generation-aware analysis has its walk between events of its own', () => {
  const stream = new HeapStream().collectionStart({ depth: 1, reason: 0 })
  stream.event(206, new ByteBuilder().u32(1).u16(0)).objects(object(0x1000)).types({ id: 7, name: 'A' })
  stream.event(207, new ByteBuilder().u32(1).u16(0))
  expect(heapOf(stream).facts).toMatchObject({ objectCount: 1, completeness: { kind: 'complete' } })
})

test('heap events of another thread and those outside of a walk are not part of it', () => {
  const stream = new HeapStream().nodes(object(0x9000)).collectionStart()
  stream.event(18, new ByteBuilder().u32(0).u32(0).u16(0), undefined, 2)
  stream.objects(object(0x1000)).types({ id: 7, name: 'A' }).collectionEnd().nodes(object(0xa000))
  expect(heapOf(stream).facts).toMatchObject({ objectCount: 1, completeness: { kind: 'complete' } })
})

test('generations are those of the ranges at the end of the walk', () => {
  const stream = new HeapStream().collectionStart().generation(0, 0, 0x10_000)
  stream.objects(object(0x1000), object(0x2000), object(0x3000), object(0x9000)).types({ id: 7, name: 'A' })
  stream.generation(3, 0x3000, 0x100).generation(2, 0x1000, 0x1000).generation(0, 0x2000, 1).collectionEnd()
  expect([...heapOf(stream).graph.generations!.subarray(1)]).toEqual([2, 0, 3, 255])
})

test('without ranges no generation is known', () => {
  expect(heapOf(whole().collectionEnd()).graph.generations).toBeNull()
})

test('references to non-objects are counted and left out', () => {
  const stream = new HeapStream().collectionStart().objects(object(0x1000, [0x5000, 0x2000, 0x1008]), object(0x2000))
  const { graph, facts } = heapOf(stream.types({ id: 7, name: 'A' }).collectionEnd())
  expect(edgesOf(graph)).toEqual(['1000 -> 2000'])
  expect(facts).toMatchObject({ danglingReferenceCount: 2, referenceCount: 1, completeness: { kind: 'complete' } })
})

test('a missing end, unknown types and a wrong number of references make a heap partial', () => {
  const { facts } = heapOf(new HeapStream().collectionStart().nodes(object(0x1000, [0x2000]), object(0x2000)))
  expect(facts.completeness).toEqual({
    kind: 'partial',
    share: null,
    reasons: [
      { kind: 'edge-count', expected: 1, found: 0 },
      { kind: 'no-end' },
      { kind: 'unknown-types', objectCount: 2 },
    ],
  })
})

test('around missing references those before and behind keep their objects', () => {
  const stream = new HeapStream().collectionStart().types({ id: 7, name: 'A' })
  stream.nodes(object(0x1000, [1]), object(0x2000, [1, 1]), object(0x3000, [1]), object(0x4000, [1, 1]))
  stream.edges(0x2000, 0x3000).dropChunk(19).edges(0x1000, 0x2000)
  const { graph, facts } = heapOf(stream.collectionEnd())
  expect(edgesOf(graph)).toEqual(['1000 -> 2000', '4000 -> 1000, 2000'])
  expect(facts.completeness).toMatchObject({
    kind: 'partial',
    share: 1,
    reasons: [
      { kind: 'missing-chunks', of: 'edges', count: 1 },
      { kind: 'edge-count', expected: 6, found: 4 },
    ],
  })
})

test('around missing objects references before and behind keep theirs, and the share of what is there is known', () => {
  const stream = new HeapStream().collectionStart().types({ id: 7, name: 'A' })
  stream
    .nodes(object(0x1000, [1]), object(0x2000))
    .dropChunk(18)
    .nodes(object(0x3000, [1]), object(0x4000, [1]))
  stream.edges(0x2000, 0x9000, 0x4000, 0x1000)
  const { graph, facts } = heapOf(stream.collectionEnd())
  expect(edgesOf(graph)).toEqual(['1000 -> 2000', '3000 -> 4000', '4000 -> 1000'])
  expect(facts.completeness).toMatchObject({ kind: 'partial', share: 2 / 3 })
})

test('types without a name get a stable one', () => {
  const stream = new HeapStream()
    .collectionStart()
    .objects(object(0x1000), object(0x2000, [], 8), object(0x3000, [], 9))
  stream.types({ id: 7, name: '', flags: 0x10, token: 0x1a2b, module: 5 })
  stream.types({ id: 8, name: '', flags: 0x18, module: 5, of: [7] }, { id: 9, name: '', flags: 0x208, of: [7] })
  const { graph, facts } = heapOf(stream.collectionEnd().module(5, '/app/native'))
  expect(graph.types.slice(1).map(({ name }) => name)).toEqual([
    'Native type 0x1a2b',
    'Native type 0x1a2b[]',
    'Native type 0x1a2b[,]',
  ])
  expect(facts).toMatchObject({ unnamedObjectCount: 3, completeness: { kind: 'complete' } })
})

test('the rank of an array comes from its flags, up to .NET Core 3.1 from its name alone', () => {
  const stream = new HeapStream()
    .collectionStart()
    .objects(object(0x1000, [], 8), object(0x2000, [], 9), object(0x3000, [], 10), object(0x4000, [], 11))
  stream.types({ id: 7, name: 'Cell' }, { id: 8, name: 'Cell[,]', flags: 8, of: [7] })
  stream.types({ id: 9, name: '', flags: 0x308, of: [7] }, { id: 10, name: 'Cell[,][]', flags: 8, of: [8] })
  stream.types({ id: 11, name: 'Cell[]', flags: 8, of: [7] })
  const { graph } = heapOf(stream.collectionEnd())
  expect(graph.types.slice(1).map(({ name }) => name)).toEqual(['Cell[,]', 'Cell[,,]', 'Cell[][,]', 'Cell[]', 'Cell'])
})

test('an object over 4 GB keeps its size', () => {
  const stream = new HeapStream()
    .collectionStart()
    .objects(object(0x1000, [], 7, 5 * 2 ** 30), object(0x2000, [], 7, 2 ** 32 - 1))
  const { graph, facts } = heapOf(stream.types({ id: 7, name: 'A' }).collectionEnd())
  expect(facts.objectBytes).toBe(5 * 2 ** 30 + 2 ** 32 - 1)
  expect([1, 2].map((node) => sizeOfNode(graph, node))).toEqual([5 * 2 ** 30, 2 ** 32 - 1])
})

test('a trace without a walk has no heap', () => {
  expect(read(new HeapStream().collectionStart().collectionEnd().end())).toBeNull()
})
