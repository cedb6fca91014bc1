import { expect, test } from 'vitest'
import { writePayload } from '../../nettrace/writer/payload-writer.ts'
import { plainType, typeCodes } from '../../nettrace/payload/field-type.ts'
import { everyEvent } from '../reports/event-filter.ts'
import { EventFeed } from '../testing/event-feed.ts'
import { TraceParts } from '../trace/trace-parts.ts'
import { type RequestRow, requestRows, routeOf } from './request-rows.ts'
import { taskProvider } from './request-sources.ts'
import { routeRows } from './route-rows.ts'
import { activity, RequestFeed } from './testing/request-feed.ts'

function rowsOf(tell: (feed: RequestFeed) => void): readonly RequestRow[] {
  const feed = new RequestFeed()
  tell(feed)
  return feed.requests().rows
}

test('server and framework events of a request make one row', () => {
  const rows = rowsOf((feed) => {
    feed.hosting('Start', 10, activity(1), { method: 'GET', path: '/orders/7' })
    feed.kestrel('Start', 10.1, activity(1, 1), { method: 'GET', path: '/orders/7' })
    feed.kestrel('Stop', 30, activity(1, 1))
    feed.hosting('Stop', 31, activity(1), undefined, 1)
  })
  expect(rows).toMatchObject([
    { kind: 'incoming', method: 'GET', address: '/orders/7', startTicks: 10e6, durationTicks: 21e6, parent: -1 },
  ])
  expect(rows[0]!.folded).toHaveLength(1)
})

test('an outgoing request has its phases inside of it and knows the request it was made for', () => {
  const rows = rowsOf((feed) => {
    feed.hosting('Start', 0, activity(1), { method: 'GET', path: '/orders/7' })
    feed.http('RequestStart', 2, activity(1, 1), { scheme: 'http', host: 'stock', port: 80, pathAndQuery: '/stock/7' })
    feed.http('RequestHeadersStart', 3, activity(1, 1, 1))
    feed.http('RequestHeadersStop', 4, activity(1, 1, 1))
    feed.http('ResponseHeadersStart', 8, activity(1, 1, 2))
    feed.http('ResponseHeadersStop', 9, activity(1, 1, 2))
    feed.http('RequestStop', 12, activity(1, 1), { statusCode: 404 })
    feed.hosting('Stop', 20, activity(1))
  })
  expect(rows).toMatchObject([
    { kind: 'incoming', outgoingCount: 1, isFailed: false },
    {
      kind: 'outgoing',
      address: 'http://stock:80/stock/7',
      parent: 0,
      status: 404,
      isFailed: true,
      durationTicks: 10e6,
    },
  ])
  expect(rows[1]!.folded).toHaveLength(2)
})

test('phases of a request that began before the recording are not requests', () => {
  const rows = rowsOf((feed) => {
    feed.http('ResponseHeadersStart', 8, activity(1, 2))
    feed.http('ResponseHeadersStop', 9, activity(1, 2))
  })
  expect(rows).toEqual([])
})

test('status code and route come from the response, whichever of the activities it was written in', () => {
  const rows = rowsOf((feed) => {
    feed.hosting('Start', 0, activity(1), { method: 'GET', path: '/orders/7' })
    feed.kestrel('Start', 0.1, activity(1, 1), { method: 'GET', path: '/orders/7' })
    feed.response(9, activity(1, 1), 503, '[controller, Orders],[id, 7]')
    feed.kestrel('Stop', 10, activity(1, 1))
    feed.hosting('Stop', 10.1, activity(1))
  })
  expect(rows).toMatchObject([{ status: 503, isFailed: true, template: '/orders/{id}' }])
  expect(routeOf(rows[0]!)).toBe('GET /orders/{id}')
})

test('an exception that nobody handled is a failure without a status code', () => {
  const rows = rowsOf((feed) => {
    feed.hosting('Start', 0, activity(1), { method: 'GET', path: '/' })
    feed.unhandled(1, activity(1))
    feed.hosting('Stop', 2, activity(1))
  })
  expect(rows).toMatchObject([{ status: null, isFailed: true }])
})

test('a driver command inside an Entity Framework command is the same command', () => {
  const rows = rowsOf((feed) => {
    feed.hosting('Start', 0, activity(1), { method: 'GET', path: '/' })
    feed.bridged('Activity2Start', 1, activity(1, 1), 'Microsoft.EntityFrameworkCore', { CommandText: 'select 1' })
    feed.bridged('Activity1Start', 2, activity(1, 1, 1), 'SqlClientDiagnosticListener', { CommandText: 'select 1' })
    feed.bridged('Activity1Stop', 3, activity(1, 1, 1), 'SqlClientDiagnosticListener', {})
    feed.bridged('Activity2Stop', 4, activity(1, 1), 'Microsoft.EntityFrameworkCore', {})
    feed.hosting('Stop', 5, activity(1))
  })
  expect(rows.map(({ kind, address, parent }) => [kind, address, parent])).toEqual([
    ['incoming', '/', -1],
    ['command', 'select 1', 0],
  ])
})

test('a request that a service sends to itself is two rows: one sent, one received', () => {
  const rows = rowsOf((feed) => {
    feed.hosting('Start', 0, activity(1), { method: 'GET', path: '/' })
    feed.http('RequestStart', 1, activity(1, 1), { scheme: 'http', host: 'self', port: -1, pathAndQuery: '/' })
    feed.hosting('Start', 2, activity(1, 1, 1), { method: 'GET', path: '/inner' })
    feed.hosting('Stop', 3, activity(1, 1, 1))
    feed.http('RequestStop', 4, activity(1, 1), { statusCode: 200 })
    feed.hosting('Stop', 5, activity(1))
  })
  expect(rows.map(({ kind, parent }) => [kind, parent])).toEqual([
    ['incoming', -1],
    ['outgoing', 0],
    ['incoming', 1],
  ])
})

test('without activity IDs, events of one request are matched by thread, path and time', () => {
  const rows = rowsOf((feed) => {
    feed.hosting('Start', 0, undefined, { method: 'GET', path: '/a' })
    feed.kestrel('Start', 0.1, undefined, { method: 'GET', path: '/a' })
    feed.kestrel('Stop', 3, undefined)
    feed.hosting('Stop', 4, undefined)
    feed.hosting('Start', 5, undefined, { method: 'GET', path: '/a' })
    feed.kestrel('Start', 9, undefined, { method: 'GET', path: '/a' })
  })
  expect(rows.map(({ durationTicks }) => durationTicks)).toEqual([4e6, null, null])
})

test('a stop that precedes its start in the stream still ends it', () => {
  const rows = rowsOf((feed) => {
    feed.hosting('Stop', 7, activity(1), undefined, 1)
    feed.hosting('Start', 2, activity(1), { method: 'GET', path: '/' })
  })
  expect(rows).toMatchObject([{ durationTicks: 5e6, threadIndex: 0, stopThreadIndex: 1 }])
})

test('routes sum what is selected; percentiles are measured durations', () => {
  const feed = new RequestFeed()
  for (let index = 0; index < 20; index++) {
    feed.hosting('Start', index * 100, activity(index + 1), { method: 'GET', path: `/orders/${index}` })
    feed.response(index * 100 + 1, activity(index + 1), index === 3 ? 500 : 200, '')
    feed.hosting('Stop', index * 100 + index + 1, activity(index + 1))
  }
  const all = routeRows(feed.requests(), everyEvent)
  expect(all).toEqual([
    {
      route: 'GET /orders/{id}',
      kind: 'incoming',
      isTold: false,
      requestCount: 20,
      failedCount: 1,
      p50Ticks: 10e6,
      p95Ticks: 19e6,
      longestTicks: 20e6,
      sumTicks: 210e6,
      outgoingCount: 0,
    },
  ])
  expect(routeRows(feed.requests(), (ticks) => ticks < 1000e6)[0]).toMatchObject({ requestCount: 10, p50Ticks: 5e6 })
})

test('other activities are rows with the name of their activity', () => {
  const parts = new TraceParts()
  const feed = new EventFeed(parts.listener)
  const fields = [{ name: 'file', type: plainType(typeCodes.string) }]
  const type = { provider: 'Shop', eventId: 1, name: 'ImportStart', opcode: 1, fields }
  feed.push(type, { ticks: 5 }, writePayload(type.fields, ['a.csv']))
  const { rows } = requestRows(parts.activities.rows(), parts.requestFacts, feed.trace)
  expect(rows).toMatchObject([{ kind: 'other', name: 'Import' }])
  expect(routeOf(rows[0]!)).toBe('Import')
})

test('a source that is called like a property of every object is an activity like others', () => {
  for (const source of ['constructor', 'toString', '__proto__']) {
    const rows = rowsOf((feed) => {
      feed.bridged('Activity1Start', 1, activity(1), source, { Path: '/secret' })
      feed.bridged('Activity1Stop', 2, activity(1), source, { StatusCode: '500' })
    })
    expect(rows).toMatchObject([{ kind: 'other', address: '', status: null }])
  }
})

test('routes are listed by kind, and of each kind the ones that took most time first', () => {
  const feed = new RequestFeed()
  const ask = (at: number, path: string, ms: number): void => {
    feed.hosting('Start', at * 100, activity(at), { method: 'GET', path })
    feed.http('RequestStart', at * 100 + 1, activity(at, 1), {
      scheme: 'http',
      host: 'stock',
      port: 80,
      pathAndQuery: path,
    })
    feed.http('RequestStop', at * 100 + ms - 1, activity(at, 1), { statusCode: 200 })
    feed.hosting('Stop', at * 100 + ms, activity(at))
  }
  ask(1, '/quick', 10)
  ask(2, '/slow', 80)
  ask(3, '/quick', 20)
  ask(4, '/middling', 40)
  expect(routeRows(feed.requests(), everyEvent).map(({ kind, route, sumTicks }) => [kind, route, sumTicks])).toEqual([
    ['incoming', 'GET /slow', 80e6],
    ['incoming', 'GET /middling', 40e6],
    ['incoming', 'GET /quick', 30e6],
    ['outgoing', 'http://stock:80/slow', 78e6],
    ['outgoing', 'http://stock:80/middling', 38e6],
    ['outgoing', 'http://stock:80/quick', 26e6],
  ])
})

test('a request sent that never ended has no length, though a part of it ended', () => {
  const rows = rowsOf((feed) => {
    feed.http('RequestStart', 2, activity(1), { scheme: 'http', host: 'stock', port: 80, pathAndQuery: '/' })
    feed.http('RequestHeadersStart', 3, activity(1, 1))
    feed.http('RequestHeadersStop', 4, activity(1, 1))
  })
  expect(rows).toMatchObject([{ kind: 'outgoing', durationTicks: null, stopThreadIndex: null }])
})

test('without activity IDs, work of the application right behind the start of a request is not that request', () => {
  const rows = rowsOf((feed) => {
    feed.hosting('Start', 0, undefined)
    feed.own('LookupStart', 0.1)
  })
  expect(rows.map(({ kind, name }) => [kind, name])).toEqual([
    ['incoming', 'Request'],
    ['other', 'Lookup'],
  ])
})

test('what a connection or a task has inside is part of the request around it', () => {
  const rows = rowsOf((feed) => {
    feed.hosting('Start', 0, activity(1), { method: 'GET', path: '/' })
    const task = { provider: taskProvider, eventId: 1, name: 'WorkStart', opcode: 0, fields: [] }
    feed.feed.push(task, { ticks: 1e6, activity: activity(1, 1) }, new Uint8Array(0))
    feed.http('RequestStart', 2, activity(1, 1, 1), { scheme: 'http', host: 'stock', port: 80, pathAndQuery: '/' })
  })
  expect(rows.map(({ kind, parent, outgoingCount }) => [kind, parent, outgoingCount])).toEqual([
    ['incoming', -1, 1],
    ['outgoing', 0, 0],
  ])
})

test('without activity IDs, the same address on another thread is another request', () => {
  const rows = rowsOf((feed) => {
    feed.hosting('Start', 0, undefined, { method: 'GET', path: '/a' }, 0)
    feed.hosting('Start', 0.05, undefined, { method: 'GET', path: '/b' }, 1)
    feed.kestrel('Start', 0.1, undefined, { method: 'GET', path: '/b' }, 2)
  })
  expect(rows.map(({ address, threadIndex }) => [address, threadIndex])).toEqual([
    ['/a', 0],
    ['/b', 1],
    ['/b', 2],
  ])
})

test('a start that says nothing does not take the words of the event behind it', () => {
  const rows = rowsOf((feed) => {
    feed.hosting('Start', 0, activity(1))
    feed.hosting('Start', 1, activity(2), { method: 'GET', path: '/b' })
  })
  expect(rows.map(({ method, address }) => [method, address])).toEqual([
    ['', ''],
    ['GET', '/b'],
  ])
})
