import { expect, test } from 'vitest'
import { spanWords } from './event-span.ts'

const mark = (place: number, timeMs: number, questionKey = 'q') => ({ questionKey, place, timeMs, thread: 1 })

test('from A to B, with the events between them when both are of one list in order of time', () => {
  expect(spanWords({ a: mark(3, 10), b: mark(7, 22.5) }, true)).toEqual({
    time: '12.5\u2009ms',
    between: '3 matching events in between',
  })
  expect(spanWords({ a: mark(7, 22.5), b: mark(5, 10) }, true)).toMatchObject({
    time: '−12.5\u2009ms',
    between: '1 matching event in between',
  })
  expect(spanWords({ a: mark(3, 10), b: mark(7, 20) }, false)?.between).toBeNull()
  expect(spanWords({ a: mark(3, 10), b: mark(7, 20, 'other') }, true)?.between).toBeNull()
  expect(spanWords({ a: mark(3, 10), b: null }, true)).toBeNull()
})
