import { expect, test } from 'vitest'
import { StretchList } from './stretch-list.ts'

function stretchesOf(list: StretchList) {
  const found: (readonly [from: number, to: number])[] = []
  list.forEach((from, to) => found.push([from, to]))
  return found
}

test('rows that follow each other are one stretch', () => {
  const list = new StretchList()
  expect(stretchesOf(list)).toEqual([])
  list.add(0, 3)
  list.add(3, 2)
  list.add(9, 1)
  list.add(5, 4)
  list.add(5, 1)
  expect(stretchesOf(list)).toEqual([
    [0, 5],
    [9, 10],
    [5, 9],
    [5, 6],
  ])
  expect([list.count, list.place, list.nextRow]).toEqual([4, 11, 6])
})

test('what comes after those that were taken out begins a stretch of its own, and its place is counted on', () => {
  const list = new StretchList()
  list.add(0, 3)
  list.clear()
  expect([list.count, stretchesOf(list), list.place]).toEqual([0, [], 3])
  list.add(3, 2)
  list.add(20, 1)
  expect([...list.places.subarray(0, 2)]).toEqual([3, 5])
  expect(stretchesOf(list)).toEqual([
    [3, 5],
    [20, 21],
  ])
})

test('thousands of stretches have room, as many as are asked for at once', () => {
  const list = new StretchList()
  for (let index = 0; index < 5000; index++) list.add(index * 2, 1)
  expect([list.count, list.place, stretchesOf(list)[4999]]).toEqual([5000, 5000, [9998, 9999]])
  const room = list.places.length
  list.reserve(room - 5000)
  expect(list.places).toHaveLength(room)
  list.reserve(room - 5000 + 1)
  expect([list.places.length, list.firstRows.length]).toEqual([room * 2, room * 2])
  list.reserve(room * 10)
  expect(list.places).toHaveLength(5000 + room * 10)
  expect(stretchesOf(list)[4999]).toEqual([9998, 9999])
})
