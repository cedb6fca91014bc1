import { describe, expect, test } from 'vitest'
import { spanOf } from './flight-file.ts'

const span = (fromUnixMs: number, firstMs: number | null, lastMs: number | null) =>
  spanOf({ counts: { fromUnixMs }, verdict: { firstMs, lastMs } })

describe('the time range of a saved flight recording', () => {
  test('begins where it was asked to begin, though symbols in it are older', () => {
    expect(span(5000, 1000, 6000.4)).toEqual({ firstMs: 5000, spanMs: 1000 })
  })

  test('begins with its first event when that came later', () => {
    expect(span(5000, 5500, 6000)).toEqual({ firstMs: 5500, spanMs: 500 })
  })

  test('has no length when everything in it is older than it was asked to begin', () => {
    expect(span(5000, 1000, 4000)).toEqual({ firstMs: 5000, spanMs: 0 })
  })

  test('is not known without events', () => {
    expect(span(5000, null, null)).toEqual({})
    expect(span(5000, 5000, null)).toEqual({})
  })
})
