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

test('an ordinary guid is no path', () => {
  expect(activityPath(guid('6f9619ff-8b86-d011-b42d-00cf4fc964ff'), 5338)).toBeNull()
  expect(activityPath(guid('00000011-0000-0000-0000-0000648d9d59'), 5339)).toBeNull()
})

test('the parent of a path is what lies above it', () => {
  expect(['//1/1416/1', '//1/5', '//1'].map(parentPath)).toEqual(['//1/1416', '//1', null])
})
