import { expect, test } from 'vitest'
import { columnGrowth, grownColumn, IndexColumn, NumberColumn, withColumnGrowth } from './grown-column.ts'

test('a column becomes twice as long, or as long as who reads a file says, and keeps what is in it', () => {
  const column = Float64Array.from({ length: 20 }, (_, index) => index)
  expect(grownColumn(column, Float64Array)).toStrictEqual(Float64Array.from([...column, ...new Float64Array(20)]))
  const longer = withColumnGrowth(3.21, () => grownColumn(column, Float64Array))
  expect(longer.length).toBe(65)
  expect(longer.subarray(0, 20)).toStrictEqual(column)
  expect(grownColumn(new Uint8Array(0), Uint8Array).length).toBe(16)
})

test.each([2, 2.3, 16])('numbers and indices are the same however a column grows (%d times)', (factor) => {
  const numbers = new NumberColumn()
  const indices = new IndexColumn()
  withColumnGrowth(factor, () => {
    for (let value = 0; value < 1000; value++) {
      numbers.push(value / 8)
      indices.push(value - 1)
    }
  })
  expect(numbers.values).toStrictEqual(Float64Array.from({ length: 1000 }, (_, value) => value / 8))
  expect(indices.values).toStrictEqual(Int32Array.from({ length: 1000 }, (_, value) => value - 1))
})

function grown(): number {
  return grownColumn(new Uint8Array(20), Uint8Array).length
}

test('the growth of one reading is over with it, also where it fails, and is never less than the usual', () => {
  const during = withColumnGrowth(4, () => [withColumnGrowth(8, grown), grown()])
  expect(during).toStrictEqual([160, 80])
  expect(() =>
    withColumnGrowth(4, () => {
      throw new Error('damaged')
    }),
  ).toThrow('damaged')
  expect(grown()).toBe(40)
  expect([1, 100].map((wanted) => withColumnGrowth(wanted, grown))).toStrictEqual([
    20 * columnGrowth.usual,
    20 * columnGrowth.most,
  ])
})
