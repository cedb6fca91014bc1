import { expect, test } from 'vitest'
import { activityPath, parentPath } from './activity-path.ts'

const guid = (text: string): Uint8Array => {
  const bytes = Buffer.from(text.replaceAll('-', ''), 'hex')
  return Uint8Array.from([3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15], (at) => bytes[at]!)
}

test('activity ids of a live process are the paths that Microsoft prints', () => {
  // Recorded from a process with the id 5338 on .NET 10.
  expect(
    [
      '00000011-0000-0000-0000-0000648d9d59',
      '00000015-0000-0000-0000-0000188d9d59',
      '1005881d-0000-0000-0000-00001035a369',
      '1005891d-0000-0000-0000-00001036a369',
    ].map((text) => activityPath(guid(text), 5338)),
  ).toEqual(['//1/1', '//1/5', '//1/1416/1', '//1/1417/1'])
})

test('an ordinary GUID is not an activity path', () => {
  expect(activityPath(guid('6f9619ff-8b86-d011-b42d-00cf4fc964ff'), 5338)).toBeNull()
  expect(activityPath(guid('00000011-0000-0000-0000-0000648d9d59'), 5339)).toBeNull()
})

test('the parent of a path is what lies above it', () => {
  expect(['//1/1416/1', '//1/5', '//1'].map(parentPath)).toEqual(['//1/1416', '//1', null])
})

/** The id of these nibbles, with its check sum. */
function idOf(...nibbles: number[]) {
  const bytes = new Uint8Array(16)
  for (const [index, nibble] of nibbles.entries()) bytes[index >> 1]! |= index % 2 === 0 ? nibble << 4 : nibble
  const view = new DataView(bytes.buffer)
  const words = [0, 4, 8].map((at) => view.getUint32(at, true))
  view.setUint32(12, words.reduce((sum, word) => sum + word, 0x599d99ad) >>> 0, true)
  return bytes
}

test.each<[number[], string | null]>([
  [[1, 2, 10], '//1/2/10'],
  [[1, 0, 3], '//1'],
  // One to four bytes follow: at once in the second nibble, with the top of the number in the first one.
  [[12, 1, 0, 5], '//261'],
  [[1, 12, 2, 0], '//1/32'],
  [[1, 13, 2, 0, 0, 1], '//1/288'],
  [[13, 0, 1, 2, 3, 4, 7], '//13330/7'],
  [[1, 15, 0, 1, 0, 0, 0, 0, 1, 0], '//1/268435457'],
  // Too large for its place.
  [[11, 12, 3, 1, 5], '/$49/5'],
  [[1, 11, 12, 1, 2, 3, 6], '//1$291/6'],
  [[11, 5], null],
  // Broken off by the end.
  [[...Array(22).fill(1), 1, 12], `/${'/1'.repeat(23)}`],
  [Array(24).fill(1), `/${'/1'.repeat(24)}`],
  [[...Array(23).fill(1), 11], `/${'/1'.repeat(23)}`],
])('nibbles %j are the path %s', (nibbles, path) => {
  expect(activityPath(idOf(...nibbles), null)).toBe(path)
})

test('the parent of a path with a long element is what lies before it', () => {
  expect(['//1$291', '//1$291/6', '/'].map(parentPath)).toEqual(['//1', '//1$291', null])
})
