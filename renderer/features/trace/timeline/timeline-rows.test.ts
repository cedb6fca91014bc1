import { expect, test } from 'vitest'
import { type TraceSelection, wholeTrace } from '../../../../shared/model/trace/trace-selection.ts'
import { timelineFor } from './testing.ts'
import { type RowOptions, timelineRows } from './timeline-rows.ts'
import { rowFigure, rowName, spotWords } from './timeline-words.ts'

const options: RowOptions = {
  hasAllThreads: false,
  hasAllCounters: false,
  isFolded: false,
  hidden: new Set(),
  scale: 1,
}
const page = { order: 'busiest', search: '', pinned: [], offset: 0, count: 4 } as const

function rowsFor(selection: TraceSelection, changes: Partial<RowOptions> = {}) {
  const timeline = timelineFor({ selection, range: null, binCount: 10, threads: page }, 6)
  return timelineRows(timeline, selection, { ...options, ...changes })
}

function looksOf(selection: TraceSelection, at: number): readonly string[] {
  const drawing = rowsFor(selection)[at]?.drawing
  if (drawing?.kind !== 'density') return []
  return drawing.layers.map(({ look, isDimmed }) => (isDimmed ? `${look} dimmed` : look))
}

test('a class of samples looks the same in every row of a thread, and dimmed when it is not selected', () => {
  expect(looksOf(wholeTrace, 1)).toEqual(['solid', 'striped', 'grey', 'hatch', 'plain'])
  expect(looksOf({ ...wholeTrace, classes: ['waiting'] }, 1)).toEqual([
    'solid dimmed',
    'striped dimmed',
    'grey dimmed',
    'hatch',
    'plain dimmed',
  ])
})

test('all threads together are bars of the selected classes, of what uses a processor when all are', () => {
  expect(looksOf(wholeTrace, 0)).toEqual(['solid', 'striped'])
  expect(looksOf({ ...wholeTrace, classes: ['unknown', 'running'] }, 0)).toEqual(['solid', 'grey'])
})

test('threads that are not selected fade, with the row of the others; tracks do not', () => {
  const rows = rowsFor({ ...wholeTrace, threads: [101] })
  expect(rows.map(({ subject, isDimmed }) => [rowName(subject), isDimmed])).toEqual([
    ['All threads', false],
    ['Thread 100', true],
    ['Thread 101', false],
    ['Thread 102', true],
    ['Thread 103', true],
    ['2 other threads', true],
    ['GC', false],
    ['Exceptions', false],
    ['CPU Usage', false],
  ])
})

test('counters beside the leading ones share a row until somebody asks for them', () => {
  const timeline = timelineFor({ selection: wholeTrace, range: null, binCount: 10, threads: page }, 0)
  const others = ['user', 'system'].map((name) => ({ ...timeline.counters[0]!, name, isLeading: false }))
  const counters = [...timeline.counters, ...others]
  const namesWith = (changes: Partial<RowOptions>) =>
    timelineRows({ ...timeline, counters }, wholeTrace, { ...options, ...changes })
      .map(({ subject }) => rowName(subject))
      .slice(2)
  expect(namesWith({})).toEqual(['CPU Usage', '2 more counters'])
  expect(namesWith({ hidden: new Set(['counter CPU Usage']) })).toEqual(['2 more counters'])
  expect(namesWith({ hasAllCounters: true })).toEqual(['CPU Usage', 'user', 'system'])
})

test('rows lie below each other with the heights of their kinds, larger with the text', () => {
  expect(rowsFor(wholeTrace).map(({ topPx }) => topPx)).toEqual([20, 54, 75, 96, 117, 138, 157, 176, 195])
  expect(rowsFor(wholeTrace, { scale: 1.5 })[1]?.topPx).toBe(81)
})

test('figures are for the selection, and say so where it is short', () => {
  const selection = { ...wholeTrace, range: { fromMs: 0, toMs: 100 } }
  const figures = rowsFor(selection).map(({ subject }) => rowFigure(subject, selection))
  expect(figures).toEqual(['Running + 1', '', '', '', '', '', '3 in range', '7 in range', '20% mean'])
})

test('the spot says the pause that is nearest to it, not one a bin away', () => {
  const timeline = timelineFor({ selection: wholeTrace, range: null, binCount: 100, threads: page }, 1)
  const pauses = {
    startMs: Float64Array.of(100, 112),
    endMs: Float64Array.of(105, 118),
    coveredMs: Float64Array.of(5, 6),
    level: Uint8Array.of(0, 2),
  }
  const collections = { ...timeline.collections!, pauses }
  const words = (timeMs: number) =>
    spotWords({ kind: 'collections', collections }, timeline, timeMs).map((line) => line.replaceAll(/\s/g, ' '))
  expect([words(103), words(114), words(108)]).toEqual([
    ['Gen 0, paused 5 ms'],
    ['Gen 2, paused 6 ms'],
    ['Gen 0, paused 5 ms'],
  ])
})

test('the largest number of a time of which none is known is left out', () => {
  const track = { name: 'pool-threads', seriesCount: 1, bins: new Float64Array(1), most: 0 } as const
  expect(rowFigure({ kind: 'track', track: { ...track, figure: 9 } }, wholeTrace)).toBe('9 at most')
  expect(rowFigure({ kind: 'track', track: { ...track, figure: Number.NaN } }, wholeTrace)).toBe('')
})
