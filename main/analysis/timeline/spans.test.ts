import { expect, test } from 'vitest'
import { spansInSight, type Span } from './spans.ts'
import { TimeBins } from './time-bins.ts'

/** From 100 to 140 ticks, in bins of ten; ten ticks are a millisecond. */
const bins = new TimeBins({ fromMs: 10, toMs: 14 }, 10, 4)

const span = (startTicks: number, endTicks: number, level = 0): Span => ({ startTicks, endTicks, level })

/** Start, end and what is covered, in ticks again, and the level. */
function shown(...spans: readonly Span[]): readonly (readonly number[])[] {
  const { startMs, endMs, coveredMs, level } = spansInSight(spans, bins)
  return Array.from(startMs, (start, index) => [start * 10, endMs[index]! * 10, coveredMs[index]! * 10, level[index]!])
}

test('spans that touch the beginning are in sight, those that begin at the end are not', () => {
  expect(shown(span(80, 99))).toEqual([])
  expect(shown(span(80, 100))).toEqual([[80, 100, 20, 0]])
  expect(shown(span(139, 150))).toEqual([[139, 150, 11, 0]])
  expect(shown(span(140, 150))).toEqual([])
})

test('long spans that overlap or touch are one, with the higher level', () => {
  expect(shown(span(100, 120, 2), span(110, 130, 1))).toEqual([[100, 130, 30, 2]])
  expect(shown(span(100, 120, 1), span(120, 130, 2))).toEqual([[100, 130, 30, 2]])
  expect(shown(span(100, 120), span(121, 130))).toHaveLength(2)
})

test('one inside another covers nothing more', () => {
  expect(shown(span(100, 130), span(110, 115))).toEqual([[100, 130, 30, 0]])
})

test('near ones within the length of a bin are one, which says how little it covers', () => {
  expect(shown(span(110, 111), span(114, 120))).toEqual([[110, 120, 7, 0]])
})

test('those half a bin apart, or longer than a bin together, stay apart', () => {
  expect(shown(span(110, 111), span(116, 117))).toHaveLength(2)
  expect(shown(span(110, 111), span(115, 121))).toHaveLength(2)
})
