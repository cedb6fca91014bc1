import { describe, expect, test } from 'vitest'
import type { PayloadHandler } from '../../nettrace/trace/trace-listener.ts'
import type { TraceEventType } from '../../nettrace/trace/trace-tables.ts'
import { EventFeed } from '../testing/event-feed.ts'
import { LaterPayloads, type PayloadListener, type PayloadWindow } from './later-payloads.ts'

const type = (name: string) => ({ provider: 'P', eventId: 1, name, opcode: 0, fields: [] })

/** A listener that takes events of the type `Wanted`, with all of their payloads so far. */
function listening() {
  const taken: (readonly [row: number, payload: number, ticks: number])[] = []
  const handler: PayloadHandler = (bytes, view, start, end, row, segment) => {
    expect([end - start, view.getUint8(start)]).toEqual([1, bytes[start]])
    taken.push([row, bytes[start]!, segment.timestamp[row]!])
  }
  const later = new LaterPayloads([{ onEventType: ({ name }: TraceEventType) => (name === 'Wanted' ? handler : null) }])
  const feed = new EventFeed(later)
  const push = (name: string, value: number) => feed.push(type(name), { ticks: value * 10 }, Uint8Array.of(value))
  /** Payloads behind each other, and as far as they were not cut off. */
  const windowOf = (end = Number.POSITIVE_INFINITY): PayloadWindow => {
    const bytes = feed.read(0, 1000)
    const find = (offset: number, count: number) => (offset + count <= end ? offset : -1)
    return { bytes, view: new DataView(bytes.buffer), find }
  }
  return { later, push, taken, windowOf, feed }
}

describe('payloads that wait', () => {
  test('are those of events that come after the beginning, and are wanted', () => {
    const { later, push, taken, windowOf } = listening()
    push('Wanted', 1)
    push('Other', 2)
    expect([later.waitingCount, taken]).toEqual([0, [[0, 1, 10]]])
    later.begin()
    push('Wanted', 3)
    push('Other', 4)
    push('Wanted', 5)
    expect([later.waitingCount, taken.length]).toEqual([2, 1])
    expect(later.take(windowOf(), 100)).toBe(true)
    expect([later.waitingCount, taken]).toEqual([
      0,
      [
        [0, 1, 10],
        [2, 3, 30],
        [4, 5, 50],
      ],
    ])
    expect([later.take(windowOf(), 100), taken.length]).toEqual([true, 3])
  })

  test('are taken a few rows at a time, wanted or not', () => {
    const { later, push, taken, windowOf } = listening()
    later.begin()
    for (const value of [1, 2, 3, 4, 5]) push(value % 2 === 1 ? 'Wanted' : 'Other', value)
    const counts = [1, 2, 0, 2, 2].map((mostRows) => {
      expect(later.take(windowOf(), mostRows)).toBe(true)
      return [taken.length, later.waitingCount]
    })
    expect(counts).toEqual([
      [1, 2],
      [2, 1],
      [2, 1],
      [3, 0],
      [3, 0],
    ])
    expect(taken.map(([, payload]) => payload)).toEqual([1, 3, 5])
  })

  test('go on waiting when the file doesn’t have them any more', () => {
    const { later, push, taken, windowOf } = listening()
    later.begin()
    for (const value of [1, 2, 3]) push('Wanted', value)
    expect([later.take(windowOf(2), 100), later.waitingCount, taken.length]).toEqual([false, 1, 2])
    expect([later.take(windowOf(), 100), later.waitingCount, taken.length]).toEqual([true, 0, 3])
  })
})

test('a listener that wants no payload has none waiting', () => {
  const later = new LaterPayloads([{ onEventType: () => null }])
  const feed = new EventFeed(later)
  later.begin()
  feed.push(type('Wanted'), { ticks: 1 }, Uint8Array.of(1))
  expect(later.waitingCount).toBe(0)
})

const wants = (wanted: string): PayloadListener => ({
  onEventType: ({ name }: TraceEventType) => (name === wanted ? () => undefined : null),
})

test('it is known who is waiting, and for whom nothing was left out', () => {
  const [first, second, third] = [wants('A'), wants('B'), wants('B')]
  const later = new LaterPayloads([first, second, third])
  const feed = new EventFeed(later)
  const push = (name: string) => feed.push(type(name), { ticks: 1 }, Uint8Array.of(1))
  const waiting = () => [first, second, third].map((listener) => later.isWaitingFor(listener))
  push('A')
  later.begin()
  push('Other')
  expect(waiting()).toEqual([false, false, false])
  push('B')
  expect(waiting()).toEqual([false, true, true])
  const bytes = feed.read(0, 1000)
  later.take({ bytes, view: new DataView(bytes.buffer), find: (offset) => offset }, 100)
  expect(waiting()).toEqual([false, false, false])
})
