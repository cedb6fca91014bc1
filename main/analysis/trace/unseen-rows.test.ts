import { expect, test } from 'vitest'
import type { Trace } from '../../nettrace/trace/trace.ts'
import { UnseenRows } from './unseen-rows.ts'

type Segments = { index: number; count: number }[]

function looked(unseen: UnseenRows): readonly string[] {
  const seen: string[] = []
  unseen.forEach(({ index }, from, to) => seen.push(`${index}: ${from}-${to}`))
  return seen
}

test('rows are seen once, also those that come into a segment after it was looked at', () => {
  const segments: Segments = []
  const unseen = new UnseenRows({ segments, keepsSegments: true } as unknown as Trace)
  expect(looked(unseen)).toEqual([])
  segments.push({ index: 0, count: 3 })
  expect(looked(unseen)).toEqual(['0: 0-3'])
  expect(looked(unseen)).toEqual([])
  segments[0]!.count = 5
  segments.push({ index: 1, count: 0 }, { index: 2, count: 2 })
  expect(looked(unseen)).toEqual(['0: 3-5', '2: 0-2'])
  segments.push({ index: 3, count: 1 })
  expect(looked(unseen)).toEqual(['3: 0-1'])
})
