import { describe, expect, test } from 'vitest'
import { laneCodes, writeLanesFrame } from '../../../../shared/frames/live-frame.ts'
import { LaneStore } from './lane-store.ts'

function lanesFrame(events: readonly (readonly [lane: number, timeMs: number, durationMs: number, amount: number])[]) {
  return writeLanesFrame(
    {
      timeMs: Float64Array.from(events, (event) => event[1]),
      durationMs: Float64Array.from(events, (event) => event[2]),
      amount: Float32Array.from(events, (event) => event[3]),
      lane: Uint8Array.from(events, (event) => event[0]),
    },
    events.length,
    1,
    0,
  )
}

describe('the lane store', () => {
  test('keeps collections and exceptions apart and in time order', () => {
    const store = new LaneStore()
    store.applyFrame(
      lanesFrame([
        [laneCodes.gc, 2000, 3, 0],
        [laneCodes.exception, 1500, 0, 4],
        [laneCodes.gc, 1000, 60, 2],
        [99, 1, 1, 1],
      ]),
    )
    expect(store.gcIn(0, 5000)).toEqual([
      { timeMs: 1000, durationMs: 60, amount: 2 },
      { timeMs: 2000, durationMs: 3, amount: 0 },
    ])
    expect(store.exceptionsIn(0, 1499)).toEqual([])
    expect(store.exceptionsIn(1500, 1500)).toHaveLength(1)
  })

  test('is bounded and drops the oldest', () => {
    const store = new LaneStore()
    for (let block = 0; block < 50; block++) {
      store.applyFrame(lanesFrame(Array.from({ length: 1000 }, (_, i) => [laneCodes.gc, block * 1000 + i, 1, 0])))
    }
    const kept = store.gcIn(0, Infinity)
    expect(kept.length).toBeLessThanOrEqual(16_384 * 1.25)
    expect(kept.at(-1)?.timeMs).toBe(49_999)
  })
})
