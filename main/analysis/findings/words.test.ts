import { expect, test } from 'vitest'
import { duration, percent, shortMethod, size, times } from './words.ts'

test.each([
  ['Acme.Shop.Orders.Place', 'Orders.Place'],
  ['Orders.Place', 'Orders.Place'],
  ['Place', 'Place'],
  ['System.Collections.Generic.List`1[System.Int32].Add', 'List`1[System.Int32].Add'],
  ['Acme.Outer+Inner.Run', 'Outer+Inner.Run'],
  ['Acme.Orders.Map<Acme.Item>', 'Orders.Map<Acme.Item>'],
])('a method in a sentence goes by its type and name: %s', (method, shown) => {
  expect(shortMethod(method)).toBe(shown)
})

test('figures are short, with their unit', () => {
  expect([duration(1234), duration(345.6), duration(1.23)]).toEqual(['1.2 s', '346 ms', '1.2 ms'])
  expect([percent(0.5), percent(0.031)]).toEqual(['50 %', '3.1 %'])
  expect([size(3 * 2 ** 20), size(2048)]).toEqual(['3.0 MiB', '2 KiB'])
  expect([times(1, 'wait'), times(1200, 'wait')]).toEqual(['1 wait', '1,200 waits'])
})
