import { describe, expect, test } from 'vitest'
import { ByteBuilder } from '../../shared/base/byte-builder.ts'
import { ByteCursor } from './byte-cursor.ts'
import { type EventType, readEventType } from './event-type.ts'
import { arrayOf, type Field, objectOf, plainType, typeCodes } from './payload/field-type.ts'
import { writeEventType } from './writer/metadata-writer.ts'

const field = (name: string, code: number = typeCodes.int32): Field => ({ name, type: plainType(code) })

function read(bytes: Uint8Array): EventType | null {
  return readEventType(new ByteCursor(bytes))
}

/** Up to the first form of the fields. */
const head = () => new ByteBuilder().i32(1).text('P').i32(7).text('E').i64(16n).i32(2).i32(4)

/** The fields of a description that goes on like this; null when they stay unknown. */
function fieldsOf(build: (builder: ByteBuilder) => ByteBuilder): readonly Field[] | null {
  const type = read(build(head()).take())!
  return type.isOpaque && type.fields.length === 0 ? null : type.fields
}

/** A tag with so many bytes of content, whatever these are. */
const tag =
  (kind: number, content: Uint8Array, byteCount = content.length) =>
  (builder: ByteBuilder) =>
    builder.i32(0).i32(byteCount).u8(kind).bytes(content)

const named = (name: string, code: number, sizeError = 0) => {
  const content = new ByteBuilder().text(name).i32(code).take()
  return new ByteBuilder()
    .i32(content.length + 4 + sizeError)
    .bytes(content)
    .take()
}
const namedList = (...fields: readonly Uint8Array[]) =>
  fields.reduce((builder, bytes) => builder.bytes(bytes), new ByteBuilder().i32(fields.length)).take()

const countOfPlain = (count: number, given: number) =>
  fieldsOf((builder) => {
    builder.i32(count)
    for (let index = 0; index < given; index++) builder.i32(typeCodes.byte).text('')
    return builder
  })?.length

const codesOf = (code: number) =>
  fieldsOf((builder) => builder.i32(1).i32(code).text('x'))?.map(({ type }) => type.code)

const writtenFields = (outer: readonly Field[]) =>
  read(writeEventType(1, { provider: 'P', eventId: 1, name: 'E', fields: outer }))?.fields

const nested = (depth: number): Field => (depth === 0 ? field('x') : { name: 'o', type: objectOf([nested(depth - 1)]) })

const lists = (depth: number): Field['type'] => (depth === 0 ? plainType(typeCodes.int32) : arrayOf(lists(depth - 1)))

const isOpaque = (one: Field) =>
  read(writeEventType(1, { provider: 'P', eventId: 1, name: 'E', fields: [one] }))?.isOpaque

const opcodeOf = (kind: number, content: readonly number[]) =>
  read(tag(kind, Uint8Array.from(content))(head()).take())?.opcode

const withUnknownTag = (builder: ByteBuilder) => tag(9, Uint8Array.of(1, 2, 3))(builder)

const namesOf = (...all: readonly Uint8Array[]) => fieldsOf(tag(2, namedList(...all)))?.map(({ name }) => name)

const countOfNamed = (count: number, given: number) => {
  const shortest = named('', typeCodes.byte)
  const content = new ByteBuilder().i32(count)
  for (let index = 0; index < given; index++) content.bytes(shortest)
  return fieldsOf(tag(2, content.take()))?.length
}

describe('the description of an event', () => {
  test('is what was written, with and without arrays', () => {
    const plain = { provider: 'P', eventId: 7, name: 'E', keywords: 2n ** 63n, version: 2, level: 5, opcode: 9 }
    for (const fields of [
      [field('a'), field('b', typeCodes.string)],
      [field('a'), { name: 'list', type: arrayOf(arrayOf(plainType(typeCodes.guid))) }],
      [field('a'), { name: 'inner', type: objectOf([field('x'), field('y', typeCodes.double)]) }],
      [],
    ])
      expect(read(writeEventType(3, { ...plain, fields }))).toEqual({
        metadataId: 3,
        ...plain,
        fields,
        isOpaque: false,
      })
  })

  test('that is cut before its fields is none, and one without a count of fields has none', () => {
    const bytes = head().take()
    for (let length = 0; length < bytes.length; length++) expect(read(bytes.subarray(0, length))).toBeNull()
    expect(read(bytes)).toMatchObject({ metadataId: 1, provider: 'P', eventId: 7, fields: [], isOpaque: false })
  })

  test('that is cut anywhere in its fields leaves the payload unread', () => {
    const bytes = writeEventType(3, { provider: 'P', eventId: 7, name: 'E', fields: [field('a'), field('b')] }, false)
    for (let length = head().take().length + 1; length < bytes.length; length++)
      expect([length, read(bytes.subarray(0, length))?.isOpaque]).toEqual([length, true])
    expect(read(bytes)).toMatchObject({ isOpaque: false })
  })

  test('has no more fields than it has room for', () => {
    expect([countOfPlain(2, 2), countOfPlain(0, 0), countOfPlain(3, 2), countOfPlain(-1, 2)]).toEqual([
      2,
      0,
      undefined,
      undefined,
    ])
    expect([countOfPlain(1024, 1024), countOfPlain(1025, 1025)]).toEqual([1024, undefined])
  })

  test('has fields of known types only; arrays and what is new in V6 have no first form', () => {
    const known = Array.from({ length: 30 }, (_, code) => code).filter((code) => codesOf(code) !== undefined)
    expect(known).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18])
    expect(codesOf(0)).toBeUndefined()
  })

  test('loses an unnamed object around all of its fields', () => {
    const inner = [field('a'), field('b')]
    expect(writtenFields([{ name: '', type: objectOf(inner) }])).toEqual(inner)
    expect(writtenFields([{ name: '', type: objectOf([{ name: '', type: objectOf(inner) }]) }])).toEqual(inner)
    for (const kept of [
      [{ name: 'o', type: objectOf(inner) }],
      [{ name: '', type: objectOf(inner) }, field('c')],
      [field('', typeCodes.byte)],
    ])
      expect(writtenFields(kept)).toEqual(kept)
  })

  test('has objects inside of objects to a depth, and not beyond', () => {
    expect([isOpaque(nested(8)), isOpaque(nested(9))]).toEqual([false, true])
    expect([isOpaque({ name: 'l', type: lists(7) }), isOpaque({ name: 'l', type: lists(8) })]).toEqual([false, true])
  })
})

describe('what follows the fields of an event', () => {
  test('is an opcode when it says so and has one', () => {
    expect([opcodeOf(1, [5]), opcodeOf(1, [5, 6]), opcodeOf(1, []), opcodeOf(3, [5])]).toEqual([5, 5, 0, 0])
  })

  test('is stepped over when nobody knows it, and fewer than five bytes are nothing', () => {
    const type = read(
      withUnknownTag(head())
        .i32(1)
        .u8(1)
        .u8(6)
        .bytes(Uint8Array.of(9, 9, 9, 9))
        .take(),
    )
    expect(type).toMatchObject({ opcode: 6, isOpaque: false })
  })

  test('says nothing about fields that were not understood: what stands there may be anything', () => {
    const content = namedList(named('x', typeCodes.byte))
    const behindBadCount = (builder: ByteBuilder) => builder.i32(-1).i32(content.length).u8(2).bytes(content)
    expect(fieldsOf(behindBadCount)).toBeNull()
    const behindBadTag = (builder: ByteBuilder) =>
      tag(9, new Uint8Array(0), -1)(builder).i32(content.length).u8(2).bytes(content)
    expect(fieldsOf(behindBadTag)).toBeNull()
  })

  test('has no less than no bytes, and none behind its end', () => {
    const content = namedList(named('x', typeCodes.byte))
    expect(fieldsOf(tag(2, content))).toEqual([field('x', typeCodes.byte)])
    expect(fieldsOf(tag(2, content, content.length + 1))).toBeNull()
    expect(fieldsOf(tag(9, new Uint8Array(0), -1))).toBeNull()
    expect(fieldsOf(tag(9, new Uint8Array(0), 0))).toEqual([])
  })

  test('is fields whose sizes count themselves; what a field has more is stepped over', () => {
    const last = named('y', typeCodes.byte)
    expect(namesOf(named('x', typeCodes.byte), last)).toEqual(['x', 'y'])
    const longer = new ByteBuilder()
      .bytes(named('x', typeCodes.byte, 2))
      .u16(0xffff)
      .take()
    expect(namesOf(longer, last)).toEqual(['x', 'y'])
    expect(namesOf(named('x', typeCodes.byte, -1), last)).toBeUndefined()
    expect(namesOf(last, named('x', typeCodes.byte, 1))).toBeUndefined()
    expect(namesOf(named('', typeCodes.byte))).toEqual([''])
    expect(namesOf(named('', typeCodes.byte, -1))).toBeUndefined()
    expect(namesOf(last, named('x', 99))).toBeUndefined()
  })

  test('counts no more fields than there is room for', () => {
    expect([countOfNamed(2, 2), countOfNamed(0, 0), countOfNamed(2, 1), countOfNamed(-1, 1)]).toEqual([
      2,
      0,
      undefined,
      undefined,
    ])
    expect([countOfNamed(1024, 1024), countOfNamed(1025, 1025)]).toEqual([1024, undefined])
  })
})
