import { describe, expect, it } from 'vitest'
import { labelOf, type RequestRow, routeOf } from './request-rows.ts'
import { activity, RequestFeed } from './testing/request-feed.ts'

function requestsOf(tell: (feed: RequestFeed) => void) {
  const feed = new RequestFeed()
  tell(feed)
  return feed.requests()
}

const rowsOf = (tell: (feed: RequestFeed) => void) => requestsOf(tell).rows
const client = { scheme: 'http', host: 'stock', port: 0, pathAndQuery: '/' }

const someRow: RequestRow = {
  kind: 'incoming',
  provider: 'P',
  name: 'Request',
  method: 'GET',
  address: '/orders/7',
  startTicks: 0,
  durationTicks: null,
  threadIndex: 0,
  stopThreadIndex: null,
  status: null,
  isFailed: false,
  template: null,
  parent: -1,
  activity: 0,
  folded: [],
  outgoingCount: 0,
}

describe('what a person calls a request', () => {
  it('is its method and the path as the application declared it, or as its numbers suggest', () => {
    expect(routeOf(someRow)).toBe('GET /orders/{id}')
    expect(routeOf({ ...someRow, template: '/orders/{number}' })).toBe('GET /orders/{number}')
    expect(routeOf({ ...someRow, method: '' })).toBe('/orders/{id}')
  })

  it('is the text of a command, and the name of anything else and of what did not say', () => {
    expect(routeOf({ ...someRow, kind: 'command', address: 'SELECT 7' })).toBe('SELECT 7')
    expect(routeOf({ ...someRow, kind: 'other' })).toBe('Request')
    expect(routeOf({ ...someRow, address: '' })).toBe('Request')
  })

  it('in full is its method and its address, if it has said them', () => {
    expect([labelOf(someRow), labelOf({ ...someRow, method: '' }), labelOf({ ...someRow, address: '' })]).toEqual([
      'GET /orders/7',
      '/orders/7',
      null,
    ])
  })
})

const withStatus = (status: number) =>
  rowsOf((feed) => {
    feed.hosting('Start', 0, activity(1), { method: 'GET', path: '/' })
    feed.response(1, activity(1), status, '')
    feed.http('RequestStart', 2, activity(1, 1), client)
    feed.http('RequestStop', 3, activity(1, 1), { statusCode: status })
    feed.hosting('Stop', 4, activity(1))
  }).map(({ kind, isFailed, status: told }) => [kind, isFailed, told])

describe('a request has failed', () => {
  it('for a server from 500 on, for a client from 400 on', () => {
    expect(withStatus(399)).toEqual([
      ['incoming', false, 399],
      ['outgoing', false, 399],
    ])
    expect(withStatus(400)).toEqual([
      ['incoming', false, 400],
      ['outgoing', true, 400],
    ])
    expect(withStatus(499)).toEqual([
      ['incoming', false, 499],
      ['outgoing', true, 499],
    ])
    expect(withStatus(500)).toEqual([
      ['incoming', true, 500],
      ['outgoing', true, 500],
    ])
  })
})

const countOf = (afterMs: number, path: string, thread: number) =>
  rowsOf((feed) => {
    feed.hosting('Start', 0, undefined, { method: 'GET', path: '/a' })
    feed.kestrel('Start', afterMs, undefined, { path, method: 'GET' }, thread)
  }).length

describe('the accounts of a request', () => {
  it('are told by the application’s own, whoever was first', () => {
    const rows = rowsOf((feed) => {
      feed.kestrel('Start', 0, activity(1), { path: '/a', method: 'GET' })
      feed.hosting('Start', 0.1, activity(1, 1), { method: 'GET', path: '/a' })
      feed.kestrel('Stop', 5, activity(1))
    })
    expect(rows).toMatchObject([{ provider: 'Microsoft.AspNetCore.Hosting', durationTicks: 5e6, folded: [1] }])
    const alone = rowsOf((feed) => feed.kestrel('Start', 0, activity(1), { path: '/a', method: 'GET' }))
    expect(alone).toMatchObject([
      { provider: 'Microsoft-AspNetCore-Server-Kestrel', durationTicks: null, stopThreadIndex: null },
    ])
  })

  it('end with the one whose end was recorded', () => {
    const rows = rowsOf((feed) => {
      feed.hosting('Start', 1, activity(1), { method: 'GET', path: '/a' })
      feed.kestrel('Start', 2, activity(1, 1), { path: '/a', method: 'GET' })
      feed.kestrel('Stop', 7, activity(1, 1), undefined, 3)
    })
    expect(rows).toMatchObject([{ startTicks: 1e6, durationTicks: 6e6, stopThreadIndex: 3 }])
  })

  it('without ids are one only on one thread, within two milliseconds, of one address', () => {
    expect([countOf(2, '/a', 0), countOf(2.1, '/a', 0), countOf(1, '/b', 0), countOf(1, '/a', 1)]).toEqual([1, 2, 2, 2])
  })
})

describe('what a request sends', () => {
  it('counts requests and commands, of itself and not of those below', () => {
    const { rows, requestOf } = requestsOf((feed) => {
      feed.hosting('Start', 0, activity(1), { method: 'GET', path: '/' })
      feed.http('RequestStart', 1, activity(1, 1), client)
      feed.http('RequestStop', 2, activity(1, 1), { statusCode: 200 })
      feed.bridged('Activity1Start', 3, activity(1, 2), 'SqlClientDiagnosticListener', { CommandText: 'select 1' })
      feed.bridged('Activity1Stop', 4, activity(1, 2), 'SqlClientDiagnosticListener', {})
      feed.bridged('Activity1Start', 5, activity(1, 3), 'Shop', {})
      feed.bridged('Activity1Stop', 6, activity(1, 3), 'Shop', {})
      feed.hosting('Stop', 7, activity(1))
    })
    expect(rows.map(({ kind, parent, outgoingCount }) => [kind, parent, outgoingCount])).toEqual([
      ['incoming', -1, 2],
      ['outgoing', 0, 0],
      ['command', 0, 0],
      ['other', 0, 0],
    ])
    expect([...requestOf]).toEqual([0, 1, 2, 3])
  })

  it('does not count steps that lie in no request of a client', () => {
    const { rows, requestOf } = requestsOf((feed) => {
      feed.http('ResponseHeadersStart', 1, activity(1))
      feed.http('ResponseHeadersStop', 2, activity(1))
    })
    expect([rows.length, ...requestOf]).toEqual([0, -1])
  })

  it('has the route that was told last, whatever is told without one', () => {
    const rows = rowsOf((feed) => {
      const end = (atMs: number, values: Readonly<Record<string, string>>) =>
        feed.bridged('Event', atMs, activity(1), 'Microsoft.AspNetCore', values, 'EndRequest')
      feed.hosting('Start', 0, activity(1), { method: 'GET', path: '/orders/7' })
      end(1, { 'http.route': '/orders/{id}' })
      end(2, { StatusCode: '200' })
      feed.hosting('Stop', 3, activity(1))
    })
    expect(rows).toMatchObject([{ template: '/orders/{id}', status: 200 }])
  })
})
