import { expect, test } from 'vitest'
import { readLiveFrameHeader, valuesColumns } from '../../shared/frames/live-frame.ts'
import { PendingValues, samplesPerFrame } from './pending-values.ts'

function takeAll(pending: PendingValues): number[] {
  const values: number[] = []
  for (let revision = 1; pending.count > 0; revision++) {
    const frame = pending.takeFrame(revision, pending.droppedFrameCount)
    const header = readLiveFrameHeader(frame)!
    expect(header.count).toBeLessThanOrEqual(samplesPerFrame)
    expect(header.count).toBeGreaterThan(0)
    values.push(...valuesColumns(frame, header).value)
  }
  return values
}

test('values leave in order, in frames of bounded size, even across the end of the ring', () => {
  const pending = new PendingValues(5000)
  for (let round = 0; round < 3; round++) {
    for (let index = 0; index < 4000; index++) pending.add(1, index, index)
    expect(takeAll(pending)).toEqual(Array.from({ length: 4000 }, (_, index) => index))
  }
  expect(pending.droppedCount).toBe(0)
})

test('when nobody takes them, the oldest are dropped and counted', () => {
  const pending = new PendingValues(5000)
  for (let index = 0; index < 5010; index++) pending.add(1, index, index)
  expect([pending.count, pending.droppedCount, pending.droppedFrameCount]).toEqual([5000, 10, 1])
  expect(takeAll(pending)[0]).toBe(10)
})
