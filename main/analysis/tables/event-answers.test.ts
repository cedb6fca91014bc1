import { expect, test } from 'vitest'
import { wholeTrace } from '../../../shared/model/trace/trace-selection.ts'
import { plantedBytes, plantedTrace } from '../event-filter/testing/planted-events.ts'
import { activity, RequestFeed } from '../requests/testing/request-feed.ts'
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

function answered(plant: (trace: RequestFeed) => void) {
  const trace = new RequestFeed()
  plant(trace)
  return new TraceTables(trace.parts, trace.feed.trace, trace.feed.read)
}

test('an event has its stack from the leaf up, as far as somebody reads it', () => {
  const frames = Array.from({ length: 305 }, (_, index) => `Shop!Shop.App.F${index}()`)
  const tables = answered((trace) => {
    trace.runtime(80, 1, { stack: trace.stack(...frames.slice(0, 2)) }, { ExceptionType: 'A' })
    trace.runtime(80, 2, { stack: trace.stack(...frames) }, { ExceptionType: 'A' })
    trace.runtime(80, 3, {}, { ExceptionType: 'A' })
  })
  const of = (place: number) => tables.eventDetails(ask(''), { place })!
  expect(of(0)).toMatchObject({
    stack: [
      { method: 'Shop.App.F1()', name: 'App.F1', module: 'Shop' },
      { method: 'Shop.App.F0()', name: 'App.F0', module: 'Shop' },
    ],
    omittedFrames: 0,
  })
  const { stack, omittedFrames } = of(1)
  expect([stack[0]!.method, stack.length, omittedFrames]).toEqual(['Shop.App.F304()', 300, 5])
  expect(of(2)).toMatchObject({ stack: [], omittedFrames: 0 })
})

test('the activity of an event is its path, and none where its id is no path', () => {
  const random = Uint8Array.from({ length: 16 }, (_, index) => index * 7)
  const tables = answered((trace) => {
    trace.hosting('Start', 1, activity(1, 2), { path: '/' })
    trace.hosting('Start', 2, random, { path: '/' })
    trace.hosting('Start', 3, undefined, { path: '/' })
  })
  expect([0, 1, 2].map((place) => tables.eventDetails(ask(''), { place })!.activity)).toEqual(['//1/2', '', ''])
})

test('secrets are dots until somebody asks for them', () => {
  const tables = answered((trace) => {
    trace.hosting('Start', 1, undefined, { path: '/?password=hunter2', method: 'GET' })
    trace.hosting('Stop', 2, undefined, { path: '/' })
  })
  const masked = tables.eventDetails(ask(''), { place: 0 })!
  expect([masked.hasSecrets, masked.fields.map(({ text }) => text.includes('hunter2'))]).toEqual([true, [false, false]])
  const revealed = tables.eventDetails({ ...ask(''), isRevealed: true }, { place: 0 })!
  expect([revealed.hasSecrets, revealed.fields[0]!.text]).toEqual([false, '/?password=hunter2'])
  expect(tables.eventDetails(ask(''), { place: 1 })!.hasSecrets).toBe(false)
})

test('a field that is a book is cut', () => {
  const tables = answered((trace) => trace.hosting('Start', 1, undefined, { path: 'x'.repeat(5000) }))
  const [path] = tables.eventDetails(ask(''), { place: 0 })!.fields
  expect(path!.text).toBe('x'.repeat(4000))
})

test('types of one name are counted together, and each provider apart', () => {
  const type = { opcode: 0, fields: [] }
  const tables = answered(({ feed }) => {
    for (const [eventId, provider, count] of [
      [1, 'A', 2],
      [2, 'A', 1],
      [3, 'B', 5],
    ] as const)
      for (let at = 0; at < count; at++)
        feed.push({ ...type, provider, eventId, name: 'E' }, { ticks: at * 1e6 }, new Uint8Array(0))
  })
  expect(tables.eventMatches({ question: ask(''), binCount: 4 })).toMatchObject({
    count: 8,
    fromMs: 0,
    toMs: 4,
    types: [
      { event: 'E', provider: 'B', count: 5 },
      { event: 'E', provider: 'A', count: 3 },
    ],
    typeCount: 2,
  })
})

test('events of one moment are in one bar, and those of a range in bars over all of it', () => {
  const tables = answered(({ feed }) => {
    for (const ms of [5, 5, 5])
      feed.push({ provider: 'A', eventId: 1, name: 'E', opcode: 0, fields: [] }, { ticks: ms * 1e6 }, new Uint8Array(0))
  })
  const binsOf = (selection: typeof wholeTrace) => [
    ...tables.eventMatches({ question: ask('', { selection }), binCount: 4 }).bins,
  ]
  expect(binsOf(wholeTrace)).toEqual([3, 0, 0, 0])
  expect(binsOf({ ...wholeTrace, range: { fromMs: 3, toMs: 7 } })).toEqual([0, 0, 3, 0])
  expect(binsOf({ ...wholeTrace, range: { fromMs: 1, toMs: 5.5 } })).toEqual([0, 0, 0, 3])
})

const fieldsOf = (search: string) => tables().eventMatches({ question: ask(search), binCount: 2 }).fields

test('fields of what a filter finds are those of the most frequent type first', () => {
  expect([fieldsOf('time > 2.5 ms'), fieldsOf('time < 3.5 ms')]).toEqual([
    ['DurationNs', 'Path', 'Status'],
    ['Path', 'Status', 'DurationNs'],
  ])
})
