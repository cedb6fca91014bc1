import { expect, it } from 'vitest'
import { processorCountOf } from './processor-count.ts'

it.each([
  [8, 8],
  [1, 1],
  // NativeAOT 8 and 9.
  [65535, null],
  // Several processes in one stream.
  [0, null],
])('a header with %i processors gives %s', (processorCount, known) => {
  expect(processorCountOf({ processorCount })).toBe(known)
})

it('a stream without a header gives nothing', () => {
  expect(processorCountOf(null)).toBeNull()
})
