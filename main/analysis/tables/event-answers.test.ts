import { expect, test } from 'vitest'
import { wholeTrace } from '../../../shared/model/trace/trace-selection.ts'
import { plantedBytes, plantedTrace } from '../event-filter/testing/planted-events.ts'
import { TraceParts } from '../trace/trace-parts.ts'
import { TraceTables } from './trace-tables.ts'

const tables = () => new TraceTables(new TraceParts(), plantedTrace(), plantedBytes)
const ask = (search: string, changes = {}) => ({
  table: 'events' as const,
  selection: wholeTrace,
  sortBy: null,
  isDescending: false,
  search,
  ...changes,
})

test('a filter can name the providers, events, threads and fields that occur', () => {
  expect(tables().eventWords()).toEqual({
    events: ['E', 'Request', 'Wait'],
    providers: ['P', 'Shop-Locks', 'Shop-Web'],
    threads: ['1000', '1001'],
    fields: ['DurationNs', 'Path', 'Status'],
  })
})

test('what a filter finds lies in bars over its time, with the most frequent types', () => {
  const found = tables().eventMatches({ question: ask('time < 100 ms'), binCount: 3 })
  expect({ ...found, bins: [...found.bins] }).toEqual({
    count: 4,
    fromMs: 1,
    toMs: 40,
    bins: [3, 0, 1],
    types: [
      { event: 'Request', provider: 'Shop-Web', count: 2 },
      { event: 'Wait', provider: 'Shop-Locks', count: 2 },
    ],
    typeCount: 2,
    fields: ['Path', 'Status', 'DurationNs'],
  })
  const selection = { ...wholeTrace, range: { fromMs: 0, toMs: 10 } }
  expect([...tables().eventMatches({ question: ask('', { selection }), binCount: 10 }).bins]).toEqual([
    0, 1, 1, 1, 0, 0, 0, 0, 0, 0,
  ])
  expect(tables().eventMatches({ question: ask('nothing'), binCount: 2 })).toMatchObject({
    count: 0,
    fromMs: 0,
    toMs: 0,
  })
})

test('an event has its fields, its thread and its place in the order of the question', () => {
  expect(tables().eventDetails(ask('request', { sortBy: 'time_ms', isDescending: true }), { place: 0 })).toEqual({
    eventIndex: 4,
    place: 0,
    timeMs: 2500,
    event: 'Request',
    provider: 'Shop-Web',
    id: 10,
    version: 0,
    level: 4,
    keywords: '0x0',
    thread: 1000,
    threadName: '',
    activity: '',
    fields: [
      { name: 'Path', text: 'GET /quotes' },
      { name: 'Status', text: '404' },
    ],
    hasSecrets: false,
    stack: [],
    omittedFrames: 0,
  })
  expect(tables().eventDetails(ask('request'), { place: 3 })).toBeNull()
})

test('an event is found by its number wherever the order has it, and steps end at the first and the last', () => {
  const placeIn = (question: ReturnType<typeof ask>, eventIndex: number, step = 0) => {
    const found = tables().eventDetails(question, { eventIndex, step })
    return found === null ? null : [found.eventIndex, found.place, found.timeMs]
  }
  const newestFirst = ask('', { sortBy: 'time_ms', isDescending: true })
  expect(placeIn(ask(''), 1)).toEqual([1, 1, 2])
  expect(placeIn(newestFirst, 1)).toEqual([1, 3, 2])
  expect(placeIn(ask('request'), 4)).toEqual([4, 2, 2500])
  expect(placeIn(ask('', { sortBy: 'event', isDescending: true }), 2)).toEqual([2, 0, 3])
  expect(placeIn(newestFirst, 1, -2)).toEqual([3, 1, 40])
  expect([placeIn(ask(''), 3, 7), placeIn(ask(''), 3, -7)]).toEqual([
    [4, 4, 2500],
    [0, 0, 1],
  ])
  // The filter leaves it out: it is shown, and nothing stands beside it.
  expect([placeIn(ask('wait'), 1), placeIn(ask('wait'), 1, 1), placeIn(ask(''), 5)]).toEqual([[1, null, 2], null, null])
})

test('a page of events tells their numbers, and one of other rows has none', () => {
  expect(tables().page(ask('request', { sortBy: 'time_ms', isDescending: true }), 1, 5).eventIndexes).toEqual([1, 0])
  expect(tables().page({ ...ask(''), table: 'threads' }, 0, 5)).not.toHaveProperty('eventIndexes')
})

const between = (search: string, from: number, to: number, changes = {}) =>
  tables().eventsBetween({ question: ask(search, changes), from, to })

test('events between two others are those of the filter in order of time, if it has both', () => {
  expect([between('', 0, 4), between('', 4, 0), between('request', 0, 4), between('', 2, 2)]).toEqual([3, 3, 1, 0])
  expect(between('', 0, 4, { sortBy: 'event', isDescending: true })).toBe(3)
  expect(between('request', 0, 2)).toBeNull()
  expect(between('request', 2, 0)).toBeNull()
})

test('fields are columns, whatever the case of their names, and sort as numbers', () => {
  const question = ask('time < 100 ms', { fields: ['durationns', 'Path'], sortBy: 'payload.durationns' })
  const { rows } = tables().page(question, 0, 10)
  expect(rows.map((row) => [row[1], ...row.slice(5)])).toEqual([
    ['Wait', 5_000_000, null],
    ['Wait', 90_000_000, null],
    ['Request', null, 'GET /orders'],
    ['Request', null, 'POST /orders timeout'],
  ])
  const descending = tables().page({ ...question, isDescending: true }, 0, 10).rows
  expect(descending.map((row) => row[5])).toEqual([90_000_000, 5_000_000, null, null])
})
