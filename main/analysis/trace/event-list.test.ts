import { expect, test } from 'vitest'
import { plainType, typeCodes } from '../../nettrace/payload/field-type.ts'
import type { TraceEventType } from '../../nettrace/trace/trace-tables.ts'
import { EventFeed } from '../testing/event-feed.ts'
import { EventList, matchesEvent } from './event-list.ts'

const type = (provider: string, name: string, eventId = 1) =>
  ({ provider, name, eventId, opcode: 0 }) as unknown as TraceEventType

test.each([
  ['Acme', true],
  ['ACME', true],
  ['acme/request/start', true],
  ['Acme/RequestStart', true],
  ['Acme/Request', false],
  ['Acme/', false],
  ['Acm', false],
  ['Acme.Web', false],
  ['Acme-RequestStart', false],
  ['Acme.Web/RequestStart', false],
])('Acme/RequestStart is meant by %j: %s', (wanted, isMeant) => {
  expect(matchesEvent(type('Acme', 'RequestStart'), wanted)).toBe(isMeant)
})

test('an event of the runtime is meant by the name that our tables have for it', () => {
  const runtime = 'Microsoft-Windows-DotNETRuntime'
  const load = type(runtime, '', 143)
  expect(matchesEvent(load, `${runtime}/Method/LoadVerbose`)).toBe(true)
  expect(matchesEvent(load, `${runtime}/`)).toBe(false)
  expect(matchesEvent(type(runtime, '', 191), `${runtime}/MethodJitTailCallFailed`)).toBe(true)
})

const id = (last: number) => Uint8Array.from({ length: 16 }, (_, index) => (index === 15 ? last : 1))

test('wanted events are listed with their places, and put in the order of time when asked', () => {
  const list = new EventList(({ name }) => name !== 'Other')
  const feed = new EventFeed(list)
  const one = { provider: 'Acme', eventId: 1, name: 'One', opcode: 0, fields: [] }
  const other = { ...one, eventId: 2, name: 'Other' }
  const two = { ...one, eventId: 3, name: 'Two', fields: [{ name: 'x', type: plainType(typeCodes.int32) }] }
  feed.push(one, { ticks: 30, thread: 1, stack: 7, activity: id(1), related: id(2) }, new Uint8Array(5))
  feed.push(other, { ticks: 10 }, new Uint8Array(3))
  feed.push(two, { ticks: 20, thread: 2 }, new Uint8Array(4))
  feed.push(one, { ticks: 20 }, new Uint8Array(0))
  expect(list.count).toBe(3)
  expect(list.inOrder()).toEqual([1, 2, 0])
  const columns = [
    list.ticks,
    list.typeIndex,
    list.threadIndex,
    list.stackIndex,
    list.payloadOffset,
    list.payloadLength,
  ]
  expect(columns.map(({ values }) => [...values])).toEqual([
    [30, 20, 20],
    [0, 2, 0],
    [1, 2, 0],
    [7, 0, 0],
    [0, 8, 12],
    [5, 4, 0],
  ])
  const { activities } = feed.trace
  expect([list.activity.at(1), list.activity.at(0) === list.relatedActivity.at(0)]).toEqual([0, false])
  expect([...activities.bytesOf(list.relatedActivity.at(0))]).toEqual([...id(2)])
})
