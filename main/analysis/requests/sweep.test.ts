import { expect, test } from 'vitest'
import { sweep, type Layer } from './sweep.ts'

interface Named extends Layer {
  readonly name: string
}
const layer = (name: string, fromTicks: number, toTicks: number, rank = 1): Named => ({
  name,
  fromTicks,
  toTicks,
  rank,
})
const parts = (...layers: readonly Named[]) =>
  sweep(0, 100, layers, layer('rest', 0, 0)).map((part) => [part.layer.name, part.fromTicks, part.toTicks])

test('the rest counts where no layer holds, and a time of no length has no parts', () => {
  expect(parts()).toEqual([['rest', 0, 100]])
  expect(parts(layer('a', 20, 30))).toEqual([
    ['rest', 0, 20],
    ['a', 20, 30],
    ['rest', 30, 100],
  ])
  expect(sweep(5, 5, [layer('a', 0, 100)], layer('rest', 0, 0))).toEqual([])
})

test('layers are cut at both ends of the time', () => {
  expect(parts(layer('a', -10, 40), layer('b', 60, 200))).toEqual([
    ['a', 0, 40],
    ['rest', 40, 60],
    ['b', 60, 100],
  ])
  expect(parts(layer('a', -10, 0), layer('b', 100, 200), layer('c', 50, 50))).toEqual([['rest', 0, 100]])
})

test('of those that hold together the one with the smaller rank counts', () => {
  expect(parts(layer('outer', 0, 100, 3), layer('inner', 20, 30, 0))).toEqual([
    ['outer', 0, 20],
    ['inner', 20, 30],
    ['outer', 30, 100],
  ])
})

test('of one rank the one that began first counts, to its end', () => {
  expect(parts(layer('second', 20, 80), layer('first', 10, 50))).toEqual([
    ['rest', 0, 10],
    ['first', 10, 50],
    ['second', 50, 80],
    ['rest', 80, 100],
  ])
})

test('one that begins where another ends leaves no gap, and a layer that was hidden at no time stays one part', () => {
  expect(parts(layer('a', 0, 50), layer('b', 50, 100))).toEqual([
    ['a', 0, 50],
    ['b', 50, 100],
  ])
  expect(parts(layer('a', 0, 100), layer('hidden', 20, 30, 2))).toEqual([['a', 0, 100]])
})
