import { expect, test } from 'vitest'
import type { WaterfallSpan } from '../../../shared/model/trace/trace-waterfall.ts'
import { mergeShort } from './merge-short.ts'

const span = (kind: string, fromMs: number, toMs: number, sampleCount = 1) =>
  ({ kind, fromMs, toMs, sampleCount, mergedCount: 1 }) as unknown as WaterfallSpan
const shown = (spans: readonly WaterfallSpan[]) =>
  spans.map(({ kind, fromMs, toMs, sampleCount, mergedCount }) => [kind, fromMs, toMs, sampleCount, mergedCount])

test('spans stay as they are while there are few', () => {
  const spans = [span('a', 0, 1), span('b', 1, 100)]
  expect(mergeShort(spans, 2)).toBe(spans)
  expect(mergeShort([], 0)).toEqual([])
})

test('neighbors that are too short to be seen are one, of the kind of the longest of them', () => {
  // Of the 100 ms a span of 50 can just be seen.
  const short = [50, 55, 67, 70, 76, 82, 88, 94, 100]
  const others = short.slice(1).map((toMs, index) => span('bcdefghi'[index]!, short[index]!, toMs, 2))
  expect(shown(mergeShort([span('a', 0, 50), ...others], 8))).toEqual([
    ['a', 0, 50, 1, 1],
    ['c', 50, 100, 16, 8],
  ])
})

test('what was merged is never longer than what can be seen by a span more', () => {
  const spans = Array.from({ length: 10 }, (_, index) => span(String(index), index * 10, index * 10 + 10))
  expect(shown(mergeShort(spans, 8))).toEqual([
    ['0', 0, 50, 5, 5],
    ['5', 50, 100, 5, 5],
  ])
})
