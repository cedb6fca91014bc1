import { expect, test } from 'vitest'
import { activity, RequestFeed } from '../requests/testing/request-feed.ts'
import { RequestRoutes } from './request-routes.ts'

const ms = 1e6

/** Two requests, one of them with a call of its own, as a recording has them. */
function recorded() {
  const trace = new RequestFeed()
  trace.kestrel('Start', 9, activity(1, 1), { method: 'GET', path: '/orders/5' }, 1)
  trace.hosting('Start', 10, activity(1, 1, 1), { method: 'GET', path: '/orders/5' }, 1)
  trace.http('RequestStart', 20, activity(1, 1, 1, 1), { scheme: 'http', host: 'db', port: 80, pathAndQuery: '/q' }, 1)
  trace.http('RequestStop', 30, activity(1, 1, 1, 1), {}, 1)
  trace.hosting('Stop', 40, activity(1, 1, 1), {}, 1)
  trace.kestrel('Stop', 41, activity(1, 1), {}, 1)
  const rows = trace.parts.activities.rows()
  const routes = new RequestRoutes(rows, trace.feed.trace, trace.feed.read)
  const routeOf = (...path: readonly number[]) =>
    routes.routeOf(trace.feed.trace.activities.intern(activity(...path), 0), 25 * ms)
  return { routes, rows, routeOf, trace }
}

test('an event belongs to the request in whose activity it is, at any depth', () => {
  const { routeOf } = recorded()
  const route = 'GET /orders/{id}'
  expect([routeOf(1, 1), routeOf(1, 1, 1), routeOf(1, 1, 1, 1), routeOf(1, 1, 1, 9, 3)]).toEqual([
    route,
    route,
    route,
    route,
  ])
  expect([routeOf(1), routeOf(1, 2), routeOf(2, 1)]).toEqual([null, null, null])
})

test('no activity, and one that is no path, belong to no request', () => {
  const { routes, trace } = recorded()
  const random = Uint8Array.from({ length: 16 }, (_, index) => index * 7)
  expect([routes.routeOf(0, 25 * ms), routes.routeOf(trace.feed.trace.activities.intern(random, 0), 25 * ms)]).toEqual([
    null,
    null,
  ])
})

test('an activity id that is given out again belongs to the request of its time', () => {
  const trace = new RequestFeed()
  const [id, inside] = [activity(1, 1), activity(1, 1, 4)]
  trace.hosting('Start', 10, id, { method: 'GET', path: '/orders/5' })
  trace.hosting('Stop', 20, id)
  trace.hosting('Start', 50, id, { method: 'GET', path: '/items/7' })
  trace.hosting('Stop', 60, id)
  const routes = new RequestRoutes(trace.parts.activities.rows(), trace.feed.trace, trace.feed.read)
  const routeAt = (bytes: Uint8Array, atMs: number) =>
    routes.routeOf(trace.feed.trace.activities.intern(bytes, 0), atMs * ms)
  for (const bytes of [id, inside])
    expect([5, 15, 55].map((atMs) => routeAt(bytes, atMs))).toEqual([null, 'GET /orders/{id}', 'GET /items/{id}'])
})

test('a request that server and framework each have is the outermost of them', () => {
  const { routes, rows } = recorded()
  const providers = rows.map(({ provider }) => provider)
  const kestrel = providers.indexOf('Microsoft-AspNetCore-Server-Kestrel')
  expect(rows.map((_, row) => routes.requestOf(row))).toEqual([kestrel, kestrel, kestrel])
  expect(routes.requestOf(-1)).toBe(-1)
  expect(routes.detailOf(providers.indexOf('System.Net.Http'))).toBe('http://db:80/q')
})

test('an activity of nobody’s request belongs to none', () => {
  const trace = new RequestFeed()
  trace.activity('Shop', 'Request', 7, 0, 10, 25, { path: '/x' })
  const rows = trace.parts.activities.rows()
  const routes = new RequestRoutes(rows, trace.feed.trace, trace.feed.read)
  expect(rows.map((_, row) => routes.requestOf(row))).toEqual([-1])
})
