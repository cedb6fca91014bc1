import { expect, test } from 'vitest'
import { arrayOf, type Field, type FieldType, objectOf, plainType, typeCodes } from '../payload/field-type.ts'
import { type FieldValue, writePayload } from './payload-writer.ts'

const hex = (types: readonly FieldType[], values: readonly FieldValue[]) => {
  const fields: readonly Field[] = types.map((type, index) => ({ name: `f${index}`, type }))
  return Buffer.from(writePayload(fields, values)).toString('hex')
}
const fixed = (code: number, length: number): FieldType => ({
  code: typeCodes.fixedArray,
  fields: [],
  element: plainType(code),
  length,
})
const placed = (code: number, element: number): FieldType => ({ code, fields: [], element: plainType(element) })

test.each<[string, number, FieldValue, string]>([
  ['sbyte', typeCodes.sbyte, -2, 'fe'],
  ['byte', typeCodes.byte, 254, 'fe'],
  ['utf8Unit', typeCodes.utf8Unit, 0x41, '41'],
  ['utf16Unit', typeCodes.utf16Unit, 0x20ac, 'ac20'],
  ['int16', typeCodes.int16, -2, 'feff'],
  ['uint16', typeCodes.uint16, 65_534, 'feff'],
  ['int32', typeCodes.int32, -2, 'feffffff'],
  ['uint32', typeCodes.uint32, 4_294_967_294, 'feffffff'],
  ['single', typeCodes.single, 1.5, '0000c03f'],
  ['double', typeCodes.double, 2.5, '0000000000000440'],
  ['int64', typeCodes.int64, -2n, 'feffffffffffffff'],
  ['uint64', typeCodes.uint64, 2n ** 64n - 2n, 'feffffffffffffff'],
  ['dateTime', typeCodes.dateTime, 1n, '0100000000000000'],
  ['varUint', typeCodes.varUint, 300n, 'ac02'],
  ['varInt', typeCodes.varInt, -3n, '05'],
  ['boolean8', typeCodes.boolean8, true, '01'],
  ['boolean8', typeCodes.boolean8, false, '00'],
  ['boolean32', typeCodes.boolean32, true, '01000000'],
  ['boolean32', typeCodes.boolean32, false, '00000000'],
  ['string', typeCodes.string, 'é', 'e9000000'],
])('a value of type %s has its bytes, the lowest first', (_name, code, value, bytes) => {
  expect(hex([plainType(code)], [value])).toBe(bytes)
})

test('arrays have their length before them, unless it is fixed; a text stands for its units', () => {
  expect(hex([arrayOf(plainType(typeCodes.byte))], [[1, 2]])).toBe('02000102')
  expect(hex([arrayOf(plainType(typeCodes.utf16Unit))], ['é'])).toBe('0100e900')
  expect(hex([arrayOf(plainType(typeCodes.utf8Unit))], ['é'])).toBe('0200c3a9')
  expect(hex([fixed(typeCodes.int16, 2)], [[1, 2]])).toBe('01000200')
  expect(hex([objectOf([{ name: 'x', type: plainType(typeCodes.byte) }]), plainType(typeCodes.byte)], [[7], 8])).toBe(
    '0708',
  )
})

test('what lies elsewhere is written behind all fields, its place counted from the field or from the start', () => {
  const types = [
    placed(typeCodes.relLoc, typeCodes.byte),
    plainType(typeCodes.byte),
    placed(typeCodes.dataLoc, typeCodes.int16),
  ]
  // Five bytes behind the first field; eleven behind the start of the payload.
  expect(hex(types, [[1, 2], 9, [3]])).toBe('05000200090b00020001020300')
})

test.each<[string, string, readonly FieldType[], readonly FieldValue[]]>([
  ['fewer values than fields', '1 fields need as many values, not 0', [plainType(typeCodes.byte)], []],
  ['a text in place of a number', 'takes a number', [plainType(typeCodes.int32)], ['1']],
  ['a number in place of 64 bits', 'takes a bigint', [plainType(typeCodes.int64)], [1]],
  ['a number in place of a varint', 'takes a bigint', [plainType(typeCodes.varInt)], [1]],
  ['a number in place of a text', 'takes a string', [plainType(typeCodes.string)], [1]],
  ['a guid of 15 bytes', 'takes 16 bytes', [plainType(typeCodes.guid)], [new Uint8Array(15)]],
  ['an array that is none', 'takes a list of values or a text', [arrayOf(plainType(typeCodes.byte))], [1]],
  [
    'an array without a type of elements',
    'has a type of its elements',
    [{ code: typeCodes.array, fields: [], element: null }],
    [[1]],
  ],
  [
    'more elements than a fixed array has',
    '1 elements need as many values, not 2',
    [fixed(typeCodes.byte, 1)],
    [[1, 2]],
  ],
  ['an object that is none', 'takes a list of values', [objectOf([])], [1]],
  ['a type that nobody writes', 'is not written', [plainType(typeCodes.decimal)], [1]],
  [
    'more than a place can say',
    'reaches 64 KiB',
    [placed(typeCodes.relLoc, typeCodes.byte)],
    [Array<number>(65_536).fill(1)],
  ],
])('%s is a bug', (_name, message, types, values) => {
  expect(() => hex(types, values)).toThrow(message)
})
