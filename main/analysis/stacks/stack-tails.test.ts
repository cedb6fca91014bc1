import { expect, test } from 'vitest'
import { StackTails } from './stack-tails.ts'

test('a tail is found by the node it hangs off and its first frame', () => {
  const tails = new StackTails()
  expect([tails.find(3, 4), tails.add(3, 4, 10), tails.add(4, 3, 20), tails.add(3, 5, 30)]).toEqual([0, 0, 1, 2])
  expect([tails.find(3, 4), tails.find(4, 3), tails.find(3, 5), tails.find(4, 4), tails.find(0, 0)]).toEqual([
    10, 20, 30, 0, 0,
  ])
  expect([tails.aboveOf(1), tails.frameOf(1), tails.aboveOf(2), tails.frameOf(2)]).toEqual([4, 3, 3, 5])
})

test('tails stay what they are while there come thousands', () => {
  const tails = new StackTails()
  const count = 5000
  for (let index = 0; index < count; index++) tails.add(index % 7, index, index + 1)
  const isKept = (index: number) =>
    tails.find(index % 7, index) === index + 1 &&
    tails.find((index + 1) % 7, index) === 0 &&
    tails.aboveOf(index) === index % 7 &&
    tails.frameOf(index) === index
  expect(Array.from({ length: count }, (_, index) => index).filter((index) => !isKept(index))).toEqual([])
})
