import { expect, test } from 'vitest'
import type { Trace } from '../../nettrace/trace/trace.ts'
import { msToTicks, ticksToMs } from './sample-question.ts'

test.each([1e9, 1e7, 24e6, 3_579_545])(
  'a time of the file is the same after it was shown, at %d ticks a second',
  (ticksPerSecond) => {
    const trace = { header: { ticksPerSecond } } as Trace
    const times = Array.from({ length: 2000 }, (_, at) => at * 1_234_567_891 + at)
    expect(times.map((ticks) => msToTicks(trace, ticksToMs(trace, ticks)))).toEqual(times)
  },
)
