import { expect, test } from 'vitest'
import { asyncMethodOf, nameWithoutArguments } from './async-names.ts'

test.each([
  ['Shop.Orders+<PlaceAsync>d__3.MoveNext()', 'Shop.Orders.PlaceAsync'],
  ['Shop.Orders+<PlaceAsync>d__3`1[System.__Canon].MoveNext()', 'Shop.Orders.PlaceAsync'],
  ['Program+<<Main>b__0>d.MoveNext()', 'Program.<Main>b__0'],
  ['Shop.Orders+<PlaceAsync>d__3.SetStateMachine(class X)', null],
  ['Shop.Orders+<Place>b__3.MoveNext()', null],
  ['Shop.Steps.MoveNext()', null],
])('the asynchronous method of %s is %s', (name, method) => {
  expect(asyncMethodOf(name)).toBe(method)
})

test('a name without the types of its arguments', () => {
  expect(['A.B(int32)', 'A.B()', 'A.B', '(x)'].map(nameWithoutArguments)).toEqual(['A.B', 'A.B', 'A.B', ''])
})
