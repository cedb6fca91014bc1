import { expect, test } from 'vitest'
import { array, assert, constantFrom, nat, property } from 'fast-check'
import { arrayOf, objectOf, plainType, typeCodes } from '../../nettrace/payload/field-type.ts'
import { stepsOf } from '../../nettrace/work-steps.ts'
import { compileDecoder } from './decode-payload.ts'
import type { TextPlace } from './payload-cursor.ts'
import { FileTime, valueText } from './payload-value.ts'
import { decode, field, json, text, type, u32 } from './testing/decode.ts'

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
  const uncounted = decode(type([{ name: 'a', type: arrayOf(plainType(typeCodes.int32)) }]), [1])
  expect(uncounted.fault).toEqual({ kind: 'truncated', field: 'a' })
  // Elements of no bytes would fit in any number.
  const nothing = decode(type([{ name: 'a', type: arrayOf(objectOf([])) }]), [5, 0])
  expect(nothing.fault).toEqual({ kind: 'truncated', field: 'a' })
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
  const nested = decode(type([{ name: 'o', type: objectOf(fields) }]), [1, ...u32(5)])
  expect([json(nested), nested.fault]).toEqual([{ o: { flag: true, n: 5 } }, null])
})

test('self-describing events write decimals as eight bytes under the code of sixteen', () => {
  const price = decode(type([field('price', typeCodes.decimal)]), [0, 0, 0, 0, 0, 0, 4, 0x40])
  expect([json(price), price.fault]).toEqual([{ price: 2.5 }, null])
})

test('each element of an array is a step of work', () => {
  const list = type([{ name: 'a', type: arrayOf(plainType(typeCodes.int32)) }])
  expect(stepsOf(() => decode(list, [3, 0, ...u32(1), ...u32(2), ...u32(3)]))).toBeGreaterThanOrEqual(3)
})

test('times print all seven digits, also before 1970', () => {
  expect([1n, 132_000_000_000_000_001n].map((ticks) => String(new FileTime(ticks)))).toEqual([
    '1601-01-01T00:00:00.0000001Z',
    '2019-04-17T18:40:00.0000001Z',
  ])
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

test('the other widths of the metadata, and the numbers of V6 that have none, are read exactly', () => {
  const fields = [
    field('short', typeCodes.int16),
    field('ushort', typeCodes.uint16),
    field('uint', typeCodes.uint32),
    field('byte', typeCodes.byte),
    field('double', typeCodes.double),
    field('narrow', typeCodes.boolean8),
    field('letter', typeCodes.utf8Unit),
    field('up', typeCodes.varUint),
    field('down', typeCodes.varInt),
  ]
  const bytes = ['feff', 'feff', 'feffffff', 'fe', '0000000000000440', '02', '5a', '8001', '03']
  const payload = decode(
    type(fields),
    bytes.flatMap((digits) => Array.from(Buffer.from(digits, 'hex'))),
  )
  expect(payload.fault).toBeNull()
  expect(json(payload)).toEqual({
    short: -2,
    ushort: 65_534,
    uint: 4_294_967_294,
    byte: 254,
    double: 2.5,
    narrow: true,
    letter: 'Z',
    up: 128,
    down: -2,
  })
})

test('a value that the payload ends inside of is missing, and named', () => {
  const bytesOf: readonly (readonly [string, number, number])[] = [
    ['sbyte', typeCodes.sbyte, 1],
    ['short', typeCodes.int16, 2],
    ['int', typeCodes.int32, 4],
    ['long', typeCodes.int64, 8],
    ['float', typeCodes.single, 4],
    ['double', typeCodes.double, 8],
    ['flag', typeCodes.boolean32, 4],
    ['guid', typeCodes.guid, 16],
    ['time', typeCodes.dateTime, 8],
    ['decimal', typeCodes.decimal, 16],
    ['char', typeCodes.utf16Unit, 2],
    ['text', typeCodes.string, 2],
  ]
  for (const [name, code, byteCount] of bytesOf) {
    const whole = type([field('first', typeCodes.byte), field(name, code)])
    const zeros = Array.from({ length: byteCount }, () => 0)
    expect([name, decode(whole, [1, ...zeros]).fault]).toEqual([name, null])
    // A decimal may also be an 8-byte double, a boolean one byte.
    const short = name === 'decimal' ? zeros.slice(0, 7) : name === 'flag' ? zeros.slice(0, 2) : zeros.slice(1)
    const cut = decode(whole, [1, ...short])
    expect([name, json(cut), cut.fault]).toEqual([name, { first: 1 }, { kind: 'truncated', field: name }])
    expect(cut.rest).toHaveLength(0)
  }
})

test('an object that the payload ends inside of is missing as a whole', () => {
  const inner = objectOf([field('x', typeCodes.int32), field('y', typeCodes.int32)])
  const cut = decode(type([field('a', typeCodes.byte), { name: 'point', type: inner }]), [1, ...u32(5), 9])
  expect([json(cut), cut.fault]).toEqual([{ a: 1 }, { kind: 'truncated', field: 'point' }])
})

test('self-describing booleans and doubles are found in objects and arrays, too', () => {
  const inner = objectOf([field('flag', typeCodes.boolean32), field('price', typeCodes.decimal)])
  const fields = [{ name: 'items', type: arrayOf(inner) }, field('n', typeCodes.int32)]
  const price = [0, 0, 0, 0, 0, 0, 4, 64]
  const payload = decode(type(fields), [2, 0, 1, ...price, 0, ...price, ...u32(7)])
  expect([json(payload), payload.fault]).toEqual([
    {
      items: [
        { flag: true, price: 2.5 },
        { flag: false, price: 2.5 },
      ],
      n: 7,
    },
    null,
  ])
})

test('a payload that fits neither reading is decoded as its metadata says', () => {
  const fields = [field('flag', typeCodes.boolean32), field('n', typeCodes.int32)]
  const cut = decode(type(fields), [...u32(1), 9, 9])
  expect([json(cut), cut.fault]).toEqual([{ flag: true }, { kind: 'truncated', field: 'n' }])
  // Nothing in it can be read in two ways: what is too long is too long.
  const plain = decode(type([field('n', typeCodes.int32)]), [...u32(1), 9])
  expect(plain.fault).toEqual({ kind: 'overlong', byteCount: 1 })
})

test('the positions of all strings are reported, those of the payload before are forgotten', () => {
  const places: TextPlace[] = []
  const fields = [
    field('a', typeCodes.string),
    { name: 'blob', type: arrayOf(plainType(typeCodes.byte)) },
    { name: 'narrow', type: arrayOf(plainType(typeCodes.utf8Unit)) },
    { name: 'wide', type: arrayOf(plainType(typeCodes.utf16Unit)) },
  ]
  const decoder = compileDecoder(type(fields), 8, places)
  const bytes = Uint8Array.from([...text('hi'), 2, 0, 7, 8, 1, 0, 0x61, 1, 0, 0x62, 0])
  for (let round = 0; round < 2; round += 1) decoder(bytes, new DataView(bytes.buffer), 0, bytes.length)
  expect(places).toEqual([
    { name: 'a', start: 0, end: 4, encoding: 'utf16', isCounted: false },
    { name: 'blob', start: 8, end: 10, encoding: 'bytes', isCounted: true },
    { name: 'narrow', start: 12, end: 13, encoding: 'utf8', isCounted: true },
    { name: 'wide', start: 15, end: 17, encoding: 'utf16', isCounted: true },
  ])
})
