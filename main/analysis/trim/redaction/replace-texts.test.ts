import { expect, test } from 'vitest'
import type { TextPlace } from '../../../events/payload/payload-cursor.ts'
import { readPlace, replaceTexts, type TextEdit } from './replace-texts.ts'

const latin = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
const utf16 = (text: string) => Uint8Array.from(Array.from(text, (letter) => [letter.charCodeAt(0), 0]).flat())
const shown = (bytes: Uint8Array) => String.fromCharCode(...bytes).replaceAll('\0', '.')
const edit = (start: number, end: number, text: string, change: Partial<TextEdit> = {}): TextEdit => ({
  start,
  end,
  text,
  encoding: 'latin1',
  isFixed: false,
  ...change,
})

test('texts are replaced where they are, longer or shorter, in whatever order they are given', () => {
  expect(shown(replaceTexts(latin('a-secret-b-other-c'), [edit(11, 16, 'X'), edit(2, 8, '<longer mask>')]))).toBe(
    'a-<longer mask>-b-X-c',
  )
  expect(shown(replaceTexts(latin('abc'), []))).toBe('abc')
  expect(shown(replaceTexts(latin('abc'), [edit(0, 3, '')]))).toBe('')
})

test('each encoding has its own bytes; the brackets of a mask are plain where there are no others', () => {
  expect(shown(replaceTexts(latin('ab'), [edit(0, 2, '‹é›')]))).toBe('<é>')
  expect(shown(replaceTexts(utf16('ab'), [edit(0, 2, 'xyz', { encoding: 'utf16' })]))).toBe('x.y.z.b.')
  const masked = replaceTexts(latin('ab'), [edit(1, 2, '‹é›', { encoding: 'utf8' })])
  expect(new TextDecoder().decode(masked)).toBe('a‹é›')
  expect([...replaceTexts(Uint8Array.of(1, 2, 3, 4), [edit(1, 3, 'x', { encoding: 'bytes' })])]).toEqual([1, 0, 0, 4])
})

const fixed = (text: string, encoding: TextEdit['encoding'], bytes = latin('[secret]')) =>
  shown(replaceTexts(bytes, [edit(1, bytes.length - 1, text, { encoding, isFixed: true })]))

test('a text of a fixed length is cut, or filled with blanks', () => {
  expect(fixed('mask', 'latin1')).toBe('[mask  ]')
  expect(fixed('longer than it', 'latin1')).toBe('[longer]')
  expect(fixed('mask', 'utf8')).toBe('[mask  ]')
  expect(fixed('m', 'utf16', Uint8Array.of(1, 2, 3, 4, 5, 6))).toBe('\u0001m. .\u0006')
})

const fitted = (text: string, length: number) => [
  ...replaceTexts(new Uint8Array(length), [edit(0, length, text, { encoding: 'utf8', isFixed: true })]),
]

test('a character of UTF-8 is never cut in two', () => {
  expect(fitted('aé', 2)).toEqual([0x61, 0x20])
  expect(fitted('aé', 3)).toEqual([0x61, 0xc3, 0xa9])
  expect(fitted('a€b', 3)).toEqual([0x61, 0x20, 0x20])
  expect(fitted('a€b', 4)).toEqual([0x61, 0xe2, 0x82, 0xac])
  expect(fitted('€', 0)).toEqual([])
})

const place = (start: number, end: number, encoding: TextPlace['encoding']) =>
  ({ start, end, encoding }) as unknown as TextPlace

test('a place is read in its encoding', () => {
  expect(readPlace(latin('xaéy'), place(1, 3, 'latin1'))).toBe('aé')
  expect(readPlace(Uint8Array.of(1, 0xc3, 0xa9, 2), place(1, 3, 'utf8'))).toBe('é')
  expect(readPlace(Uint8Array.of(1, 0x61, 0, 0x62, 0, 2), place(1, 5, 'utf16'))).toBe('ab')
})

test('a text of Latin-1 that has to fit is cut behind any of its letters', () => {
  expect(shown(replaceTexts(latin('abcd'), [edit(1, 3, 'xy°z', { isFixed: true })]))).toBe('axyd')
})
