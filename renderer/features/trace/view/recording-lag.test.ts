import { expect, test } from 'vitest'
import { RecordingLag } from './recording-lag.ts'

test('a document is behind by the time since the first byte it has not read was recorded', () => {
  const lag = new RecordingLag()
  expect(lag.behindMs(0, 0)).toBe(0)
  for (const [atMs, bytes] of [
    [0, 100],
    [1000, 200],
    [2000, 300],
    [2500, 300],
  ] as const)
    lag.note(atMs, bytes)
  expect([100, 150, 200, 300].map((readBytes) => lag.behindMs(3000, readBytes))).toEqual([2000, 2000, 1000, 0])
})

test('a recording that has grown no more is not behind once it is read, however long ago that was', () => {
  const lag = new RecordingLag()
  lag.note(0, 100)
  expect(lag.behindMs(60_000, 100)).toBe(0)
  lag.note(60_000, 200)
  expect(lag.behindMs(61_500, 100)).toBe(1500)
})

test('nobody knows how far a document is behind that still reads what was there before', () => {
  const lag = new RecordingLag()
  lag.note(0, 1000)
  lag.note(1000, 2000)
  expect(lag.behindMs(1500, 999)).toBeNull()
  expect(lag.behindMs(1500, 1000)).toBe(500)
})
