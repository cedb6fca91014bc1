import { assert, nat, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sizeOfNode } from '../graph/heap-graph.ts'
import { DumpStreamWriter } from '../testing/dump-stream-writer.ts'
import { DumpHeapReader } from './dump-heap-reader.ts'
import { blockKinds, StreamError } from './dump-stream.ts'
import { dumpTypeName } from './dump-type-name.ts'
import { heapOfDump } from './heap-of-dump.ts'
import { StreamBlocks } from './stream-blocks.ts'

/** A cache held by a static variable, its entries, and an object that nothing holds. */
function planted(): DumpStreamWriter {
  return new DumpStreamWriter()
    .info()
    .json(blockKinds.types, [
      ['Shop.Cache', '/app/Shop.dll'],
      ['Shop.Order[]', '/app/Shop.dll'],
      ['System.Byte[]', '/lib/System.Private.CoreLib.dll'],
    ])
    .json(blockKinds.names, ['', 'entries', '[]'])
    .objects([0x1000n, 24n, 0, 1, 2], [0x1040n, 48n, 1, 2, 2])
    .references([0x1040n, 1], [0x1000n, 2], [0xdead_0000n, 2])
    .objects([0x7f00_0000_0000n, 6_000_000_000n, 2, 0, 3])
    .json(blockKinds.names, ['Shop.Cache.s_all', 'Shop.Program.Main'])
    .roots([0, 0x1000n, 3], [2, 0x1040n, 4], [4, 0x1040n, 0], [9, 0xdead_0000n, 0])
    .end(3, 3, 4)
}

function read(bytes: Uint8Array, chunkBytes = bytes.length): DumpHeapReader {
  const reader = new DumpHeapReader()
  const blocks = new StreamBlocks((kind, payload, offset) => reader.block(kind, payload, offset))
  for (let at = 0; at < bytes.length; at += chunkBytes) blocks.push(bytes.subarray(at, at + chunkBytes))
  return reader
}

function outcomeOf(bytes: Uint8Array): string {
  try {
    const reader = read(bytes)
    if (reader.end !== null) heapOfDump(reader)
    return 'read'
  } catch (error) {
    return error instanceof StreamError ? 'refused' : 'another error'
  }
}

function factsOf(end: object) {
  return heapOfDump(read(new DumpStreamWriter().info().json(blockKinds.end, end).bytes())).facts
}

describe('the heap of a dump stream', () => {
  it('has types, sizes, fields, generations and roots with their names', () => {
    const { graph, facts } = heapOfDump(read(planted().bytes()))
    const first = graph.nodeCount - 3
    const name = (node: number) => graph.types[graph.typeOf[node]!]!.name
    const edges = (node: number) =>
      [...graph.edgeTargets.subarray(graph.edgeStarts[node], graph.edgeStarts[node + 1])].map(name)
    expect([first, first + 1, first + 2].map(name)).toEqual(['Shop.Cache', 'Shop.Order[]', 'byte[]'])
    expect(graph.rootGroups.kindsPresent()).toEqual(['static', 'stack', 'strong-handle'])
    expect(Array.from(graph.rootGroups.nodes, edges)).toEqual([
      ['[static var Shop.Cache.s_all]'],
      ['[local vars of Shop.Program.Main]'],
      ['Shop.Order[]'],
    ])
    expect(edges(first)).toEqual(['Shop.Order[]'])
    expect(graph.fieldNames[graph.edgeFields![graph.edgeStarts[first]!]!]).toBe('entries')
    expect(sizeOfNode(graph, first + 2)).toBe(6_000_000_000)
    expect([...graph.generations!.subarray(first)]).toEqual([2, 2, 3])
    expect(graph.addresses[first + 2]).toBe(0x7f00_0000_0000n)
    expect(facts).toMatchObject({
      source: 'dump',
      completeness: { kind: 'complete' },
      processId: 42,
      objectCount: 3,
      objectBytes: 6_000_000_072,
      referenceCount: 3,
      danglingReferenceCount: 2,
    })
  })

  it('is the same however the bytes arrive', () => {
    const bytes = planted().bytes()
    const at = (chunkBytes: number) => heapOfDump(read(bytes, chunkBytes)).graph.edgeTargets
    expect([...at(1)]).toEqual([...at(bytes.length)])
    expect([...at(7)]).toEqual([...at(bytes.length)])
  })

  it('is partial where the file was cut or objects could not be read', () => {
    const end = { objectCount: 0, referenceCount: 0, rootCount: 0, freeCount: 0, freeBytes: 0, unreadCount: 7 }
    const { facts } = heapOfDump(read(new DumpStreamWriter().info().json(blockKinds.end, end).bytes()))
    expect(facts.completeness).toEqual({
      kind: 'partial',
      share: null,
      reasons: [{ kind: 'unknown-types', objectCount: 7 }],
    })
    const cut = heapOfDump(read(new DumpStreamWriter().info({ missingBytes: 512 }).end(0, 0, 0).bytes()))
    expect(cut.facts.completeness).toMatchObject({ kind: 'partial', reasons: [{ kind: 'damage' }] })
  })

  it('has free space and repeated strings where the stream has them', () => {
    const counts = { objectCount: 0, referenceCount: 0, rootCount: 0, freeCount: 3, freeBytes: 96, unreadCount: 0 }
    const strings = { count: 9, distinctCount: 2, duplicateBytes: 70, repeated: [{ text: 'a', count: 8, bytes: 80 }] }
    expect(factsOf({ ...counts, strings })).toMatchObject({ free: { count: 3, bytes: 96 }, strings })
    expect(factsOf(counts).strings).toBeUndefined()
    const repeated = [{ text: 'a', count: -1, bytes: 0 }]
    expect(() => factsOf({ ...counts, strings: { ...strings, repeated } })).toThrow('count')
  })
})

const started = () =>
  new DumpStreamWriter()
    .info()
    .json(blockKinds.types, [['A', '']])
    .json(blockKinds.names, [''])

describe('a stream that lies', () => {
  const wrong: readonly (readonly [string, DumpStreamWriter])[] = [
    ['another version', new DumpStreamWriter(2).info()],
    ['a block longer than any', started().block(blockKinds.objects, new Uint8Array(8), 0x7fff_ffff)],
    ['half a record', started().block(blockKinds.objects, new Uint8Array(26))],
    ['a type without a row', started().objects([1n, 24n, 1, 0, 0])],
    ['a name without a row', started().references([1n, 1])],
    ['a name of a root without a row', started().roots([0, 1n, 9])],
    ['an object larger than memory', started().objects([1n, 2n ** 60n, 0, 0, 0])],
    ['fewer objects than the end says', started().objects([1n, 24n, 0, 0, 0]).end(2, 0, 0)],
    ['other references than the objects announce', started().objects([1n, 24n, 0, 4_000_000_000, 0]).end(1, 0, 0)],
    ['fewer roots than the end says', started().end(0, 0, 1)],
    ['something behind the end', started().end(0, 0, 0).end(0, 0, 0)],
    ['an unknown kind', started().block(77, new Uint8Array(0))],
    ['text that is no JSON', started().block(blockKinds.types, new Uint8Array(3))],
    ['rows of another shape', started().json(blockKinds.types, [['A']])],
    ['names that are none', started().json(blockKinds.names, [1])],
    ['a negative count', started().json(blockKinds.end, { objectCount: -1 })],
    ['info that is a list', new DumpStreamWriter().json(blockKinds.info, [])],
  ]

  it.each(wrong)('is refused: %s', (_name, writer) => {
    expect(() => read(writer.bytes())).toThrow(StreamError)
  })

  it('with bytes changed anywhere is refused or read, and nothing else', () => {
    const bytes = planted().bytes()
    assert(
      property(nat(bytes.length - 1), nat(255), nat(bytes.length), (at, value, length) => {
        const changed = bytes.slice(0, length)
        if (at < length) changed[at] = value
        expect(outcomeOf(changed)).not.toBe('another error')
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('names of types as ClrMD writes them', () => {
  it.each([
    [
      'System.Collections.Generic.Dictionary<System.String, System.Object>+Entry[]',
      'System.Collections.Generic.Dictionary<string, object>.Entry[]',
    ],
    ['System.Collections.Generic.List<Shop.Outer+Order>', 'System.Collections.Generic.List<Shop.Outer.Order>'],
    ['Shop.Outer+Order', 'Shop.Outer.Order'],
    ['System.Int32[]', 'int[]'],
    ['System.Threading.Tasks.Task+<>c', 'System.Threading.Tasks.Task.<>c'],
  ])('%s', (raw, name) => {
    expect(dumpTypeName(raw)).toBe(name)
  })
})
