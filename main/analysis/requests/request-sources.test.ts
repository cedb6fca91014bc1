import { expect, test } from 'vitest'
import { bridgeProvider, hostingProvider, httpProvider, plainRequests, taskProvider } from './request-sources.ts'
import { RequestFeed } from './testing/request-feed.ts'

const own = (name: string, startCount: number) => ({ provider: 'Shop-Orders', name, startCount })

test('activities of an application alone are counted without looking at each', () => {
  const kinds = [own('Request', 3), own('Query', 4), { provider: 'Other', name: 'Query', startCount: 1 }]
  expect(plainRequests(kinds)).toEqual({ requestCount: 8, routeCount: 2 })
})

test('what is nobody’s request does not count', () => {
  const kinds = [own('Request', 3), own('Stopped', 0), { provider: taskProvider, name: 'Task', startCount: 90 }]
  expect(plainRequests(kinds)).toEqual({ requestCount: 3, routeCount: 1 })
})

test('requests that were received, sent or bridged are looked at one by one', () => {
  for (const provider of [hostingProvider, httpProvider, bridgeProvider])
    expect(plainRequests([own('Request', 3), { provider, name: 'Request', startCount: 1 }])).toBeNull()
})

test('the short count is the number of rows', () => {
  const feed = new RequestFeed()
  for (let at = 0; at < 5; at++) {
    feed.own('PriceStart', at * 10, at)
    feed.own('PriceStop', at * 10 + 5, at)
  }
  expect(plainRequests(feed.parts.activities.kinds)).toEqual({
    requestCount: feed.requests().rows.length,
    routeCount: 1,
  })
})
