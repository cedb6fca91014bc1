import { expect, test, vi } from 'vitest'
import { AddressIndex, noNode } from './address-index.ts'
import * as sorting from '../graph/order-by-words.ts'

const regionBytes = 4 * 2 ** 20

function wordsOf(addresses: readonly bigint[]): Uint32Array {
  return Uint32Array.from(addresses.flatMap((address) => [Number(address & 0xffff_ffffn), Number(address >> 32n)]))
}

function objectsFrom(start: number, count: number, stepBytes = 64): bigint[] {
  return Array.from({ length: count }, (_, at) => 0x7f4b_3000_0000n + BigInt(start + at * stepBytes))
}

/** Each is found where it is, and nothing beside it. */
function expectFound(addresses: readonly bigint[]): void {
  const index = new AddressIndex(wordsOf(addresses))
  const find = (address: bigint): number => index.find(Number(address & 0xffff_ffffn), Number(address >> 32n))
  expect(addresses.map(find)).toStrictEqual(addresses.map((_, node) => node))
  expect(addresses.filter((address) => find(address + 8n) !== noNode)).toStrictEqual([])
}

test.each([
  ['one after the other', [0, 1, 2, 3], 0],
  ['taken in any order, with one generation around another', [1, 3, 0, 2], 0],
  ['mixed object by object', null, 1],
] as const)(
  'objects of regions that are %s are found, and sorted only where they have to be',
  (_name, regions, times) => {
    const sort = vi.spyOn(sorting, 'orderByWords')
    const parts = (regions ?? [0, 1, 2, 3]).map((region) => objectsFrom(region * regionBytes, 100))
    const addresses = regions === null ? parts[0]!.flatMap((_, at) => parts.map((part) => part[at]!)) : parts.flat()
    expectFound(addresses)
    expect(sort).toHaveBeenCalledTimes(times)
    sort.mockRestore()
  },
)

test('objects far apart are found, in order or not', () => {
  const far = objectsFrom(0, 200, 2 ** 23)
  expectFound(far)
  expectFound([...far.slice(100), ...far.slice(0, 100)])
  expectFound(far.toReversed())
  expectFound([0n, 2n ** 63n, 2n ** 64n - 64n])
})
