import { expect, test } from 'vitest'
import type { TraceSegment } from '../../nettrace/trace/trace-segment.ts'
import { ThreadCounts } from './thread-counts.ts'

test('events are counted for every thread, however many there are', () => {
  const counts = new ThreadCounts()
  const threadIndex = Uint32Array.from({ length: 2000 }, (_, row) => row >> 1)
  counts.onEvents({ threadIndex } as unknown as TraceSegment, 0, threadIndex.length)
  counts.onEvents({ threadIndex } as unknown as TraceSegment, 512, 513)
  expect([0, 255, 256, 257, 512, 999, 1000].map((thread) => counts.of(thread))).toEqual([2, 2, 3, 2, 2, 2, 0])
})
