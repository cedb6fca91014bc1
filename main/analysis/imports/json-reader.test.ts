import { assert, array, constantFrom, dictionary, double, integer, property, string } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ImportDamage } from './import-damage.ts'
import { JsonReader } from './json-reader.ts'

const readerOf = (text: string) => new JsonReader(new TextEncoder().encode(text))

/** What is wrong with a text for whoever reads it so; null when nothing is. */
function damageOf(text: string, read: (reader: JsonReader) => unknown) {
  const reader = readerOf(text)
  try {
    read(reader)
    return null
  } catch (error) {
    if (!(error instanceof ImportDamage)) throw error
    const { offset, expected, found, path } = error
    return [offset, expected, found, path]
  }
}

const skip = (reader: JsonReader) => reader.skip()
const value = (reader: JsonReader) => reader.value()
const number = (reader: JsonReader) => reader.number()

/** Every part by visiting it. */
function walk(reader: JsonReader): unknown {
  const kind = reader.peek()
  if (kind === 'object') {
    const members: [string, unknown][] = []
    reader.object((key) => members.push([key, walk(reader)]))
    return Object.fromEntries(members)
  }
  if (kind === 'array') {
    const elements: unknown[] = []
    reader.array(() => elements.push(walk(reader)))
    return elements
  }
  return kind === 'string' ? reader.text() : reader.value()
}

describe('a JSON text', () => {
  test('says the same when it is visited, parsed or passed, with or without blanks', () => {
    const scalar = constantFrom(null, true, false, 0, -1.5e300, '', 'a"b\\', '\u{1f600}', ']},:[{"')
    assert(
      property(dictionary(string(), array(scalar)), constantFrom(undefined, 1, '\t'), (model, space) => {
        const text = ` \r\n${JSON.stringify({ ...model, inner: [model, []] }, null, space)}\t`
        const expected = JSON.parse(text) as unknown
        expect(walk(readerOf(text))).toEqual(expected)
        expect(readerOf(text).value()).toEqual(expected)
        const reader = readerOf(`${text} ,7`)
        reader.skip()
        expect(reader.offset).toBe(new TextEncoder().encode(text.trimEnd()).length)
      }),
      { numRuns: 20 },
    )
  })

  test('is known by the first byte of its value', () => {
    const kinds = ['{', ' [', '\n"', '\t-1', '\rnull', '', '  '].map((text) => readerOf(text).peek())
    expect(kinds).toEqual(['object', 'array', 'string', 'other', 'other', 'end', 'end'])
  })

  test('may begin with a byte order mark, and only there', () => {
    expect(readerOf('\ufeff[1]').value()).toEqual([1])
    expect(damageOf('[\ufeff1]', skip)).toEqual([1, 'a value', '\ufeff1]', ''])
    for (const start of [
      [0xef, 0xbb, 0x20],
      [0xef, 0x20, 0xbf],
      [0x20, 0xbb, 0xbf],
    ])
      expect(new JsonReader(Uint8Array.from([...start, 0x31])).offset).toBe(0)
    expect(new JsonReader(Uint8Array.of(0xef, 0xbb, 0xbf, 0x31), 1).offset).toBe(1)
  })
})

describe('a number', () => {
  test('is the one that JSON says', () => {
    const integers = integer({ min: -(10 ** 9), max: 10 ** 9 })
    assert(
      property(double({ noNaN: true, noDefaultInfinity: true }), integers, (real, whole) => {
        // -0 is 0 as JSON text.
        for (const one of [real + 0, whole])
          expect(readerOf(JSON.stringify(one)).number()).toBe(JSON.parse(JSON.stringify(one)))
      }),
    )
    for (const text of [
      '0',
      '9',
      '10',
      '999999999999999',
      '1000000000000000',
      '12345678901234567',
      '5e3',
      '7.25',
      '1E2',
      '0.5',
    ])
      expect(readerOf(`${text} ,`).number()).toBe(Number(text))
  })

  test('that JSON does not know is refused with its text', () => {
    for (const text of ['01', '00', '1a', '1.', '-', '+1', '0x1', '1-2', '1Z', '1z', '1A'])
      expect(damageOf(text, number)).toEqual([0, 'a valid JSON value', text, ''])
    expect(damageOf('"1"', number)).toEqual([0, 'a number', '"1"', ''])
    expect(damageOf('null', number)).toEqual([0, 'a number', 'null', ''])
    expect(damageOf('  ', number)).toEqual([2, 'a number', 'the end of the file', ''])
  })

  test('ends at whatever is no part of it', () => {
    for (const end of [',', ']', '}', ' ', ':', '"', '/', '@', '[', '`', '{'])
      expect([end, readerOf(`12${end}`).number()]).toEqual([end, 12])
  })
})

describe('what is wrong in a JSON text', () => {
  test.each<[string, readonly unknown[]]>([
    ['', [0, 'a value', 'the end of the file', '']],
    ['[1', [2, 'the rest of the file', 'its end', '']],
    ['{"a":[1]', [8, 'the rest of the file', 'its end', '']],
    ['"abc', [4, 'the end of a text', 'the end of the file', '']],
    ['"abc\\"', [6, 'the end of a text', 'the end of the file', '']],
    [']', [0, 'a value', ']', '']],
    [',1', [0, 'a value', ',1', '']],
    [':', [0, 'a value', ':', '']],
    ['[1;2]', [2, 'a value', ';2]', '']],
  ])('%j is found when it is passed', (text, damage) => {
    expect(damageOf(text, skip)).toEqual(damage)
  })

  test('is reported with the path to it', () => {
    expect(damageOf('{"a":[1,{"b":2 "c":3}]}', walk)).toEqual([
      15,
      'a comma or the end of the object',
      '"c":3}]}',
      'a[1]',
    ])
    expect(damageOf('{"a":[1 2]}', walk)).toEqual([8, 'a comma or the end of the array', '2]}', 'a'])
    expect(damageOf('{"a" 1}', walk)).toEqual([5, 'a colon', '1}', ''])
    expect(damageOf('{a:1}', walk)).toEqual([1, 'a key in quotes', 'a:1}', ''])
    expect(damageOf('{"a":{"b":[0,x]}}', walk)).toEqual([13, 'a valid JSON value', 'x]}}', 'a.b[1]'])
    expect(damageOf('7', (reader) => reader.object(() => undefined))).toEqual([0, 'an object', '7', ''])
    expect(damageOf('7', (reader) => reader.array(() => undefined))).toEqual([0, 'an array', '7', ''])
    expect(damageOf('7', (reader) => reader.text())).toEqual([0, 'a text', '7', ''])
    expect(damageOf('', (reader) => reader.text())).toEqual([0, 'a text', 'the end of the file', ''])
  })

  test('is quoted up to sixty bytes', () => {
    expect(damageOf(`[${'x'.repeat(100)}]`, value)).toEqual([0, 'a valid JSON value', `[${'x'.repeat(59)}`, ''])
  })

  test('is a single value of more than sixteen mebibytes', () => {
    const most = 2 ** 24
    const text = new Uint8Array(most + 1).fill(0x78)
    text[0] = text[most] = 0x22
    expect(() => new JsonReader(text).value()).toThrow(ImportDamage)
  })
})

test('a reader goes back to where it was, with the path that it had there', () => {
  const reader = readerOf('{"a":[10,20],"b":3}')
  const places: [number, string][] = []
  reader.object(() => {
    reader.peek()
    places.push([reader.offset, reader.path])
    reader.skip()
  })
  expect(places).toEqual([
    [5, 'a'],
    [17, 'b'],
  ])
  reader.goTo(5, ['a'])
  const seen: unknown[] = []
  reader.array((index) => seen.push(index, reader.path, reader.number()))
  expect(seen).toEqual([0, 'a[0]', 10, 1, 'a[1]', 20])
  expect([reader.path, reader.offset]).toEqual(['a', 12])
})

test('any bytes are read or refused as damage, and nothing else happens', () => {
  assert(
    property(array(constantFrom('{', '}', '[', ']', '"', ',', ':', '0', '-', 'e', '\\', ' ', 'n')), (letters) => {
      damageOf(letters.join(''), walk)
      damageOf(letters.join(''), skip)
    }),
  )
})
