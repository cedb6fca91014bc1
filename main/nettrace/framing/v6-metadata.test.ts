import { describe, expect, test } from 'vitest'
import { ByteBuilder } from '../../../shared/base/byte-builder.ts'
import { arrayOf, type Field, type FieldType, objectOf, plainType, typeCodes } from '../payload/field-type.ts'
import { damageOf, guid, read, type } from '../testing/v6-streams.ts'
import { v6BlockKinds } from '../writer/v6-writer.ts'

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
