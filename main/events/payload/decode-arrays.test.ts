import { expect, test } from 'vitest'
import {
  arrayOf,
  type Field,
  type FieldType,
  objectOf,
  plainType,
  typeCodes,
} from '../../nettrace/payload/field-type.ts'
import { compileDecoder } from './decode-payload.ts'
import { decode, field, json, text, type, u32 } from './testing/decode.ts'

const fixed = (code: number, length: number): Field => ({
  name: 'list',
  type: { code: typeCodes.fixedArray, fields: [], element: plainType(code), length },
})

const readFixed = (code: number, length: number, bytes: number[]) => {
  const payload = decode(type([fixed(code, length)]), bytes)
  return payload.fault === null ? json(payload)['list'] : payload.fault.kind
}

test('arrays of a fixed length, of bytes and of letters end where the payload does', () => {
  expect(readFixed(typeCodes.byte, 3, [1, 2, 3])).toBe('010203')
  expect(readFixed(typeCodes.byte, 3, [1, 2])).toBe('truncated')
  expect(readFixed(typeCodes.byte, 3, [1, 2, 3, 4])).toBe('overlong')
  expect(readFixed(typeCodes.utf8Unit, 2, [0x68, 0x69])).toBe('hi')
  expect(readFixed(typeCodes.utf16Unit, 2, [0x68, 0, 0x69, 0])).toBe('hi')
  expect(readFixed(typeCodes.utf16Unit, 2, [0x68, 0, 0x69])).toBe('truncated')
  expect(readFixed(typeCodes.int16, 2, [1, 0, 2, 0])).toEqual([1, 2])
  expect(readFixed(typeCodes.string, 2, [...text('a'), ...text('b')])).toEqual(['a', 'b'])
  expect(readFixed(typeCodes.string, 2, [...text('a'), 0x62, 0])).toBe('truncated')
})

const placedType = (code: number) => ({ code, fields: [], element: plainType(typeCodes.uint16) })
const placed = (code: number): Field => ({ name: 'list', type: placedType(code) })
const place = (byteCount: number, at: number) => u32(((byteCount << 16) | at) >>> 0)

const readPlaced = (code: number, bytes: number[]) => decode(type([placed(code), field('n', typeCodes.byte)]), bytes)

test('an array that is placed elsewhere lies behind its own field or behind the start of the payload', () => {
  // One byte lies between the field and the elements.
  const relative = readPlaced(typeCodes.relLoc, [...place(4, 1), 9, 5, 0, 6, 0])
  expect(json(relative)).toEqual({ list: [5, 6], n: 9 })
  const absolute = readPlaced(typeCodes.dataLoc, [...place(4, 5), 9, 5, 0, 6, 0])
  expect(json(absolute)).toEqual({ list: [5, 6], n: 9 })
  const odd = readPlaced(typeCodes.dataLoc, [...place(3, 5), 9, 5, 0, 6])
  expect(json(odd)).toEqual({ list: [5], n: 9 })
  const beyond = readPlaced(typeCodes.dataLoc, [...place(4, 6), 9, 5, 0, 6, 0])
  expect(beyond.fault).toEqual({ kind: 'truncated', field: 'list' })
  expect(readPlaced(typeCodes.dataLoc, [1, 2, 3]).fault).toEqual({ kind: 'truncated', field: 'list' })
})

/** The payload is all that the buffer has. */
const decodeAlone = (fields: readonly Field[], bytes: number[]) => {
  const buffer = Uint8Array.from(bytes)
  return compileDecoder(type(fields), 8)(buffer, new DataView(buffer.buffer), 0, buffer.length)
}

test('the first byte of a buffer is a place like any other', () => {
  const guid = Array.from({ length: 16 }, (_, index) => index + 1)
  const price = [0x19, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0]
  const list = { name: 'v', type: placedType(typeCodes.relLoc) }
  const valueOf = (code: number, bytes: number[]) => json(decodeAlone([field('v', code)], bytes))['v']
  expect(valueOf(typeCodes.guid, guid)).toBe('04030201-0605-0807-090a-0b0c0d0e0f10')
  expect(valueOf(typeCodes.dateTime, [1, 0, 0, 0, 0, 0, 0, 0])).toBe('1601-01-01T00:00:00.0000001Z')
  expect(valueOf(typeCodes.varUint, [5])).toBe(5)
  expect(valueOf(typeCodes.varInt, [4])).toBe(2)
  expect(valueOf(typeCodes.boolean32, [0, 0, 0, 0])).toBe(false)
  expect(valueOf(typeCodes.boolean8, [0])).toBe(false)
  expect(valueOf(typeCodes.decimal, price)).toBe('281474976710656')
  expect(json(decodeAlone([{ name: 'v', type: arrayOf(plainType(typeCodes.byte)) }], [1, 0, 7]))).toEqual({ v: '07' })
  expect(json(decodeAlone([list], [...u32(4 << 16), 5, 0, 6, 0]))).toEqual({ v: [5, 6] })
})

const placedIn = (element: FieldType, bytes: number[]) => {
  const list = { name: 'v', type: { code: typeCodes.relLoc, fields: [], element } }
  return json(decodeAlone([list], [...u32(bytes.length << 16), ...bytes]))
}

test('elements that are placed elsewhere may be arrays themselves', () => {
  const pair = { code: typeCodes.fixedArray, fields: [], element: plainType(typeCodes.int16), length: 2 }
  expect(placedIn(pair, [1, 0, 2, 0, 3, 0, 4, 0])).toEqual({
    v: [
      [1, 2],
      [3, 4],
    ],
  })
  expect(placedIn(arrayOf(plainType(typeCodes.int16)), [0, 0, 0, 0])).toEqual({ v: [[], []] })
})

test('elements that are placed elsewhere are as large as all of their fields', () => {
  const point = objectOf([field('x', typeCodes.int16), field('y', typeCodes.int32)])
  const list = { name: 'v', type: { code: typeCodes.relLoc, fields: [], element: point } }
  const points = [1, 0, ...u32(2), 3, 0, ...u32(4)]
  expect(json(decodeAlone([list], [...u32(12 << 16), ...points]))).toEqual({
    v: [
      { x: 1, y: 2 },
      { x: 3, y: 4 },
    ],
  })
})
