import { expect, test } from 'vitest'
import { ByteBuilder } from '../../../shared/base/byte-builder.ts'
import { bridgedValues } from './bridged-values.ts'

const wanted = ['Path', 'Method'] as const

/** The list in the middle of other bytes. */
function valuesOf(count: number, texts: readonly string[], cutBytes = 0) {
  const builder = new ByteBuilder().u8(7).u16(count)
  for (const text of texts) builder.text(text)
  const bytes = builder.u16(0).take()
  return bridgedValues(bytes, 1, bytes.length - 2 - cutBytes, wanted)
}

test('wanted values are found by their name, whatever else is there', () => {
  expect(valuesOf(3, ['Path', '/a', 'Pat', 'no', 'Method', 'GET'])).toEqual({ Path: '/a', Method: 'GET' })
  expect(valuesOf(2, ['Paths', '/a', 'path', '/b'])).toEqual({})
  expect(valuesOf(1, ['Path', ''])).toEqual({ Path: '' })
  expect(valuesOf(0, ['Path', '/a'])).toEqual({})
})

test('as many pairs are read as the list counts, and no more than anybody asks for', () => {
  expect(valuesOf(1, ['Path', '/a', 'Method', 'GET'])).toEqual({ Path: '/a' })
  const many = Array.from({ length: 255 }, () => ['x', 'y']).flat()
  expect(valuesOf(0xffff, [...many, 'Path', '/a', 'Method', 'GET'])).toEqual({ Path: '/a' })
  expect(valuesOf(0x101, [...many, 'Path', '/a', 'Method', 'GET'])).toEqual({ Path: '/a' })
})

test('a text that has no end within the event does not end behind it', () => {
  const bytes = new ByteBuilder().u16(1).text('Path').text('/a').u16(0).take()
  for (const cut of [1, 2, 3, 4]) expect(bridgedValues(bytes, 0, bytes.length - 2 - cut, wanted)).toEqual({})
})

test('a list that is cut off gives what lies before', () => {
  const texts = ['Path', '/a', 'Method', 'GET']
  expect(valuesOf(2, texts, 0)).toEqual({ Path: '/a', Method: 'GET' })
  for (const cut of [1, 2, 8, 10, 20]) expect([cut, valuesOf(2, texts, cut)]).toEqual([cut, { Path: '/a' }])
  expect(valuesOf(2, texts, 24)).toEqual({})
  expect(bridgedValues(Uint8Array.of(1, 0), 0, 1, wanted)).toEqual({})
  expect(bridgedValues(Uint8Array.of(1, 0), 0, 2, wanted)).toEqual({})
})
