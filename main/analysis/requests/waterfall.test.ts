import { describe, expect, test } from 'vitest'
import type { TraceWaterfall } from '../../../shared/model/trace/trace-waterfall.ts'
import { pool } from '../findings/testing/planted-trace.ts'
import { activity, type RequestFeed, waterfalls } from './testing/request-feed.ts'

const place = 'Shop!Shop.Orders.Place(int32)'
const managed = 2

function waterfall(plant: (feed: RequestFeed) => void, row = 0): TraceWaterfall {
  return waterfalls(plant).of(row)!
}

function begin(feed: RequestFeed, atMs = 0, thread = 0): void {
  feed.hosting('Start', atMs, activity(1), { method: 'GET', path: '/orders/7' }, thread)
}

function send(feed: RequestFeed, atMs: number, toMs: number | null, path: readonly number[], query = '/7'): void {
  const url = { scheme: 'http', host: 'stock', port: 80, pathAndQuery: query }
  feed.http('RequestStart', atMs, activity(...path), url)
  if (toMs !== null) feed.http('RequestStop', toMs, activity(...path), { statusCode: 200 }, 1)
}

describe('a request in its waterfall', () => {
  test('has its times in milliseconds, its route and its answer', () => {
    const { request } = waterfall((feed) => {
      begin(feed, 2)
      feed.response(8, activity(1), 404, '')
      feed.hosting('Stop', 9, activity(1))
    })
    expect(request).toMatchObject({ row: 0, kind: 'incoming', startMs: 2, endMs: 9, hasEnded: true, depth: 0 })
    expect(request).toMatchObject({ label: 'GET /orders/7', route: 'GET /orders/{id}' })
  })

  test('shows no secrets of its address', () => {
    const { request } = waterfall((feed) => {
      feed.hosting('Start', 0, activity(1), { method: 'GET', path: '/a?password=hunter2' })
      feed.hosting('Stop', 1, activity(1))
    })
    expect(request.label).not.toContain('hunter2')
  })

  test('says which evidence the recording has', () => {
    const bare = waterfall((feed) => {
      feed.hosting('Start', 0, undefined, { method: 'GET', path: '/' })
      feed.hosting('Stop', 1, undefined)
    })
    expect(bare).toMatchObject({ hasSamples: false, hasActivityIds: false, hasTaskEvents: false })
    const full = waterfall((feed) => {
      begin(feed)
      feed.samples(0, 1, 0, feed.stack(...pool, place), managed)
      feed.awaits(2, 3, activity(1), [0, 1])
      feed.hosting('Stop', 5, activity(1))
    })
    expect(full).toMatchObject({ hasSamples: true, hasActivityIds: true, hasTaskEvents: true })
  })
})

describe('spans of a request', () => {
  test('that follow each other and look the same are one', () => {
    const found = waterfall((feed) => {
      begin(feed)
      feed.samples(0, 20, 0, feed.stack(...pool, place), managed)
      feed.runtime(61, 10, { thread: 0, activity: activity(1) }, { WorkID: 5, ClrInstanceID: 0 })
      feed.hosting('Stop', 20, activity(1))
    })
    expect(found.spans).toMatchObject([{ fromMs: 0, toMs: 20, kind: 'running', rule: 'same-thread', sampleCount: 20 }])
    expect(found.assumedMs).toBe(20)
  })

  test('on other threads stay apart', () => {
    const found = waterfall((feed) => {
      begin(feed)
      feed.awaits(0.5, 0.5, activity(1), [0, 1])
      feed.hosting('Stop', 1, activity(1), {}, 1)
    })
    expect(found.spans.map(({ thread, fromMs, toMs }) => [thread, fromMs, toMs])).toEqual([
      [1000, 0, 0.5],
      [1001, 0.5, 1],
    ])
  })

  test('of waits for different locks stay apart, and name who waits', () => {
    const found = waterfall((feed) => {
      begin(feed)
      feed.samples(0, 10, 0, feed.stack(...pool, place), managed)
      feed.contention(2, 4, 0, feed.stack(...pool, place))
      feed.contention(4, 6, 0, feed.stack(...pool, 'Shop!Shop.Stock.Take(int32)'))
      feed.wait(6, 8, 0, feed.stack(...pool, place))
      feed.wait(8, 9, 0, 0)
      feed.hosting('Stop', 10, activity(1))
    })
    const waits = found.spans.filter(({ kind }) => kind === 'lock' || kind === 'wait')
    expect(waits.map(({ kind, detail, fromMs, toMs }) => [kind, detail, fromMs, toMs])).toEqual([
      ['lock', 'Orders.Place', 2, 4],
      ['lock', 'Stock.Take', 4, 6],
      ['wait', 'Orders.Place', 6, 8],
      ['wait', 'MonitorWait', 8, 9],
    ])
    expect(waits.every(({ child }) => child === null)).toBe(true)
  })

  test('of two calls one after the other stay apart', () => {
    const found = waterfall((feed) => {
      begin(feed)
      send(feed, 1, 4, [1, 1])
      send(feed, 4, 8, [1, 2])
      feed.hosting('Stop', 9, activity(1), {}, 1)
    })
    expect(found.spans.filter(({ child }) => child !== null)).toMatchObject([
      { child: 1, fromMs: 1, toMs: 4, thread: null, sampleCount: 0, mergedCount: 1 },
      { child: 2, fromMs: 4, toMs: 8, thread: null, sampleCount: 0 },
    ])
  })

  test('nobody can explain are not assumed', () => {
    const found = waterfall((feed) => {
      begin(feed)
      feed.endAt(50)
    })
    expect([found.sums.unknown, found.assumedMs]).toEqual([50, 0])
  })
})

/** A request that sent ten others, which sent the rest in turn. */
const sent = (count: number) =>
  waterfall((feed) => {
    begin(feed)
    for (let at = 0; at < 10; at++) send(feed, at / 10, count + 1, [1, at + 1])
    for (let at = 10; at < count; at++) send(feed, at, at + 0.5, [1, (at % 10) + 1, Math.floor(at / 10)])
    feed.hosting('Stop', count + 2, activity(1), {}, 1)
  })

describe('what a request sent', () => {
  test('is listed below its sender, in the order of its starts', () => {
    const { children } = waterfall((feed) => {
      begin(feed)
      send(feed, 1, 4, [1, 1], '/a')
      feed.hosting('Start', 2, activity(1, 1, 1), { method: 'GET', path: '/inner' }, 2)
      send(feed, 2.5, 3, [1, 1, 1, 1], '/b')
      send(feed, 2.7, null, [1, 1, 1, 2], '/c')
      feed.hosting('Stop', 3.5, activity(1, 1, 1), {}, 2)
      send(feed, 5, 6, [1, 2], '/d')
      feed.hosting('Stop', 9, activity(1), {}, 1)
    })
    expect(children.map(({ depth, startMs, endMs, hasEnded }) => [depth, startMs, endMs, hasEnded])).toEqual([
      [1, 1, 4, true],
      [2, 2, 3.5, true],
      [3, 2.5, 3, true],
      [3, 2.7, 9, false],
      [1, 5, 6, true],
    ])
  })

  test('is listed up to 100, and the others are counted', () => {
    expect([sent(100), sent(103)].map((found) => [found.children.length, found.omittedChildCount])).toEqual([
      [100, 0],
      [100, 3],
    ])
  })

  test('is followed eight levels down', () => {
    const { children } = waterfall((feed) => {
      begin(feed)
      for (let depth = 1; depth <= 10; depth++) send(feed, depth, 40 - depth, [1, ...Array<number>(depth).fill(1)])
      feed.hosting('Stop', 50, activity(1), {}, 1)
    })
    expect(children.map(({ depth }) => depth)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  })
})

/** A request that goes from thread to thread. */
const worked = (count: number) =>
  waterfall((feed) => {
    begin(feed)
    for (let at = 0; at < count; at++) feed.awaits(at + 0.2, at + 0.7, activity(1), [at, at + 1])
    feed.hosting('Stop', count + 1, activity(1), {}, count)
  })

test('a request has a lane for each thread that worked for it, up to 24', () => {
  const few = worked(3)
  expect(few.lanes.map(({ thread, name }) => [thread, name])).toEqual([
    [1000, ''],
    [1001, ''],
    [1002, ''],
    [1003, ''],
  ])
  expect(few.omittedLaneCount).toBe(0)
  expect(few.lanes[0]!.spans).toMatchObject([{ fromMs: 0, toMs: 0.2, thread: 1000 }])
  const many = worked(30)
  expect([many.lanes.length, many.omittedLaneCount]).toEqual([24, 7])
})
