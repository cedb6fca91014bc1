import { expect, test } from 'vitest'
import { spanWords } from './event-span.ts'

const mark = (timeMs: number) => ({ eventIndex: timeMs, timeMs, thread: 1 })

test('from A to B, with the events between them where the filter finds both', () => {
  expect(spanWords({ a: mark(10), b: mark(22.5) }, 3)).toEqual({
    time: '12.5\u2009ms',
    between: '3 matching events in between',
  })
  expect(spanWords({ a: mark(22.5), b: mark(10) }, 1)).toMatchObject({
    time: '−12.5\u2009ms',
    between: '1 matching event in between',
  })
  expect(spanWords({ a: mark(10), b: mark(20) }, null)?.between).toBeNull()
  expect(spanWords({ a: mark(10), b: null }, null)).toBeNull()
})
