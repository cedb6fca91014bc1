import { array, assert, nat, property, tuple, integer } from 'fast-check'
import { expect, test } from 'vitest'
import { Coverage } from './coverage.ts'

interface Stretch {
  readonly start: number
  readonly end: number
  readonly rank: number
}

/** In the order of their starts; the lower rank wins. */
const stretches = array(tuple(nat(40), integer({ min: 1, max: 15 }), nat(1000)), { minLength: 1, maxLength: 12 }).map(
  (all) =>
    all
      .map(([start, length, rank], index): Stretch => ({ start, end: start + length, rank: rank * 100 + index }))
      .sort((left, right) => left.start - right.start),
)

function coverageOf(all: readonly Stretch[]): Coverage {
  const preferred = [...all.keys()].sort((left, right) => all[left]!.rank - all[right]!.rank)
  return new Coverage(
    Float64Array.from(all, ({ start }) => start),
    Float64Array.from(all, ({ end }) => end),
    Uint32Array.from(preferred),
  )
}

const addresses = Array.from({ length: 58 }, (_, address) => address - 1)

test('an address has the preferred one of all stretches that cover it, and is shared where there are two', () => {
  assert(
    property(stretches, (all) => {
      const coverage = coverageOf(all)
      const expected = addresses.map((address) => {
        const covering = all.filter(({ start, end }) => start <= address && address < end)
        const best = covering.toSorted((left, right) => left.rank - right.rank)[0]
        return [address, best === undefined ? -1 : all.indexOf(best), covering.length > 1]
      })
      const found = addresses.map((address) => [address, coverage.newestAt(address), coverage.isSharedAt(address)])
      expect(found).toEqual(expected)
    }),
    { numRuns: 50 },
  )
})

test('a stretch is shared where any address of it has another stretch', () => {
  assert(
    property(stretches, (all) => {
      const coverage = coverageOf(all)
      for (const [place, one] of all.entries()) {
        const isShared = all.some((other) => other !== one && other.start < one.end && one.start < other.end)
        expect([place, coverage.isSharedIn(place)]).toEqual([place, isShared])
      }
    }),
  )
})

test('the last of the first stretches that ends above an address is found', () => {
  assert(
    property(stretches, nat(57), (all, address) => {
      const coverage = coverageOf(all)
      const counts = Array.from({ length: all.length + 1 }, (_, before) => before)
      expect(counts.map((before) => coverage.lastBefore(before, address))).toEqual(
        counts.map((before) => all.slice(0, before).findLastIndex(({ end }) => end > address)),
      )
    }),
  )
})

test('without stretches nothing is covered', () => {
  const coverage = coverageOf([])
  expect([coverage.newestAt(0), coverage.isSharedAt(0), coverage.lastBefore(0, 0)]).toEqual([-1, false, -1])
})
