import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { orderByFloats, orderByWords } from './order-by-words.ts'

const items = (values: readonly unknown[]) => Uint32Array.from(values.keys())

test('64-bit numbers are in order, equal ones as they came', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), fc.bigInt({ min: 0n, max: 3n }))),
      (values) => {
        const words = new Uint32Array(BigUint64Array.from(values).buffer)
        const expected = [...values.keys()].toSorted((a, b) =>
          values[a]! < values[b]! ? -1 : values[a]! > values[b]! ? 1 : 0,
        )
        expect([...orderByWords(words, items(values))]).toEqual(expected)
      },
    ),
  )
})

test('sizes are in order from the largest down, equal ones by item', () => {
  const sizes = fc.oneof(
    fc.nat(3),
    fc.nat(),
    fc.double({ min: 0, noNaN: true }).map(Math.abs),
    fc.constant(2 ** 52 + 1),
  )
  fc.assert(
    fc.property(fc.array(sizes), fc.func(fc.boolean()), (values, isOne) => {
      const some = Uint32Array.from(values.keys()).filter((item) => isOne(item))
      const expected = [...some].toSorted((a, b) => values[b]! - values[a]! || a - b)
      expect([...orderByFloats(Float64Array.from(values), some)]).toEqual(expected)
    }),
  )
})
