import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { utf16Text } from '../byte-cursor.ts'
import { type FieldValue, writePayload } from '../writer/payload-writer.ts'
import { compilePayload, PayloadSlots } from './compile-payload.ts'
import { stepsOf } from '../work-steps.ts'
import { arrayOf, emptyFieldCount, type Field, type FieldType, objectOf, plainType, typeCodes } from './field-type.ts'

const field = (name: string, code: number): Field => ({ name, type: plainType(code) })

function decode(fields: readonly Field[], wanted: readonly string[], bytes: Uint8Array, end = bytes.length) {
  const slots = new PayloadSlots(wanted.length)
  compilePayload(fields, wanted)(bytes, new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), 0, end, slots)
  return wanted.map((_, slot) => {
    if (slots.isPresent[slot] !== 1) return null
    const { textStart, textEnd } = slots
    return textEnd[slot]! > 0 ? utf16Text(bytes, textStart[slot]!, textEnd[slot]!) : slots.number[slot]!
  })
}

const fields: readonly Field[] = [
  field('skippedByte', typeCodes.byte),
  field('skippedGuid', typeCodes.guid),
  field('small', typeCodes.int16),
  field('skippedText', typeCodes.string),
  field('text', typeCodes.string),
  { name: 'list', type: arrayOf(plainType(typeCodes.string)) },
  { name: 'numbers', type: arrayOf(plainType(typeCodes.int32)) },
  { name: 'nested', type: objectOf([field('a', typeCodes.string), field('b', typeCodes.double)]) },
  field('big', typeCodes.uint64),
  field('time', typeCodes.dateTime),
  field('real', typeCodes.single),
]
const bytes = writePayload(fields, [
  7,
  new Uint8Array(16),
  -5,
  'skip me',
  'größe 日本',
  ['x', '', 'y'],
  [1, 2, 3],
  ['inner', 2.5],
  2n ** 52n + 1n,
  BigInt(Date.UTC(2026, 0, 1)) * 10_000n + 116_444_736_000_000_000n,
  0.5,
])

test('wanted fields are found behind fixed, variable, array and nested ones', () => {
  const wanted = ['small', 'text', 'big', 'time', 'real', 'absent']
  expect(decode(fields, wanted, bytes)).toEqual([-5, 'größe 日本', 2 ** 52 + 1, Date.UTC(2026, 0, 1), 0.5, null])
})

test('fields of V6 streams are skipped and read', () => {
  const v6: readonly Field[] = [
    { name: 'fixed', type: { code: typeCodes.fixedArray, fields: [], element: plainType(typeCodes.int16), length: 3 } },
    {
      name: 'fixedTexts',
      type: { code: typeCodes.fixedArray, fields: [], element: plainType(typeCodes.string), length: 2 },
    },
    { name: 'none', type: { code: typeCodes.fixedArray, fields: [], element: plainType(typeCodes.guid), length: 0 } },
    field('skippedVar', typeCodes.varUint),
    field('var', typeCodes.varUint),
    field('signed', typeCodes.varInt),
    field('negative', typeCodes.varInt),
    field('flag', typeCodes.boolean8),
    field('after', typeCodes.uint32),
  ]
  const payload = writePayload(v6, [[1, 2, 3], ['a', ''], [], 2n ** 63n, 2n ** 40n + 3n, 2n ** 45n, -129n, true, 77])
  const wanted = ['var', 'signed', 'negative', 'after']
  const whole = [2 ** 40 + 3, 2 ** 45, -129, 77]
  expect(decode(v6, wanted, payload)).toEqual(whole)
  for (let end = 0; end < payload.length; end++) {
    const cut = decode(v6, wanted, payload, end)
    const presentCount = cut.findIndex((value) => value === null)
    expect(cut.slice(0, presentCount)).toEqual(whole.slice(0, presentCount))
  }
})

const fixed = (element: FieldType, length: number): FieldType => ({
  ...arrayOf(element),
  code: typeCodes.fixedArray,
  length,
})

test('each kind of field is stepped over by itself, to its last byte', () => {
  const number = plainType(typeCodes.int16)
  const text = plainType(typeCodes.string)
  const pair = objectOf([field('a', typeCodes.byte), field('b', typeCodes.string)])
  const skipped: readonly (readonly [FieldType, FieldValue])[] = [
    [number, -2],
    [text, 'ab'],
    [text, ''],
    [pair, [1, 'x']],
    [objectOf([]), []],
    [arrayOf(number), [1, 2, 3]],
    [arrayOf(number), []],
    [arrayOf(text), ['a', '', 'b']],
    [
      arrayOf(pair),
      [
        [1, 'x'],
        [2, ''],
      ],
    ],
    [fixed(number, 3), [1, 2, 3]],
    [fixed(number, 0), []],
    [fixed(text, 2), ['a', '']],
    [fixed(text, 0), []],
    [plainType(typeCodes.varUint), 300n],
    [plainType(typeCodes.varInt), -1n],
  ]
  for (const [index, [type, value]] of skipped.entries()) {
    const layout = [{ name: 'skipped', type }, field('after', typeCodes.uint32)]
    const payload = writePayload(layout, [value, 0xfeed_f00d])
    expect([index, decode(layout, ['after'], payload)]).toEqual([index, [0xfeed_f00d]])
    expect([index, decode(layout, ['after'], payload, payload.length - 1)]).toEqual([index, [null]])
  }
})

test('a payload cut anywhere gives the fields before the cut and never reads beyond it', () => {
  const wanted = ['small', 'text', 'big', 'time', 'real']
  const whole = decode(fields, wanted, bytes)
  for (let end = 0; end < bytes.length; end++) {
    const cut = decode(fields, wanted, bytes, end)
    const presentCount = cut.findIndex((value) => value === null)
    expect(presentCount).toBeGreaterThanOrEqual(0)
    expect(cut.slice(0, presentCount)).toEqual(whole.slice(0, presentCount))
    expect(cut.slice(presentCount).every((value) => value === null)).toBe(true)
  }
})

test('any bytes in place of a payload give absent fields or values, never an exception', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 80 }), (random) => {
      decode(fields, ['small', 'text', 'big', 'time', 'real', 'list', 'nested'], random)
    }),
    { numRuns: 500 },
  )
})

test('an array of objects without fields costs nothing, whatever its declared length', () => {
  const hollow = objectOf(Array.from({ length: 64 }, (_, index) => ({ name: `f${index}`, type: objectOf([]) })))
  const layout = [{ name: 'list', type: arrayOf(hollow) }, field('after', typeCodes.byte)]
  const steps = stepsOf(() => expect(decode(layout, ['after'], Uint8Array.of(0xff, 0xff, 7))).toEqual([7]))
  expect(steps).toBe(0)
})

test('an array costs no more steps than its payload has bytes', () => {
  const layout = [{ name: 'list', type: arrayOf(objectOf([field('a', typeCodes.string)])) }, field('b', typeCodes.byte)]
  const bytes = new Uint8Array(100)
  bytes.fill(0xff, 0, 2)
  expect(stepsOf(() => decode(layout, ['b'], bytes))).toBeLessThan(bytes.length)
})

const fixedArray = (element: FieldType | null, length: number) => ({
  code: typeCodes.fixedArray,
  fields: [],
  element,
  length,
})

test('fields that take no bytes are counted, also inside of others', () => {
  const empty = { name: '', type: objectOf([]) }
  expect(emptyFieldCount([field('a', typeCodes.byte)])).toBe(0)
  expect(emptyFieldCount([empty, { name: '', type: objectOf([empty]) }])).toBe(3)
  expect(emptyFieldCount([{ name: '', type: arrayOf(objectOf([empty, field('a', typeCodes.byte)])) }])).toBe(1)
  expect(emptyFieldCount([{ name: 'of none', type: fixedArray(plainType(typeCodes.byte), 0) }])).toBe(1)
  expect(emptyFieldCount([{ name: 'of nothing known', type: fixedArray(null, 3) }])).toBe(1)
  expect(emptyFieldCount([{ name: 'of objects of nothing', type: fixedArray(empty.type, 3) }])).toBe(2)
  expect(emptyFieldCount([{ name: 'of bytes', type: fixedArray(plainType(typeCodes.byte), 3) }])).toBe(0)
})

test('every kind of number is read as it was written', () => {
  const values: readonly (readonly [number, number | bigint | boolean, number])[] = [
    [typeCodes.sbyte, -2, -2],
    [typeCodes.byte, 254, 254],
    [typeCodes.int16, -300, -300],
    [typeCodes.uint16, 65_000, 65_000],
    [typeCodes.utf16Unit, 0x20ac, 0x20ac],
    [typeCodes.int32, -70_000, -70_000],
    [typeCodes.uint32, 4_000_000_000, 4_000_000_000],
    [typeCodes.int64, -(2n ** 40n) - 5n, -(2 ** 40) - 5],
    [typeCodes.uint64, 2n ** 52n + 5n, 2 ** 52 + 5],
    [typeCodes.single, 1.5, 1.5],
    [typeCodes.double, -2.25, -2.25],
    [typeCodes.boolean32, true, 1],
  ]
  for (const [code, value, number] of values) {
    const one = [field('before', typeCodes.byte), field('v', code), field('after', typeCodes.byte)]
    const bytes = writePayload(one, [1, value, 77])
    expect([code, ...decode(one, ['v', 'after'], bytes)]).toEqual([code, number, 77])
    const last = writePayload([field('v', code)], [value])
    expect([code, ...decode([field('v', code)], ['v'], last)]).toEqual([code, number])
    expect([code, ...decode([field('v', code)], ['v'], last, last.length - 1)]).toEqual([code, null])
    // Cut within the value, and cut within what is skipped.
    expect([code, ...decode(one, ['v', 'after'], bytes, bytes.length - 2)]).toEqual([code, null, null])
    expect([code, ...decode(one, ['after'], bytes, bytes.length - 1)]).toEqual([code, null])
  }
})

test('what the payload of an event before had is gone', () => {
  const slots = new PayloadSlots(2)
  const layout = [field('a', typeCodes.byte), field('b', typeCodes.byte)]
  const decoder = compilePayload(layout, ['a', 'b'])
  const take = (...payload: readonly number[]) => {
    const given = Uint8Array.from(payload)
    decoder(given, new DataView(given.buffer), 0, given.length, slots)
    return [...slots.isPresent]
  }
  expect([take(1, 2), take(1), take()]).toEqual([
    [1, 1],
    [1, 0],
    [0, 0],
  ])
})

test('a text, a list and a number of any length may end their payload', () => {
  const text = writePayload([field('t', typeCodes.string)], ['ab'])
  expect(decode([field('t', typeCodes.string)], ['t'], text)).toEqual(['ab'])
  const number = [field('n', typeCodes.varUint)]
  expect(decode(number, ['n'], Uint8Array.of(0x81, 1))).toEqual([129])
  expect(decode(number, ['n'], Uint8Array.of(0x81, 1), 1)).toEqual([null])
  // Ten bytes are the longest, and an eleventh is none of them.
  const longest = Uint8Array.from([...Array<number>(9).fill(0x80), 0, 7])
  expect(decode([...number, field('after', typeCodes.byte)], ['n', 'after'], longest)).toEqual([0, 7])
  expect(decode(number, ['n'], Uint8Array.from([...Array<number>(10).fill(0x80), 0]))).toEqual([null])
})

test('an empty list that is cut before its count ends the payload', () => {
  const layout = [{ name: 'list', type: arrayOf(plainType(typeCodes.string)) }, field('after', typeCodes.byte)]
  expect(decode(layout, ['after'], Uint8Array.of(0, 0, 7))).toEqual([7])
  expect(decode(layout, ['after'], Uint8Array.of(0))).toEqual([null])
})

test('what is no number is stepped over', () => {
  const list = { name: 'v', type: arrayOf(plainType(typeCodes.byte)) }
  const fields = [field('id', typeCodes.guid), list, field('after', typeCodes.byte)]
  const bytes = writePayload(fields, [new Uint8Array(16), [1, 2], 77])
  expect(decode(fields, ['id', 'v', 'after'], bytes)).toEqual([null, null, 77])
})

test('a text ends at its first character of zero, not where the zeros of two characters meet', () => {
  const layout = [field('before', typeCodes.byte), field('text', typeCodes.string), field('after', typeCodes.byte)]
  for (let length = 0; length < 9; length++) {
    const text = 'aĀ'.repeat(5).slice(0, length)
    const payload = writePayload(layout, [1, text, 77])
    // An empty text has both ends at the same place, and no number.
    const slots = new PayloadSlots(2)
    compilePayload(layout, ['text', 'after'])(payload, new DataView(payload.buffer), 0, payload.length, slots)
    expect(utf16Text(payload, slots.textStart[0]!, slots.textEnd[0]!)).toBe(text)
    expect([...slots.isPresent, slots.number[1]]).toEqual([1, 1, 77])
  }
})
