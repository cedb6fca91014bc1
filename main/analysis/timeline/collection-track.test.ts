import { expect, test } from 'vitest'
import type { GcRow } from '../reports/gc-table.ts'
import { collectionSpans, collectionTrack } from './collection-track.ts'
import { TimeBins } from './time-bins.ts'

const [blocking, background] = [0, 1]

function collection(parts: Partial<GcRow>): GcRow {
  return {
    number: 1,
    generation: 2,
    reason: 0,
    type: blocking,
    startTicks: 10,
    durationTicks: 20,
    pauseStartTicks: 12,
    pauseTicks: 5,
    suspendTicks: 0,
    heapBeforeBytes: null,
    heapAfterBytes: null,
    promotedBytes: null,
    generations: [],
    ...parts,
  }
}

test('every collection pauses, and only those in the background last on beside the application', () => {
  const rows = [
    collection({ type: background, generation: 2 }),
    collection({ type: blocking, generation: 0, startTicks: 40, pauseStartTicks: 41 }),
  ]
  const spans = collectionSpans(rows, 100)
  expect(spans.pauses).toEqual([
    { startTicks: 12, endTicks: 17, level: 2 },
    { startTicks: 41, endTicks: 46, level: 0 },
  ])
  expect(spans.background).toEqual([{ startTicks: 10, endTicks: 30, level: 2 }])
})

test('a collection whose end was not recorded lasts to the end of the file, and its pause takes no time', () => {
  const spans = collectionSpans([collection({ type: background, durationTicks: null, pauseTicks: null })], 100)
  expect(spans.pauses).toEqual([{ startTicks: 12, endTicks: 12, level: 2 }])
  expect(spans.background).toEqual([{ startTicks: 10, endTicks: 100, level: 2 }])
})

test('collections are counted with their pauses in the selected time, whatever is in view', () => {
  const rows = [collection({}), collection({ startTicks: 40, pauseStartTicks: 41, pauseTicks: null })]
  const bins = new TimeBins({ fromMs: 0, toMs: 10 }, 10, 10)
  const counted = (isInTime: (ticks: number) => boolean) => {
    const { count, pauseMs } = collectionTrack(collectionSpans(rows, 100), bins, isInTime)
    return [count, pauseMs]
  }
  expect([counted(() => true), counted((ticks) => ticks < 41)]).toEqual([
    [2, 0.5],
    [1, 0.5],
  ])
})
