import { describe, expect, it, test } from 'vitest'
import { IndexColumn, NumberColumn } from '../grown-column.ts'
import type { RequestRow } from '../requests/request-rows.ts'
import { EventPlaces } from '../reports/event-places.ts'
import { eventFilter, everyEvent } from '../reports/event-filter.ts'
import type { LogEvents } from '../reports/log-events.ts'
import { countTrack, durationTrack, heldTrack, logTrack, requestTrack } from './event-tracks.ts'
import { TimeBins } from './time-bins.ts'

/** From 100 to 140 ticks, in bins of ten. */
const bins = new TimeBins({ fromMs: 10, toMs: 14 }, 10, 4)

function placesOf(...rows: readonly (readonly [ticks: number, threadIndex: number])[]): EventPlaces {
  const places = new EventPlaces()
  for (const [ticks, threadIndex] of rows) places.push({ ticks, threadIndex, stackIndex: 0, activityIndex: 0, row: 0 })
  return places
}

function numbers(...values: readonly number[]): NumberColumn {
  const column = new NumberColumn()
  for (const value of values) column.push(value)
  return column
}

function indexes(...values: readonly number[]): IndexColumn {
  const column = new IndexColumn()
  for (const value of values) column.push(value)
  return column
}

describe('events in bins', () => {
  const places = placesOf([99, 0], [100, 0], [109, 1], [139, 0], [140, 0])

  it('are those in sight; the figure is of what is selected, in sight or not', () => {
    expect(countTrack(places, bins, everyEvent)).toEqual({
      seriesCount: 1,
      bins: Float64Array.of(2, 0, 0, 1),
      most: 2,
      figure: 5,
    })
    expect(countTrack(places, bins, eventFilter({ threads: new Set([1]) })).figure).toBe(1)
  })

  it('count as much as they weigh', () => {
    const { bins: counts, figure, most } = countTrack(places, bins, everyEvent, numbers(1, 2, 4, 8, 16))
    expect([[...counts], figure, most]).toEqual([[6, 0, 0, 8], 31, 8])
  })
})

describe('what takes time', () => {
  it('covers its bins, and is counted by its start', () => {
    const events = {
      count: 2,
      startTicks: numbers(105, 90),
      durationTicks: numbers(20, 15),
      threadIndex: indexes(0, 1),
      stackIndex: indexes(0, 0),
      activityIndex: indexes(0, 0),
    }
    const all = durationTrack(events, bins, everyEvent)
    expect([Array.from(all.bins, (part) => Number(part.toFixed(6))), all.figure]).toEqual([[1, 1, 0.5, 0], 2])
    expect(durationTrack(events, bins, eventFilter({ fromTicks: 100 })).figure).toBe(1)
    expect(durationTrack(events, bins, eventFilter({ threads: new Set([3]) })).figure).toBe(0)
  })
})

const request = (kind: RequestRow['kind'], startTicks: number, durationTicks: number | null) =>
  ({ kind, startTicks, durationTicks, threadIndex: 0 }) as RequestRow
const trackOf = (...rows: readonly RequestRow[]) => requestTrack(rows, bins, everyEvent, 130)

describe('requests under way', () => {
  it('are those that the service is asked, also while it asks others', () => {
    const track = trackOf(request('incoming', 100, 20), request('outgoing', 105, 10), request('command', 105, 10))
    expect([[...track!.bins], track!.figure]).toEqual([[1, 1, 0, 0], 1])
  })

  it('are those it asks for where nothing asks it; those without an end last to that of the file', () => {
    const track = trackOf(request('command', 100, 10), request('outgoing', 110, null), request('outgoing', 100, 10))
    expect([[...track!.bins], track!.figure]).toEqual([[1, 1, 1, 0], 2])
    expect(trackOf(request('command', 100, 10))).toBeNull()
  })
})

test('requests under way are all of those in sight, and the figure is of those that are selected', () => {
  const rows = [request('incoming', 100, 20), request('incoming', 125, 5)]
  const track = requestTrack(rows, bins, eventFilter({ fromTicks: 120 }), 130)
  expect([[...track!.bins], track!.figure]).toEqual([[1, 1, 0.5, 0], 1])
})

/** Messages at a time, of a level. */
function logged(...messages: readonly (readonly [ticks: number, level: number, threadIndex?: number])[]): LogEvents {
  return {
    count: messages.length,
    ticks: numbers(...messages.map(([ticks]) => ticks)),
    level: numbers(...messages.map(([, level]) => level)),
    threadIndex: indexes(...messages.map(([, , threadIndex = 0]) => threadIndex)),
  } as unknown as LogEvents
}

describe('messages of logs', () => {
  const messages = logged([99, 4], [100, 0], [105, 2, 1], [109, 3], [110, 3], [120, 4], [121, 5, 1], [131, 6], [140, 4])

  it('are warnings, errors and worse, and all others, as far as they are in sight', () => {
    const { seriesCount, bins: counts, most, figure } = logTrack(messages, bins, everyEvent)
    expect([seriesCount, [...counts], most, figure]).toEqual([3, [1, 1, 0, 0, 0, 0, 2, 0, 2, 0, 0, 1], 3, 9])
  })

  it('have as their figure those that are selected', () => {
    expect(logTrack(messages, bins, eventFilter({ threads: new Set([1]) })).figure).toBe(2)
    expect(logTrack(messages, bins, eventFilter({ fromTicks: 110, toTicks: 130 })).figure).toBe(3)
  })
})

const held = (times: readonly number[], values: readonly number[], selected: Parameters<typeof heldTrack>[3] = {}) => {
  const track = heldTrack(times, values, bins, selected)
  return { bins: [...track.bins], figure: track.figure, most: track.most }
}

const figureOf = (fromTicks: number, toTicks: number) =>
  held([100, 110, 120, 130], [9, 2, 4, 6], { fromTicks, toTicks }).figure

describe('a value that holds until the next one', () => {
  it('is unknown before the first, and the largest of several in a bin', () => {
    expect(held([112, 115, 131], [7, 3, 5])).toEqual({ bins: [Number.NaN, 7, 3, 5], figure: 7, most: 7 })
    expect(held([], [])).toEqual({
      bins: [Number.NaN, Number.NaN, Number.NaN, Number.NaN],
      figure: Number.NaN,
      most: 0,
    })
  })

  it('is the one from before what is in sight until there is another', () => {
    expect(held([80, 90, 85, 125], [1, 2, 9, 4]).bins).toEqual([2, 2, 4, 4])
    expect(held([90, 90, 125], [1, 2, 4]).bins).toEqual([2, 2, 4, 4])
    expect(held([100, 140], [3, 8]).bins).toEqual([3, 3, 3, 3])
  })

  it('is the last by time, whatever its place in the stream', () => {
    expect(held([118, 112, 125], [3, 7, 1]).bins).toEqual([Number.NaN, 7, 1, 1])
    expect(held([118, 112], [3, 7]).bins).toEqual([Number.NaN, 7, 3, 3])
    expect(held([112, 112], [3, 1]).bins).toEqual([Number.NaN, 3, 1, 1])
  })

  it('has as its figure the largest of the selected time, its end left out, with the one that holds when it begins', () => {
    expect([
      figureOf(100, 130),
      figureOf(105, 130),
      figureOf(110, 130),
      figureOf(115, 120),
      figureOf(121, 129),
      figureOf(0, 100),
    ]).toEqual([9, 9, 4, 2, 4, Number.NaN])
  })
})
