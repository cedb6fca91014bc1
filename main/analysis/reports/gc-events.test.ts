import { expect, test } from 'vitest'
import { runtimeProvider } from '../../../shared/model/runtime-providers.ts'
import { EventFeed } from '../testing/event-feed.ts'
import { gcEventIds as ids, GcEvents } from './gc-events.ts'

function collected(pointerBytes = 8) {
  const events = new GcEvents()
  const feed = new EventFeed(events)
  Object.assign(feed.trace.header!, { pointerBytes })
  return { events, feed }
}
const shown = (events: GcEvents) =>
  events.inOrder().map(({ ticks, threadIndex, id, values }) => [ticks, threadIndex, id, ...values])

test('events of collections are kept in the order of time, equal times as the stream has them', () => {
  const { events, feed } = collected()
  feed.runtime(ids.restartStop, { ticks: 30, thread: 1 })
  feed.runtime(ids.start, { ticks: 10, thread: 2 }, { Count: 7, Depth: 2, Reason: 3, Type: 1 })
  feed.runtime(ids.stop, { ticks: 20 }, { Count: 7, Depth: 2 })
  feed.runtime(ids.suspendStop, { ticks: 20 })
  feed.runtime(80, { ticks: 5 })
  expect(shown(events)).toEqual([
    [10, 2, ids.start, 7, 2, 3, 1],
    [20, 0, ids.stop, 7],
    [20, 0, ids.suspendStop],
    [30, 1, ids.restartStop],
  ])
  expect([events.countOf(ids.start), events.countOf(80)]).toEqual([1, 0])
})

test('suspensions for anything but a collection are left out', () => {
  const { events, feed } = collected()
  for (const reason of [0, 1, 2, 5, 6, 7])
    feed.runtime(ids.suspendStart, { ticks: reason }, { Reason: reason, Count: 1 })
  expect(shown(events).map(([, , , reason]) => reason)).toEqual([1, 6])
})

test('sizes after a collection are added up over the generations', () => {
  const { events, feed } = collected()
  const sizes = Object.fromEntries(
    [0, 1, 2, 3, 4].flatMap((index) => [
      [`GenerationSize${index}`, 10 ** index],
      [`TotalPromotedSize${index}`, 2 * 10 ** index],
    ]),
  )
  feed.runtime(ids.heapStats, { ticks: 1 }, sizes)
  expect(shown(events)[0]?.slice(3)).toEqual([11_111, 22_222, 1, 2, 10, 20, 100, 200, 1000, 2000, 10_000, 20_000])
})

/** Records of ten pointers behind a head, the first of each the size before. */
function history(pointerBytes: 4 | 8, sizes: readonly number[], count = sizes.length): Uint8Array {
  const head = 2 + 6 * pointerBytes + 6 * 4 + pointerBytes + 4
  const bytes = new Uint8Array(head + sizes.length * 10 * pointerBytes)
  const view = new DataView(bytes.buffer)
  view.setUint32(head - 4, count, true)
  for (const [index, size] of sizes.entries()) {
    const place = head + index * 10 * pointerBytes
    view.setUint32(place, size % 2 ** 32, true)
    if (pointerBytes === 8) view.setUint32(place + 4, Math.floor(size / 2 ** 32), true)
  }
  return bytes
}

test.each([4, 8] as const)(
  'sizes before a collection are those of all generations, of %i bytes each',
  (pointerBytes) => {
    const perHeap = { provider: runtimeProvider, eventId: ids.perHeapHistory, name: '', opcode: 0, fields: [] }
    const large = pointerBytes === 8 ? 2 ** 33 : 2 ** 31
    const { events, feed } = collected(pointerBytes)
    feed.push(perHeap, { ticks: 1 }, history(pointerBytes, [1, 20, large]))
    // It says more than it has.
    feed.push(perHeap, { ticks: 2 }, history(pointerBytes, [5], 1000))
    feed.push(perHeap, { ticks: 3 }, new Uint8Array(3))
    expect(shown(events).map(([, , , before]) => before)).toEqual([large + 21, 5, 0])
  },
)
