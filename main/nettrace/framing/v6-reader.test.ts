import { describe, expect, test } from 'vitest'
import { ByteBuilder } from '../../../shared/base/byte-builder.ts'
import { arrayOf, type Field, type FieldType, objectOf, plainType, typeCodes } from '../payload/field-type.ts'
import { readAll } from '../testing/read-all.ts'
import { type V6Init, v6BlockKinds, V6Writer } from '../writer/v6-writer.ts'

const nothing = new Uint8Array(0)

function streamOf(write: (writer: V6Writer) => void, init: Partial<V6Init> = {}): readonly Uint8Array[] {
  const pieces: Uint8Array[] = []
  const writer = new V6Writer({
    syncUnixMs: 0,
    syncTicks: 0n,
    ticksPerSecond: 1000,
    pointerBytes: 8,
    ...init,
    write: (bytes) => pieces.push(bytes),
  })
  write(writer)
  return pieces
}

const read = (write: (writer: V6Writer) => void, init: Partial<V6Init> = {}) => readAll(streamOf(write, init))

const type = { provider: 'P', eventId: 7, name: 'E', fields: [] as readonly Field[] }
const guid = (last: number) => Uint8Array.from({ length: 16 }, (_, index) => (index === 15 ? last : 1))

/** What is said about one block of this kind and content. */
function damageOf(
  kind: keyof typeof v6BlockKinds,
  content: Uint8Array,
  before: (writer: V6Writer) => void = () => undefined,
) {
  const { damage } = read((writer) => {
    before(writer)
    writer.flush()
    writer.block(v6BlockKinds[kind], content)
    writer.end(10)
  })
  return damage.map(({ block, expected, found }) => [block, expected, found])
}

describe('threads of V6', () => {
  test('have a name, ids and attributes; what is not known of a row is left out', () => {
    const { trace, damage } = read((writer) => {
      const attributes = [['a', '1']] as const
      writer.addThread({ name: 'main', processId: 42n, threadId: 2n ** 60n + 1n, attributes })
      writer.addThread({})
      const row = new ByteBuilder().varint(9n).u8(3).varint(77n).u8(200).u8(1).take()
      writer.flush()
      writer.block(v6BlockKinds.thread, new ByteBuilder().u16(row.length).bytes(row).take())
      writer.end(1)
    })
    expect(damage).toEqual([])
    const known = trace.threads.map(({ name, processId, exactId, attributes }) => [
      name,
      processId,
      exactId,
      attributes,
    ])
    expect(known.slice(-3)).toEqual([
      ['main', 42, 2n ** 60n + 1n, [['a', '1']]],
      ['', null, 0n, []],
      ['', null, 77n, []],
    ])
  })

  test.each<[string, Uint8Array, string, string]>([
    ['a row that reaches over its block', Uint8Array.of(5, 0, 1, 3, 77), 'a row inside the block', '5 bytes'],
    ['a size that is cut', Uint8Array.of(5), 'a row inside the block', '1 bytes'],
    ['a row that is cut', Uint8Array.of(3, 0, 1, 1, 9), 'a complete thread', '3 bytes'],
  ])('with %s are damage', (_name, content, expected, found) => {
    expect(damageOf('thread', content)).toEqual([['ThreadBlock', expected, found]])
  })

  test('of an index that is taken are damage, also one that is removed without being there', () => {
    const taken = Uint8Array.of(1, 0, 1)
    expect(damageOf('thread', taken, (writer) => void writer.addThread({}))).toEqual([
      ['ThreadBlock', 'an unused thread index', '1'],
    ])
    expect(damageOf('removeThread', Uint8Array.of(7, 0))).toEqual([
      ['RemoveThreadBlock', 'a thread that is there', '7'],
    ])
    expect(damageOf('removeThread', Uint8Array.of(7))).toEqual([['RemoveThreadBlock', 'whole entries', '1 bytes']])
  })
})

const labelBlock = (...bytes: readonly number[]) => new ByteBuilder().u32(1).u32(1).bytes(Uint8Array.from(bytes)).take()

describe('labels of V6', () => {
  test('are read with every kind there is, and their activities are those of the event', () => {
    const { events, trace, damage } = read((writer) => {
      const thread = writer.addThread({})
      const metadataId = writer.defineType(type)
      const labelListId = writer.addLabels([
        { kind: 'activity', id: guid(1) },
        { kind: 'related-activity', id: guid(2) },
        { kind: 'trace', id: guid(3) },
        { kind: 'span', id: 2n ** 63n + 5n },
        { kind: 'text', key: 'k', value: 'v' },
        { kind: 'number', key: 'n', value: -129n },
        { kind: 'opcode', value: 3 },
        { kind: 'keywords', value: 2n ** 62n },
        { kind: 'level', value: 5 },
        { kind: 'version', value: 9 },
      ])
      writer.addEvent({ metadataId, timestamp: 1, thread, labelListId, payload: nothing })
      writer.addEvent({ metadataId, timestamp: 2, thread, payload: nothing })
      writer.end(3)
    })
    expect(damage).toEqual([])
    const hex = (last: number) => Buffer.from(guid(last)).toString('hex')
    expect(events.map(({ activity, relatedActivity }) => [activity, relatedActivity])).toEqual([
      [hex(1), hex(2)],
      [null, null],
    ])
    expect(trace.labels.at(-1)).toEqual([
      { kind: 'activity', bytes: guid(1) },
      { kind: 'relatedActivity', bytes: guid(2) },
      { kind: 'traceId', bytes: guid(3) },
      { kind: 'spanId', value: 2n ** 63n + 5n },
      { kind: 'text', key: 'k', value: 'v' },
      { kind: 'number', key: 'n', value: -129n },
      { kind: 'opcode', value: 3 },
      { kind: 'keywords', value: 2n ** 62n },
      { kind: 'level', value: 5 },
      { kind: 'version', value: 9 },
    ])
  })

  test.each<[string, Uint8Array]>([
    ['of an unknown kind', labelBlock(128 + 11, 0, 0)],
    ['whose list has no end', labelBlock(7, 1)],
    ['that are cut in an id', labelBlock(128 + 1, 1, 2, 3)],
    ['that are fewer than was said', new ByteBuilder().u32(1).u32(1).take()],
  ])('%s are damage', (_name, content) => {
    expect(damageOf('labelList', content)).toEqual([['LabelListBlock', '1 label lists', '0']])
  })

  test('that were not defined are reported once, and the event has none', () => {
    const { events, damage } = read((writer) => {
      const thread = writer.addThread({})
      const metadataId = writer.defineType(type)
      for (const timestamp of [1, 2])
        writer.addEvent({ metadataId, timestamp, thread, labelListId: 9, payload: nothing })
      writer.end(3)
    })
    expect(events.map(({ activity }) => activity)).toEqual([null, null])
    expect(damage.map(({ expected, found }) => [expected, found])).toEqual([['a label list that was defined', 'id 9']])
  })

  test('live until the next sequence point', () => {
    const { events, damage } = read((writer) => {
      const thread = writer.addThread({})
      const metadataId = writer.defineType(type)
      const first = writer.addLabels([{ kind: 'activity', id: guid(1) }])
      writer.addEvent({ metadataId, timestamp: 1, thread, labelListId: first, payload: nothing })
      writer.sequencePoint(2)
      const second = writer.addLabels([{ kind: 'activity', id: guid(2) }])
      expect([first, second]).toEqual([1, 1])
      writer.addEvent({ metadataId, timestamp: 3, thread, labelListId: second, payload: nothing })
      writer.end(4)
    })
    expect([events.map(({ activity }) => activity?.slice(-2)), damage]).toEqual([['01', '02'], []])
  })
})

const named = (name: string, of: FieldType): Field => ({ name, type: of })
const fixed = (element: FieldType, length: number): FieldType => ({
  code: typeCodes.fixedArray,
  fields: [],
  element,
  length,
})
const placed = (code: number, element: FieldType): FieldType => ({ code, fields: [], element })

const row = (content: ByteBuilder) => {
  const bytes = content.take()
  return new ByteBuilder().u16(0).u16(bytes.length).bytes(bytes).take()
}
const head = () => new ByteBuilder().varint(1n).text6('P').varint(7n).text6('E')

const twice = (flush: boolean) =>
  read((writer) => {
    writer.defineType(type)
    writer.sequencePoint(1, { metadata: flush })
    writer.block(v6BlockKinds.metadata, row(head().u16(0)))
    writer.end(2)
  }).damage.map(({ expected, found }) => [expected, found])

const typeOf = (content: ByteBuilder) =>
  read((writer) => {
    writer.block(v6BlockKinds.metadata, row(content))
    writer.end(1)
  }).types[0]

describe('event types of V6', () => {
  test('are read with all that the container can say about them', () => {
    const fields = [
      named('list', arrayOf(plainType(typeCodes.string))),
      named('fixed', fixed(plainType(typeCodes.int16), 3)),
      named('near', placed(typeCodes.relLoc, plainType(typeCodes.utf8Unit))),
      named('far', placed(typeCodes.dataLoc, arrayOf(plainType(typeCodes.varInt)))),
      named('point', objectOf([named('x', plainType(typeCodes.varUint)), named('y', plainType(typeCodes.guid))])),
    ]
    const extras = {
      messageTemplate: 'Hello {name}',
      description: 'says hello',
      attributes: [
        ['a', '1'],
        ['b', '2'],
      ] as const,
      providerGuid: guid(5),
    }
    const { types, damage } = read((writer) => {
      writer.defineType({ ...type, opcode: 2, keywords: 2n ** 63n, level: 3, version: 4, fields, ...extras })
      writer.defineType(type)
      writer.end(1)
    })
    expect(damage).toEqual([])
    const facts = { opcode: 2, keywords: 2n ** 63n, level: 3, version: 4 }
    expect(types[0]).toMatchObject({ metadataId: 1, provider: 'P', eventId: 7, name: 'E', ...facts, fields, extras })
    expect(types[1]).toMatchObject({ metadataId: 2, opcode: 0, keywords: 0n, level: 4, version: 0, isOpaque: false })
    expect(types[1]).toMatchObject({
      extras: { messageTemplate: '', description: '', providerGuid: null, attributes: [] },
    })
  })

  test('without fields or an optional part are read, those with an unknown item up to it', () => {
    expect(typeOf(head().u16(0))).toMatchObject({ isOpaque: false, fields: [] })
    const unknown = head().u16(0).u16(5).u8(8).u8(2).u8(99).u8(8).u8(5)
    expect(typeOf(unknown)).toMatchObject({ level: 2, isOpaque: false })
    // What lies behind the optional part is none of it.
    expect(typeOf(head().u16(0).u16(2).u8(9).u8(3).u8(8).u8(5))).toMatchObject({ version: 3, level: 0 })
  })

  test.each<[string, () => ByteBuilder]>([
    ['more fields than the row has room for', () => head().u16(200)],
    ['no number of fields', () => head()],
    ['a field that reaches over the row', () => head().u16(1).u16(90).text6('x').u8(typeCodes.int32)],
    ['a field smaller than its type', () => head().u16(1).u16(2).text6('x').u8(typeCodes.int32).u16(0)],
    ['a field of an unknown type', () => head().u16(1).u16(3).text6('x').u8(99).u16(0)],
    ['an array of an unknown type', () => head().u16(1).u16(4).text6('x').u8(typeCodes.array).u8(99).u16(0)],
    ['a guid that is cut', () => head().u16(0).u16(5).u8(7).u8(1).u8(1).u8(1).u8(1)],
    ['an item that is cut', () => head().u16(0).u16(1).u8(8)],
  ])('with %s cannot be read, but are there', (_name, content) => {
    expect(typeOf(content())).toMatchObject({ provider: 'P', name: 'E', fields: [], isOpaque: true })
  })

  test('of types inside of types are read to a depth, and not beyond', () => {
    const deep = (depth: number): FieldType => (depth === 0 ? plainType(typeCodes.byte) : arrayOf(deep(depth - 1)))
    const isOpaque = (depth: number) =>
      read((writer) => {
        writer.defineType({ ...type, fields: [named('x', deep(depth))] })
        writer.end(1)
      }).types[0]!.isOpaque
    expect([1, 8, 9, 40].map(isOpaque)).toEqual([false, false, true, true])
  })

  test.each<[string, Uint8Array, string, string]>([
    ['a header that reaches over the block', Uint8Array.of(3, 0, 1), 'a header inside the block', '3 bytes'],
    ['a header that is cut', Uint8Array.of(3), 'a header inside the block', '1 bytes'],
    ['a row that reaches over the block', Uint8Array.of(0, 0, 9, 0, 1), 'a row inside the block', '3 bytes'],
    ['a size that is cut', Uint8Array.of(0, 0, 9), 'a row inside the block', '1 bytes'],
    ['a row without a name', Uint8Array.of(0, 0, 3, 0, 1, 1, 80), 'a complete event description', '3 bytes'],
    ['an id of zero', Uint8Array.of(0, 0, 4, 0, 0, 0, 1, 0), 'a complete event description', '4 bytes'],
  ])('in a block with %s are damage', (_name, content, expected, found) => {
    expect(damageOf('metadata', content)).toEqual([['MetadataBlock', expected, found]])
  })

  test('in a block of nothing but its header are none, and a row of nothing is no description', () => {
    expect(damageOf('metadata', Uint8Array.of(0, 0))).toEqual([])
    expect(damageOf('metadata', Uint8Array.of(0, 0, 0, 0))).toEqual([
      ['MetadataBlock', 'a complete event description', '0 bytes'],
    ])
    expect(damageOf('thread', Uint8Array.of(0, 0))).toEqual([['ThreadBlock', 'a complete thread', '0 bytes']])
  })

  test('behind bytes of a later header are read', () => {
    const bytes = row(head().u16(0))
    const longer = new ByteBuilder().u16(2).u8(9).u8(9).bytes(bytes.subarray(2)).take()
    const { types, damage } = read((writer) => {
      writer.block(v6BlockKinds.metadata, longer)
      writer.end(1)
    })
    expect([types.length, damage]).toEqual([1, []])
  })

  test('of an id that is taken are damage, until a sequence point ends its life', () => {
    expect([twice(true), twice(false)]).toEqual([[], [['an unused metadata id', '1']]])
  })
})

const writeTwoEvents = (writer: V6Writer) => {
  const thread = writer.addThread({ threadId: 7n })
  const metadataId = writer.defineType(type)
  const stackId = writer.addStack([0x1000n, 0x2000n])
  const labelListId = writer.addLabels([{ kind: 'activity', id: guid(1) }])
  for (const timestamp of [1, 5])
    writer.addEvent({
      metadataId,
      timestamp,
      thread,
      stackId,
      labelListId,
      processor: 3,
      payload: Uint8Array.of(timestamp),
    })
  writer.end(9)
}

const shown = (headers: 'plain' | 'compressed') =>
  read(writeTwoEvents, { headers }).events.map(({ payloadOffset: _offset, ...event }) => event)

describe('a stream of V6', () => {
  test('says its process and machine in attributes', () => {
    const attributes = [
      ['ProcessId', '42'],
      ['HardwareThreadCount', '8'],
      ['ExpectedCPUSamplingRate', '1000000'],
      ['Other', 'x'],
    ] as const
    const { header } = read((writer) => writer.end(1), { attributes, pointerBytes: 4, syncTicks: 2n ** 40n + 7n })
    expect(header).toMatchObject({ pid: 42, processorCount: 8, samplingRateNs: 1e6, pointerBytes: 4, attributes })
    expect(header?.syncTicks).toEqual({ low: 7, high: 256 })
    const odd = read((writer) => writer.end(1), { attributes: [['ProcessId', '1e999']] })
    expect(odd.header).toMatchObject({ pid: 0, processorCount: 0, samplingRateNs: 0 })
  })

  test.each([
    ['no time at all', { ticksPerSecond: 0 }],
    ['pointers of another size', { pointerBytes: 5 as never }],
  ])('with %s has no header, and its blocks are damage', (_name, init) => {
    const { header, damage } = read((writer) => {
      writer.defineType(type)
      writer.end(1)
    }, init)
    expect(header).toBeNull()
    expect(damage.map(({ block, expected }) => [block, expected])).toEqual([
      ['TraceBlock', 'a clock and a pointer size of 4 or 8'],
      ['MetadataBlock', 'a Trace block first'],
      ['SequencePointBlock', 'a Trace block first'],
    ])
  })

  test('counts blocks of a kind that nobody knows', () => {
    const { trace, damage } = read((writer) => {
      writer.block(99, Uint8Array.of(1))
      writer.block(9, Uint8Array.of(1))
      writer.block(99, nothing)
      writer.end(1)
    })
    expect([[...trace.unknownBlocks], damage]).toEqual([
      [
        ['kind 99', 2],
        ['kind 9', 1],
      ],
      [],
    ])
  })

  test('counts what a thread could not write, and what was removed with it', () => {
    const { lostEventCount, sequencePoints } = read((writer) => {
      const first = writer.addThread({})
      const second = writer.addThread({})
      const metadataId = writer.defineType(type)
      writer.addEvent({ metadataId, timestamp: 1, thread: first, payload: nothing })
      writer.dropEvents(first, 3)
      writer.dropEvents(second, 2)
      writer.removeThread(second)
      writer.sequencePoint(5)
      writer.end(6)
    })
    expect([lostEventCount, sequencePoints]).toEqual([5, [5, 6]])
  })

  test.each<[string, Uint8Array]>([
    ['fewer threads than it says', new ByteBuilder().i64(5n).u32(0).u32(2).u8(1).u8(0).take()],
    ['threads that are cut', new ByteBuilder().i64(5n).u32(0).u32(2).u8(1).u8(0).u8(2).take()],
  ])('with a sequence point of %s is damaged there, and continues', (_name, content) => {
    const { damage, sequencePoints } = read((writer) => {
      writer.addThread({})
      writer.flush()
      writer.block(v6BlockKinds.sequencePoint, content)
      writer.end(9)
    })
    expect(damage.map(({ block, expected, found }) => [block, expected, found])).toEqual([
      ['SequencePointBlock', '2 threads', '1'],
    ])
    expect(sequencePoints).toEqual([5, 9])
  })

  test.each<[string, Uint8Array, string]>([
    ['no header', nothing, 'a block header of 20 bytes or more'],
    ['half a header', new Uint8Array(19), 'a block header of 20 bytes or more'],
  ])('with a block of events that has %s is damaged there', (_name, content, expected) => {
    expect(damageOf('event', content)).toMatchObject([['EventBlock', expected, `${content.length} bytes`]])
  })

  test('with headers that are not compressed has the same events', () => {
    expect(shown('plain')).toEqual(shown('compressed'))
    expect(shown('plain')).toHaveLength(2)
  })
})
