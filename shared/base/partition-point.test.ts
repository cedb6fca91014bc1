import { expect, test } from 'vitest'
import { partitionPoint } from './partition-point.ts'

test('the first place that something no longer holds for, or the end', () => {
  const found = [2, 3, 5, 8, 9].map((limit) => partitionPoint(3, 8, (at) => at < limit))
  expect(found).toEqual([3, 3, 5, 8, 8])
})

test('nothing is asked about an empty stretch', () => {
  const asked: number[] = []
  expect(partitionPoint(4, 4, (at) => asked.push(at) > 0)).toBe(4)
  expect(asked).toEqual([])
})
