import { expect, test } from 'vitest'
import { IlMaps } from './il-maps.ts'

type Entry = readonly [il: number, native: number]

function mapOf(methodId: number, entries: readonly Entry[], count = entries.length): DataView {
  const view = new DataView(new ArrayBuffer(19 + entries.length * 8 + 2))
  view.setUint32(0, methodId, true)
  view.setUint16(17, count, true)
  for (const [at, [il, native]] of entries.entries()) {
    view.setInt32(19 + at * 4, il, true)
    view.setInt32(19 + (entries.length + at) * 4, native, true)
  }
  return view
}

const entries: readonly Entry[] = [
  [-2, 0],
  [0, 8],
  [5, 20],
  [-1, 32],
  [9, 40],
  [-3, 60],
]

function tell(maps: IlMaps, view: DataView, place: 'after-code' | 'before-code'): void {
  maps.onMap(view, 0, view.byteLength, place)
}

function told(given: readonly Entry[] = entries): IlMaps {
  const maps = new IlMaps()
  maps.onCode(7, 3, 100)
  tell(maps, mapOf(7, given), 'after-code')
  return maps
}

test('an offset in the code belongs to the last IL offset mapped before it', () => {
  const maps = told()
  expect([0, 7, 8, 19, 20, 31, 40, 59].map((offset) => maps.ilOffset(3, offset))).toEqual([0, 0, 0, 0, 5, 5, 9, 9])
})

test('code that comes from no IL has no offset', () => {
  const maps = told()
  expect([32, 39, 60, 99].map((offset) => maps.ilOffset(3, offset))).toEqual([-1, -1, -1, -1])
  expect(maps.ilOffset(4, 8)).toBe(-1)
  expect([maps.has(3), maps.has(4), maps.has(4000), maps.count]).toEqual([true, false, false, 1])
})

test('entries may be in any order, and of several for one offset the one with IL counts', () => {
  const shuffled: readonly Entry[] = [
    [9, 40],
    [-1, 20],
    [5, 20],
    [0, 8],
    [-1, 20],
  ]
  const maps = told(shuffled)
  expect([4, 8, 20, 40].map((offset) => maps.ilOffset(3, offset))).toEqual([-1, 0, 5, 9])
})

test('a rundown sends the map before the code, and the map of a compilation is kept', () => {
  const maps = told()
  tell(maps, mapOf(7, [[1, 0]]), 'before-code')
  maps.onCode(7, 3, 100)
  tell(maps, mapOf(7, [[2, 0]]), 'before-code')
  maps.onCode(7, 5, 50)
  expect([maps.ilOffset(3, 8), maps.ilOffset(5, 8)]).toEqual([0, 2])
})

test('a map is matched to the code of its method, whatever other threads send in between', () => {
  const maps = new IlMaps()
  maps.onCode(7, 1, 100)
  maps.onCode(8, 2, 100)
  tell(maps, mapOf(7, [[4, 0]]), 'after-code')
  tell(maps, mapOf(8, [[6, 0]]), 'after-code')
  tell(maps, mapOf(9, [[8, 0]]), 'after-code')
  expect([maps.ilOffset(1, 5), maps.ilOffset(2, 5), maps.count]).toEqual([4, 6, 2])
})

test('a map that is longer than the code is not matched to it', () => {
  const maps = new IlMaps()
  maps.onCode(7, 1, 30)
  tell(maps, mapOf(7, entries), 'after-code')
  expect(maps.has(1)).toBe(false)
  // One that ends where the code ends is.
  maps.onCode(8, 2, 60)
  tell(maps, mapOf(8, entries), 'after-code')
  expect(maps.has(2)).toBe(true)
})

test('a map that claims more entries than it has is ignored', () => {
  const maps = new IlMaps()
  maps.onCode(7, 1, 100)
  tell(maps, mapOf(7, entries, 50), 'after-code')
  tell(maps, mapOf(7, []), 'after-code')
  maps.onMap(new DataView(new ArrayBuffer(8)), 0, 8, 'after-code')
  expect(maps.count).toBe(0)
})

test('many maps are kept', () => {
  const maps = new IlMaps()
  for (let code = 0; code < 3000; code++) {
    maps.onCode(code, code, 100)
    tell(maps, mapOf(code, [[code, 0]]), 'after-code')
  }
  expect([maps.count, maps.ilOffset(0, 1), maps.ilOffset(2999, 1)]).toEqual([3000, 0, 2999])
})

const keptOf = (others: number) => {
  const maps = new IlMaps()
  tell(maps, mapOf(7, [[5, 0]]), 'before-code')
  for (let other = 0; other < others; other++) tell(maps, mapOf(100 + other, [[6, 0]]), 'before-code')
  maps.onCode(7, 3, 100)
  return maps.ilOffset(3, 1)
}

test('the last 64 maps and pieces of code wait for each other, and no more', () => {
  expect([keptOf(63), keptOf(64)]).toEqual([5, -1])
})
