import { expect, test } from 'vitest'
import { traceSampleClasses } from '../../../shared/model/trace/trace-selection.ts'
import type { SampleIndex } from './sample-index.ts'
import { allDensity, threadDensity, withoutRows } from './thread-density.ts'
import { TimeBins } from './time-bins.ts'

/** From 100 to 120 ticks, in two bins. */
const bins = new TimeBins({ fromMs: 10, toMs: 12 }, 10, 2)
const classCount = traceSampleClasses.length

/** Two threads; the first has samples at both ends of the time and outside it. */
const index: SampleIndex = {
  starts: Uint32Array.of(0, 6, 8),
  ticks: Float64Array.of(99, 100, 109, 110, 119, 120, 105, 106),
  sampleClass: Uint8Array.of(0, 0, 1, 0, 0, 0, 0, 0),
}
const density = (...counts: readonly number[]) =>
  Uint32Array.from({ length: classCount * 2 }, (_, at) => counts[at] ?? 0)

test('samples of a thread are counted from the beginning of the time, without its end, class by class', () => {
  expect(threadDensity(index, 0, bins)).toEqual(density(1, 2, 1, 0))
  expect(threadDensity(index, 1, bins)).toEqual(density(2, 0))
})

test('those of all threads are added up, and the fullest thread of each bin is known', () => {
  const { all, mostOfThread } = allDensity(index, bins)
  expect(all).toEqual(density(3, 2, 1, 0))
  expect(mostOfThread).toEqual(Uint32Array.of(2, 2))
})

test('a thread that continues in the bin in which the one before ended begins at zero', () => {
  const next = {
    ...index,
    starts: Uint32Array.of(0, 1, 2),
    ticks: Float64Array.of(115, 116),
    sampleClass: Uint8Array.of(0, 0),
  }
  expect(allDensity(next, bins).mostOfThread).toEqual(Uint32Array.of(0, 1))
})

test('what is left without some rows is what the others have', () => {
  const { all } = allDensity(index, bins)
  expect(withoutRows(all, [threadDensity(index, 0, bins)])).toEqual(threadDensity(index, 1, bins))
  expect(all).toEqual(density(3, 2, 1, 0))
})
