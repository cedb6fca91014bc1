import { describe, expect, test } from 'vitest'
import { waterfallKinds, type TraceWaterfall } from '../../../shared/model/trace/trace-waterfall.ts'
import { pool } from '../findings/testing/planted-trace.ts'
import { stepsOf } from '../../nettrace/work-steps.ts'
import { activity, RequestFeed, waterfalls } from './testing/request-feed.ts'
import { Waterfalls } from './waterfall.ts'

const idle = [...pool, 'System.Private.CoreLib!System.Threading.LowLevelLifoSemaphore.WaitForSignal(int32,bool)']
const place = 'Shop!Shop.Orders.Place(int32)'
const managed = 2

function waterfall(plant: (feed: RequestFeed) => void): TraceWaterfall {
  return waterfalls(plant).of(0)!
}

/** `running 0-3 on 1000`. */
function texts({ spans }: TraceWaterfall): readonly string[] {
  return spans.map(({ kind, fromMs, toMs, thread }) => {
    return `${kind} ${String(fromMs)}-${String(toMs)}${thread === null ? '' : ` on ${String(thread)}`}`
  })
}

function begin(feed: RequestFeed, thread = 0): void {
  feed.hosting('Start', 0, activity(1), { method: 'GET', path: '/orders/7' }, thread)
}

/** Of a recording without activity ids, in which two threads work for ten milliseconds. */
const partsOf = (row: number, ...events: readonly ['Start' | 'Stop', number, number?][]) =>
  texts(
    waterfalls((feed) => {
      for (const [what, atMs, thread] of events)
        feed.hosting(what, atMs, undefined, what === 'Start' ? { method: 'GET', path: `/${atMs}` } : {}, thread)
      for (const thread of [0, 1]) feed.samples(0, 10, thread, feed.stack(...pool, place), managed)
    }).of(row)!,
  )

describe('the parts of one request', () => {
  test('a method that awaits returns its thread and resumes on another one', () => {
    const found = waterfall((feed) => {
      begin(feed)
      feed.awaits(3, 20, activity(1), [0, 1], feed.stack(...pool, place))
      feed.hosting('Stop', 21, activity(1), {}, 1)
    })
    expect(texts(found)).toEqual(['unknown 0-3 on 1000', 'awaiting 3-20', 'running 20-21 on 1001'])
    expect(found.spans[1]).toMatchObject({ rule: 'await', detail: 'Orders.Place' })
    expect(found.sums).toMatchObject({ unknown: 3, awaiting: 17, running: 1 })
  })

  test('of methods awaiting each other, the innermost says what is awaited', () => {
    const found = waterfall((feed) => {
      begin(feed)
      const inner = { TaskID: 5, Behavior: 2, ContinueWithTaskID: 6 }
      feed.task('TaskWaitBegin', 0.5, activity(1), inner, 0, feed.stack(...pool, 'Shop!Shop.Stock.Read(int32)'))
      const outer = { TaskID: 6, Behavior: 2, ContinueWithTaskID: 7 }
      feed.task('TaskWaitBegin', 0.6, activity(1), outer, 0, feed.stack(...pool, place))
      feed.task('TaskWaitEnd', 8, activity(1), { TaskID: 5 }, 1)
      feed.hosting('Stop', 9, activity(1), {}, 1)
    })
    expect(found.spans[1]).toMatchObject({ kind: 'awaiting', fromMs: 0.6, toMs: 8, detail: 'Stock.Read' })
  })

  test('samples between two distant events are taken to mean that the thread ran for the request', () => {
    const found = waterfall((feed) => {
      begin(feed)
      feed.samples(0.5, 9, 0, feed.stack(...pool, place), managed)
      feed.hosting('Stop', 9, activity(1))
    })
    expect(texts(found)).toEqual(['running 0-9 on 1000'])
    expect(found.spans[0]).toMatchObject({ rule: 'same-thread', sampleCount: 9 })
    expect(found.assumedMs).toBe(9)
  })

  test('a thread idle in between did not work for the request', () => {
    const found = waterfall((feed) => {
      begin(feed)
      feed.samples(1, 3, 0, feed.stack(...pool, place), managed)
      feed.samples(3, 8, 0, feed.stack(...idle), managed)
      feed.samples(8, 10, 0, feed.stack(...pool, place), managed)
      feed.hosting('Stop', 10, activity(1))
    })
    expect(texts(found)).toEqual(['running 0-2 on 1000', 'unknown 2-8', 'running 8-10 on 1000'])
    expect(found.spans.map(({ rule }) => rule)).toEqual(['until-idle', 'none', 'since-idle'])
  })

  test('a wait for a lock, a wait for a handle and a collection are named by their events', () => {
    const found = waterfall((feed) => {
      begin(feed)
      feed.samples(0, 20, 0, feed.stack(...pool, place), managed)
      feed.contention(2, 6, 0, feed.stack(...pool, place))
      feed.wait(8, 12, 0, feed.stack(...pool, place))
      feed.collection(14, 2, {})
      feed.hosting('Stop', 20, activity(1))
    })
    expect(found.sums).toMatchObject({ running: 10, lock: 4, wait: 4, gc: 2, unknown: 0 })
    expect(found.spans.find(({ kind }) => kind === 'lock')).toMatchObject({ detail: 'Orders.Place', thread: 1000 })
  })

  test('a wait whose event carries the activity id is known, whatever is assumed of the thread around it', () => {
    const found = waterfall((feed) => {
      begin(feed)
      feed.samples(0, 20, 0, feed.stack(...pool, place), managed)
      const event = { thread: 0, stack: feed.stack(...pool, place), activity: activity(1) }
      feed.runtime(81, 2, event, { ContentionFlags: 0, ClrInstanceID: 0, LockID: 7 })
      feed.runtime(91, 12, event, { ContentionFlags: 0, ClrInstanceID: 0, DurationNs: 10e6 })
      feed.hosting('Stop', 20, activity(1))
    })
    expect(found.spans.map(({ kind, rule }) => [kind, rule])).toEqual([
      ['running', 'same-thread'],
      ['lock', 'activity-id'],
      ['running', 'same-thread'],
    ])
    expect(found.assumedMs).toBe(10)
  })

  test('an outgoing request with no thread working on it is awaited, and named', () => {
    const found = waterfall((feed) => {
      begin(feed)
      feed.http('RequestStart', 1, activity(1, 1), { scheme: 'http', host: 'stock', port: 80, pathAndQuery: '/7' })
      feed.http('RequestStop', 9, activity(1, 1), { statusCode: 200 }, 1)
      feed.hosting('Stop', 10, activity(1), {}, 1)
    })
    expect(found.spans.filter(({ kind }) => kind === 'awaiting')).toMatchObject([
      { fromMs: 1, toMs: 9, child: 1, detail: 'http://stock:80/7', rule: 'child' },
    ])
    expect(found.children).toMatchObject([{ row: 1, kind: 'outgoing', depth: 1, startMs: 1, endMs: 9, status: 200 }])
  })

  test('a request that the process sends to itself is not counted as work of the sender', () => {
    const found = waterfall((feed) => {
      begin(feed)
      feed.http('RequestStart', 1, activity(1, 1), { scheme: 'http', host: 'self', port: -1, pathAndQuery: '/' })
      feed.hosting('Start', 2, activity(1, 1, 1), { method: 'GET', path: '/inner' }, 2)
      feed.hosting('Stop', 2.5, activity(1, 1, 1), {}, 2)
      feed.http('RequestStop', 4, activity(1, 1), { statusCode: 200 })
      feed.hosting('Stop', 5, activity(1))
    })
    expect(found.lanes.map(({ thread }) => thread)).not.toContain(1002)
    expect(found.children.map(({ kind, depth }) => [kind, depth])).toEqual([
      ['outgoing', 1],
      ['incoming', 2],
    ])
  })

  test('queued work waits until a thread takes it', () => {
    const found = waterfall((feed) => {
      begin(feed)
      feed.task('TaskWaitBegin', 0.5, activity(1), { TaskID: 5, Behavior: 2, ContinueWithTaskID: 6 })
      feed.task('AwaitTaskContinuationScheduled', 4, undefined, { ContinueWithTaskId: 6 }, 3)
      feed.task('TaskWaitEnd', 9, activity(1), { TaskID: 5 }, 1)
      feed.hosting('Stop', 9.5, activity(1), {}, 1)
    })
    expect(texts(found)).toEqual(['running 0-0.5 on 1000', 'awaiting 0.5-4', 'queue 4-9', 'running 9-9.5 on 1001'])
  })

  test('pool work is queued from arrival until a worker takes it', () => {
    const found = waterfall((feed) => {
      begin(feed)
      feed.task('TaskWaitBegin', 0.5, activity(1), { TaskID: 5, Behavior: 2, ContinueWithTaskID: 6 })
      feed.runtime(61, 3, { thread: 3 }, { WorkID: 77, ClrInstanceID: 0 })
      feed.runtime(62, 8, { thread: 1 }, { WorkID: 77, ClrInstanceID: 0 })
      feed.task('TaskWaitEnd', 8.2, activity(1), { TaskID: 5 }, 1)
      feed.hosting('Stop', 9, activity(1), {}, 1)
    })
    expect(texts(found)).toEqual(['running 0-0.5 on 1000', 'awaiting 0.5-3', 'queue 3-8', 'running 8-9 on 1001'])
  })

  test('without activity IDs only the threads of start and stop are known', () => {
    const found = waterfall((feed) => {
      feed.hosting('Start', 0, undefined, { method: 'GET', path: '/a' })
      feed.samples(0, 6, 0, feed.stack(...pool, place), managed)
      feed.hosting('Stop', 6, undefined)
    })
    expect(found.hasActivityIds).toBe(false)
    expect(texts(found)).toEqual(['running 0-6 on 1000'])
  })

  test('without activity IDs, a thread works for a request until it begins the next one', () => {
    // The next one on its thread begins behind its end, or on another thread meanwhile.
    expect(partsOf(0, ['Start', 0], ['Stop', 4], ['Start', 6], ['Stop', 8])).toEqual(['running 0-4 on 1000'])
    expect(partsOf(0, ['Start', 0], ['Start', 2, 1], ['Stop', 4])).toEqual(['running 0-4 on 1000'])
    expect(partsOf(1, ['Start', 0], ['Stop', 4], ['Start', 6], ['Stop', 8])).toEqual(['running 6-8 on 1000'])
    expect(partsOf(0, ['Start', 0], ['Start', 2], ['Stop', 4], ['Stop', 6])).toEqual([
      'running 0-1 on 1000',
      'unknown 1-6',
    ])
    expect(partsOf(1, ['Start', 0], ['Start', 6], ['Stop', 8])).toEqual(['running 6-8 on 1000'])
  })

  test('time that nothing explains is unknown; a request without an end lasts to the end of the recording', () => {
    const found = waterfall((feed) => {
      begin(feed)
      feed.endAt(50)
    })
    expect(texts(found)).toEqual(['unknown 0-50'])
    expect(found.request).toMatchObject({ hasEnded: false, endMs: 50 })
  })

  test('a row that doesn’t exist has no waterfall', () => {
    const feed = new RequestFeed()
    expect(new Waterfalls(feed.parts, feed.requests(), feed.feed.trace).of(3)).toBeNull()
  })
})

/** A number generator that gives the same numbers in every run. */
function numbers(seed: number): (limit: number) => number {
  let state = seed
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return (state >>> 8) % limit
  }
}

function plantAtRandom(feed: RequestFeed, seed: number): void {
  const next = numbers(seed)
  const stacks = [feed.stack(...pool, place), feed.stack(...idle), feed.stack(...pool, '[native]')]
  for (let id = 1; id <= 4; id++) feed.hosting('Start', next(30), activity(id), { method: 'GET', path: '/a' }, next(4))
  for (let at = 0; at < 60; at++) {
    const [from, thread, id] = [next(100), next(4), activity(1 + next(4))]
    const to = from + next(12)
    switch (next(7)) {
      case 0:
        feed.awaits(from, to, id, [thread, next(4)])
        break
      case 1:
        feed.contention(from, to, thread, stacks[0]!)
        break
      case 2:
        feed.wait(from, to, thread, stacks[0]!)
        break
      case 3:
        feed.collection(from, next(3), {})
        break
      case 4:
        feed.samples(from, to, thread, stacks[next(3)]!, next(3))
        break
      case 5:
        feed.bridged('Activity2Start', from, id, 'Other', {}, 'x', thread)
        break
      default:
        feed.runtime(61, from, { thread }, { WorkID: at, ClrInstanceID: 0 })
        feed.runtime(62, to, { thread: next(4) }, { WorkID: at, ClrInstanceID: 0 })
    }
  }
  for (let id = 1; id <= 3; id++) feed.hosting('Stop', 60 + next(50), activity(id), {}, next(4))
  feed.endAt(120)
}

test('whatever the recording holds, the parts of each request are its time without gap or overlap', () => {
  for (let seed = 1; seed <= 60; seed++) {
    const found = waterfalls((feed) => plantAtRandom(feed, seed))
    for (let row = 0; row < 4; row++) {
      const { request, spans, sums, lanes } = found.of(row)!
      expect(spans[0]!.fromMs).toBe(request.startMs)
      expect(spans.at(-1)!.toMs).toBe(request.endMs)
      expect(spans.slice(1).map(({ fromMs }) => fromMs)).toEqual(spans.slice(0, -1).map(({ toMs }) => toMs))
      expect(spans.filter(({ fromMs, toMs }) => toMs <= fromMs)).toEqual([])
      const all = waterfallKinds.reduce((sum, kind) => sum + sums[kind], 0)
      expect(all).toBeCloseTo(request.endMs - request.startMs, 6)
      for (const { spans: own } of lanes)
        expect(own.filter(({ fromMs }, at) => at > 0 && fromMs < own[at - 1]!.toMs)).toEqual([])
    }
  }
})

function stepsFor(awaitCount: number): number {
  return stepsOf(() => {
    waterfall((feed) => {
      begin(feed)
      for (let at = 0; at < awaitCount; at++) feed.awaits(at + 0.2, at + 0.7, activity(1), [at % 3, (at + 1) % 3])
      feed.hosting('Stop', awaitCount + 1, activity(1))
    })
  })
}

test('the cost of a request grows with its events, not with their square', () => {
  expect(stepsFor(800)).toBeLessThan(stepsFor(200) * 6)
})
