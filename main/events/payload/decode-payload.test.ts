import { expect, test } from 'vitest'
import { array, assert, constantFrom, nat, property, string } from 'fast-check'
import { arrayOf, type Field, objectOf, plainType, typeCodes } from '../../nettrace/payload/field-type.ts'
import { stepsOf } from '../../nettrace/work-steps.ts'
import { compileDecoder, type DecodedPayload } from './decode-payload.ts'
import { FileTime, valueJson, valueText } from './payload-value.ts'
import { utf8Text } from './utf8-text.ts'

const type = (fields: readonly Field[], provider = 'Acme', eventId = 1, name = 'E') => ({
  provider,
  eventId,
  name,
  fields,
  isOpaque: false,
})
const decode = (of: ReturnType<typeof type>, bytes: number[], pointerBytes = 8): DecodedPayload => {
  // Lies in the middle of a larger buffer, as in a block.
  const buffer = Uint8Array.from([0xee, ...bytes, 0xee, 0xee])
  return compileDecoder(of, pointerBytes)(buffer, new DataView(buffer.buffer), 1, 1 + bytes.length)
}
const json = (payload: DecodedPayload) => Object.fromEntries(payload.fields.map((f) => [f.name, valueJson(f.value)]))
const text = (value: string): number[] =>
  Array.from(`${value}\0`, (c) => [c.charCodeAt(0) & 255, c.charCodeAt(0) >> 8]).flat()
const u32 = (value: number): number[] => [0, 8, 16, 24].map((shift) => (value >>> shift) & 255)
const field = (name: string, code: number): Field => ({ name, type: plainType(code) })

test('fields of every fixed size are read exactly', () => {
  const fields = [
    field('sbyte', typeCodes.sbyte),
    field('long', typeCodes.int64),
    field('ulong', typeCodes.uint64),
    field('char', typeCodes.utf16Unit),
    field('float', typeCodes.single),
    field('guid', typeCodes.guid),
    field('time', typeCodes.dateTime),
    field('flag', typeCodes.boolean32),
  ]
  const bytes = [
    'ff',
    'feffffffffffffff',
    'ffffffffffffffff',
    'e900',
    '0000c03f',
    '33221100554477668899aabbccddeeff',
    '00803ed5deb19d01',
    '01000000',
  ].flatMap((digits) => Array.from(Buffer.from(digits, 'hex')))
  const payload = decode(type(fields), bytes)
  expect(payload.fault).toBeNull()
  expect(json(payload)).toEqual({
    sbyte: -1,
    long: -2,
    ulong: '18446744073709551615',
    char: 'é',
    float: 1.5,
    guid: '00112233-4455-6677-8899-aabbccddeeff',
    time: '1970-01-01T00:00:00.0000000Z',
    flag: true,
  })
})

test('nested objects and arrays keep their shape, arrays of characters are text, of bytes are bytes', () => {
  const inner = objectOf([field('x', typeCodes.int16), { name: 'tags', type: arrayOf(plainType(typeCodes.string)) }])
  const fields = [
    { name: 'items', type: arrayOf(inner) },
    { name: 'blob', type: arrayOf(plainType(typeCodes.byte)) },
    { name: 'word', type: arrayOf(plainType(typeCodes.utf16Unit)) },
  ]
  const bytes = [2, 0, 5, 0, 2, 0, ...text('a'), ...text(''), 6, 0, 0, 0, 3, 0, 1, 2, 3, 2, 0, 0x68, 0, 0x69, 0]
  const payload = decode(type(fields), bytes)
  expect(payload.fault).toBeNull()
  expect(json(payload)).toEqual({
    items: [
      { x: 5, tags: ['a', ''] },
      { x: 6, tags: [] },
    ],
    blob: '010203',
    word: 'hi',
  })
  expect(valueText(payload.fields[0]!.value, payload.fields[0]!.shape)).toBe(
    '[{ x: 5, tags: [a, ] }, { x: 6, tags: [] }]',
  )
})

test('a payload that ends too early or too late is flagged, with the fields before the fault', () => {
  const fields = [field('a', typeCodes.int32), field('b', typeCodes.string)]
  expect(decode(type(fields), [...u32(7), ...text('ok')]).fault).toBeNull()
  const cut = decode(type(fields), [...u32(7), 0x6f, 0, 0x6b])
  expect([json(cut), cut.fault]).toEqual([{ a: 7 }, { kind: 'truncated', field: 'b' }])
  const long = decode(type(fields), [...u32(7), ...text('ok'), 9, 9])
  expect([json(long), long.fault]).toEqual([
    { a: 7, b: 'ok' },
    { kind: 'overlong', byteCount: 2 },
  ])
  const many = decode(type([{ name: 'a', type: arrayOf(plainType(typeCodes.int32)) }]), [255, 255, ...u32(1)])
  expect(many.fault).toEqual({ kind: 'truncated', field: 'a' })
})

test('an event of the runtime may be older or newer than the table', () => {
  const gcStart = type([], 'Microsoft-Windows-DotNETRuntime', 1, '')
  const oldest = decode(gcStart, [...u32(3), ...u32(2)])
  expect([json(oldest), oldest.fault]).toEqual([{ Count: 3, Depth: 2 }, null])
  const known = [...u32(3), ...u32(2), ...u32(1), ...u32(1), 9, 0, ...u32(1), ...u32(0)]
  const newest = decode(gcStart, [...known, 1, 2, 3])
  expect([newest.fault, [...newest.rest]]).toEqual([null, [1, 2, 3]])
  const reason = newest.fields.find((entry) => entry.name === 'Reason')!
  expect(valueText(reason.value, reason.shape)).toBe('Induced')
  const unknown = decode(type([], 'Microsoft-Windows-DotNETRuntime', 9999, ''), [1, 2])
  expect([unknown.fields, unknown.fault, [...unknown.rest]]).toEqual([[], { kind: 'unknown-layout' }, [1, 2]])
})

test('counted arrays of the runtime follow their count and the width of pointers', () => {
  const rootEdges = type([], 'Microsoft-Windows-DotNETRuntime', 16, '')
  const head = [...u32(0), ...u32(1), 9, 0]
  const narrow = decode(rootEdges, [...head, ...u32(0x1000), 2, ...u32(1), ...u32(0x2000)], 4)
  expect(narrow.fault).toBeNull()
  expect(valueText(narrow.fields[3]!.value, narrow.fields[3]!.shape)).toBe(
    '[{ RootedNodeAddress: 0x1000, GCRootKind: Handle, GCRootFlag: Pinning, GCRootID: 0x2000 }]',
  )
})

test('self-describing events write booleans as one byte under the code of four: the exact fit decides', () => {
  const fields = [field('flag', typeCodes.boolean32), field('n', typeCodes.int32)]
  expect(json(decode(type(fields), [...u32(1), ...u32(5)]))).toEqual({ flag: true, n: 5 })
  const narrow = decode(type(fields), [1, ...u32(5)])
  expect([json(narrow), narrow.fault]).toEqual([{ flag: true, n: 5 }, null])
})

test('times print all seven digits, also before 1970', () => {
  expect([1n, 132_000_000_000_000_001n].map((ticks) => String(new FileTime(ticks)))).toEqual([
    '1601-01-01T00:00:00.0000001Z',
    '2019-04-17T18:40:00.0000001Z',
  ])
})

test('UTF-8 is what the platform says it is, damaged bytes included', () => {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  assert(
    property(string({ unit: 'binary' }), (value) => {
      const bytes = new TextEncoder().encode(value)
      expect(utf8Text(bytes, 0, bytes.length)).toBe(decoder.decode(bytes))
    }),
  )
  expect(utf8Text(Uint8Array.of(0x61, 0xff, 0x62), 0, 3)).toBe('a\ufffdb')
})

test('whatever the bytes are, decoding ends, stays inside and does not throw', () => {
  const ids = [1, 10, 15, 16, 18, 38, 39, 80, 143, 152, 190, 204, 205, 291]
  assert(
    property(constantFrom(...ids), array(nat(255), { maxLength: 300 }), (id, bytes) => {
      const payload = decode(type([], 'Microsoft-Windows-DotNETRuntime', id, ''), bytes)
      expect(payload.rest.length).toBeLessThanOrEqual(bytes.length)
    }),
  )
})

test('arrays placed one over the other cost no more than the payload has bytes', () => {
  const list = { code: typeCodes.relLoc, fields: [], element: plainType(typeCodes.uint16) }
  const fields = Array.from({ length: 100 }, (_, index) => ({ name: `l${index}`, type: list }))
  const places = fields.flatMap((_, index) => u32(((400 << 16) | (400 - 4 * (index + 1))) >>> 0))
  let fault: unknown = null
  const steps = stepsOf(() => {
    fault = decode(type(fields), [...places, ...Array.from({ length: 400 }, () => 1)]).fault
  })
  expect(fault).toEqual({ kind: 'truncated', field: 'l2' })
  expect(steps).toBeLessThanOrEqual(400)
})
