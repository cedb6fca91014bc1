import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { maxCredits, maxWaitingFrames, maxWaitingObjects, StreamQueue } from './stream-queue.ts'

function makeQueue() {
  const delivered: object[] = []
  let overflowCount = 0
  const queue = new StreamQueue({
    name: 'rows',
    owner: 'window 1',
    deliver: (message) => delivered.push(message),
    onOverflow: () => (overflowCount += 1),
  })
  return { queue, delivered, overflows: () => overflowCount }
}
const frame = (n: number) => new Uint8Array([n]).buffer
const firstByte = (message: object) => (message instanceof ArrayBuffer ? new Uint8Array(message)[0] : message)

describe('the queue of a stream', () => {
  test('delivers at once while there is credit, then waits for more', () => {
    const { queue, delivered } = makeQueue()
    queue.grant(2)
    for (const n of [1, 2, 3]) queue.post({ n }, null)
    expect(delivered).toEqual([{ n: 1 }, { n: 2 }])
    queue.grant(1)
    expect(delivered).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }])
  })

  test('keeps the order of objects and frames', () => {
    const { queue, delivered } = makeQueue()
    queue.post({ catalog: 1 }, null)
    queue.postFrame(frame(7))
    queue.post({ catalog: 2 }, null)
    queue.grant(3)
    expect(delivered.map(firstByte)).toEqual([{ catalog: 1 }, 7, { catalog: 2 }])
  })

  test('drops the oldest frames when too many wait, says so and counts them', () => {
    const { queue, delivered } = makeQueue()
    const results = Array.from({ length: maxWaitingFrames + 3 }, (_, n) => queue.postFrame(frame(n)))
    expect(results.filter((isKept) => !isKept)).toHaveLength(3)
    expect(queue.report()).toMatchObject({ fill: maxWaitingFrames, droppedCount: 3 })
    queue.grant(maxCredits)
    expect(firstByte(delivered[0] ?? {})).toBe(3)
  })

  test('a newer message of the same key takes the place of the waiting one', () => {
    const { queue, delivered } = makeQueue()
    queue.post({ status: 'old' }, 'status')
    queue.post({ change: 1 }, null)
    queue.post({ status: 'new' }, 'status')
    queue.grant(5)
    expect(delivered).toEqual([{ status: 'new' }, { change: 1 }])
  })

  test('ends instead of losing an object silently when the page reads nothing for too long', () => {
    const { queue, delivered, overflows } = makeQueue()
    for (let n = 0; n <= maxWaitingObjects; n++) queue.post({ n }, null)
    expect(overflows()).toBe(1)
    expect(queue.isOverflowed).toBe(true)
    queue.grant(5)
    queue.post({ n: -1 }, null)
    expect(queue.postFrame(frame(1))).toBe(false)
    expect(delivered).toEqual([])
  })

  test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('ignores a credit of %s', (credit) => {
    const { queue, delivered } = makeQueue()
    queue.post({}, null)
    queue.grant(credit)
    expect(delivered).toEqual([])
  })

  test('a page can’t hoard credit', () => {
    const { queue } = makeQueue()
    queue.grant(1_000_000)
    expect(queue.credits).toBe(maxCredits)
  })

  test('never delivers more than was granted, and nothing of what is kept twice or out of order', () => {
    const step = fc.oneof(fc.constant('post' as const), fc.constant('frame' as const), fc.integer({ min: 1, max: 3 }))
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const { queue, delivered } = makeQueue()
        let granted = 0
        let posted = 0
        const order = new Map<object, number>()
        for (const one of steps) {
          if (typeof one === 'number') {
            granted += one
            queue.grant(one)
            continue
          }
          const message = one === 'frame' ? frame(0) : {}
          order.set(message, posted++)
          if (one === 'frame') queue.postFrame(message as ArrayBuffer)
          else queue.post(message, null)
        }
        const positions = delivered.map((message) => order.get(message) ?? -1)
        expect(delivered.length).toBeLessThanOrEqual(granted)
        expect(positions).toEqual([...new Set(positions)].toSorted((a, b) => a - b))
        expect(delivered.length + queue.report().fill + queue.report().droppedCount).toBe(posted)
      }),
    )
  })
})
