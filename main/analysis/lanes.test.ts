import { expect, test } from 'vitest'
import { laneCodes, lanesColumns, readLiveFrameHeader } from '../../shared/frames/live-frame.ts'
import { Lanes, maxLaneEntries } from './lanes.ts'

const pause = { startTicks: 0, endTicks: 0, generation: 2, number: 7 }
const told = (lanes: Lanes) => lanes.entries.map(({ timeMs, amount }) => [timeMs, amount])

/** What a frame has, as rows. */
function rowsOf(frame: ArrayBuffer) {
  const header = readLiveFrameHeader(frame)
  if (header === null) throw new Error('no frame')
  const { timeMs, durationMs, amount, lane } = lanesColumns(frame, header)
  const rows = Array.from(timeMs, (time, row) => [time, durationMs[row], amount[row], lane[row]])
  return { revision: header.revision, dropped: header.droppedCount, rows }
}

test('a GC pause stands at its start, with its length and generation', () => {
  const lanes = new Lanes(1000)
  lanes.addPause(pause, 500, 512)
  expect(lanes.hasNew).toBe(true)
  expect(rowsOf(lanes.takeFrame(3, 4))).toEqual({
    revision: 3,
    dropped: 4,
    rows: [[500, 12, 2, laneCodes.gc]],
  })
  expect(lanes.hasNew).toBe(false)
  expect(rowsOf(lanes.takeFrame(4, 0)).rows).toEqual([])
})

test('exceptions are counted per second and stand at the last one of each second', () => {
  const lanes = new Lanes(60_000)
  for (const timeMs of [1100, 1900, 1500]) lanes.addException(timeMs)
  expect(told(lanes)).toEqual([])
  lanes.addException(2000)
  expect(told(lanes)).toEqual([[1900, 3]])
  lanes.advanceTo(2999)
  expect(told(lanes)).toHaveLength(1)
  lanes.advanceTo(3000)
  lanes.advanceTo(5000)
  expect(told(lanes)).toEqual([
    [1900, 3],
    [2000, 1],
  ])
  expect(lanes.entries[0]).toMatchObject({ durationMs: 0, lane: laneCodes.exception })
})

test('exceptions are counted by a shorter interval, and by the second at the recorded pace', () => {
  const lanes = new Lanes(100)
  for (const timeMs of [1000, 1099, 1100]) lanes.addException(timeMs)
  expect(told(lanes)).toEqual([[1099, 2]])
  lanes.setInterval(0)
  for (const timeMs of [1200, 1900, 2100]) lanes.addException(timeMs)
  expect(told(lanes)).toEqual([
    [1099, 2],
    [1100, 1],
    [1900, 2],
  ])
})

test('a view that joins late gets what reaches into its time, in frames of 3,000', () => {
  const lanes = new Lanes(1000)
  lanes.addPause(pause, 100, 200)
  lanes.addPause(pause, 150, 199)
  for (let count = 0; count < 3001; count += 1) lanes.addPause(pause, 1000 + count, 1000 + count)
  let revision = 0
  const frames = lanes.framesSince(200, () => ++revision).map(rowsOf)
  expect(frames.map((frame) => [frame.revision, frame.rows.length])).toEqual([
    [1, 3000],
    [2, 2],
  ])
  expect(frames[0]!.rows[0]).toEqual([100, 100, 2, laneCodes.gc])
  expect(rowsOf(lanes.takeFrame(1, 0)).rows).toHaveLength(3000)
  expect(rowsOf(lanes.takeFrame(2, 0)).rows).toHaveLength(3)
})

test('of too many entries the oldest tenth goes, and is counted', () => {
  const lanes = new Lanes(1000)
  for (let count = 0; count < maxLaneEntries; count += 1) lanes.addPause(pause, count, count)
  expect(lanes.droppedCount).toBe(0)
  expect(rowsOf(lanes.takeFrame(1, 0)).rows[0]![0]).toBe(0)
  lanes.addPause(pause, maxLaneEntries, maxLaneEntries)
  expect([lanes.droppedCount, lanes.entries.length]).toEqual([maxLaneEntries / 10, maxLaneEntries * 0.9 + 1])
  // Those that went before they were taken are not taken any more.
  expect(rowsOf(lanes.takeFrame(2, 0)).rows[0]![0]).toBe(maxLaneEntries / 10)
})

test('without entries there is no frame', () => {
  expect(new Lanes(1000).framesSince(0, () => 1)).toEqual([])
})
