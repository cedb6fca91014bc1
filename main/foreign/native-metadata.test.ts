import { assert, integer, nat, property } from 'fast-check'
import { expect, test } from 'vitest'
import { NotNativeMetadata, readNativeTypes } from './native-metadata.ts'
import { madeNativeMetadata } from './testing/made-native-metadata.ts'

const made = madeNativeMetadata([
  {
    name: 'Shop',
    types: { '': [{ name: 'Program' }], 'Shop.Orders': [{ name: 'Order', nested: [{ name: 'Line`1' }] }] },
  },
  { name: 'System.Private.CoreLib', types: { System: [{ name: 'String' }] } },
])

test('types are named with assembly, namespace and what they are nested in', () => {
  expect([...readNativeTypes(made)].toSorted((a, b) => (a.name < b.name ? -1 : 1))).toEqual([
    { assembly: 'Shop', name: 'Program' },
    { assembly: 'Shop', name: 'Shop.Orders.Order' },
    { assembly: 'Shop', name: 'Shop.Orders.Order+Line`1' },
    { assembly: 'System.Private.CoreLib', name: 'System.String' },
  ])
})

test('numbers of every width are read', () => {
  const types = Array.from({ length: 3000 }, (_, at) => ({ name: `Type${String(at)}${'x'.repeat(at % 300)}` }))
  const names = [...readNativeTypes(madeNativeMetadata([{ name: 'Shop', types: { Shop: types } }]))].map(
    ({ name }) => name,
  )
  expect(names.toSorted()).toEqual(types.map(({ name }) => `Shop.${name}`).toSorted())
})

test('other bytes are refused', () => {
  expect(() => [...readNativeTypes(Buffer.from('BSJB    '))]).toThrow(NotNativeMetadata)
})

test('damaged metadata ends, with names or an error', () => {
  assert(
    property(nat(made.length - 1), integer({ min: 0, max: 255 }), nat(made.length), (at, byte, length) => {
      const bytes = Buffer.from(made.subarray(0, length))
      if (at < length) bytes[at] = byte
      expect(typeCount(bytes)).toBeLessThan(made.length)
    }),
    { numRuns: 2000 },
  )
})

/** -1: refused as damaged. */
function typeCount(bytes: Buffer): number {
  try {
    return [...readNativeTypes(bytes)].length
  } catch (error) {
    if (error instanceof NotNativeMetadata || error instanceof RangeError) return -1
    throw error
  }
}
