import { expect, test } from 'vitest'
import { readAll } from './testing/read-all.ts'
import { goldenV4 } from './testing/golden.ts'

function int(hex: string): number {
  return new DataView(Uint8Array.from(hex.match(/../g)!, (h) => parseInt(h, 16)).buffer).getInt32(0, true)
}

test('the golden V4 stream gives its header, type, four events, stacks and losses', () => {
  const result = readAll([goldenV4])
  expect(result.header).toEqual({
    syncUnixMs: Date.UTC(2025, 0, 1, 12),
    syncTicks: { low: 10_000_000, high: 0 },
    ticksPerSecond: 1_000_000_000,
    pointerBytes: 8,
    pid: 1234,
    processorCount: 4,
    samplingRateNs: 1_000_000,
  })
  expect(result.types).toMatchObject([
    { metadataId: 1, provider: 'P', eventId: 7, name: 'E', keywords: 16n, version: 1, level: 4, opcode: 1 },
  ])
  expect(result.types[0]!.fields).toEqual([{ name: 'x', type: { code: 9, fields: [], element: null } }])
  const columns = result.events.map((event) => [
    event.metadataId,
    event.sequence,
    event.captureThread,
    event.processor,
    event.thread,
    event.stackId,
    event.timestamp,
    event.isSorted,
    int(event.payload),
  ])
  expect(columns).toEqual([
    [1, 1, 100, 2, 100, 2, 100, true, -1],
    [1, 2, 100, 2, 100, 2, 140, false, 2],
    [1, 1, 200, 0, 200, 0, 120, true, 3],
    [1, 4, 200, 0, 200, 0, 150, true, 4],
  ])
  expect(result.events.map((e) => e.activity)).toEqual([
    null,
    null,
    '000102030405060708090a0b0c0d0e0f',
    '000102030405060708090a0b0c0d0e0f',
  ])
  expect(result.stackBlocks).toBe(1)
  expect(result.sequencePoints).toEqual([200])
  expect(result.lostEventCount).toBe(4)
  expect(result.isComplete).toBe(true)
  expect(result.damage).toEqual([])
})

test('every cut of the golden stream into two chunks gives the same result', () => {
  const whole = readAll([goldenV4])
  for (let cut = 1; cut < goldenV4.length; cut++)
    expect(readAll([goldenV4.subarray(0, cut), goldenV4.subarray(cut)])).toEqual(whole)
})

test('the golden stream byte by byte gives the same result', () => {
  expect(readAll(Array.from(goldenV4, (byte) => Uint8Array.of(byte)))).toEqual(readAll([goldenV4]))
})

test('a truncated stream keeps whole events of the block it was cut in and is not complete', () => {
  const counts = Array.from({ length: goldenV4.length }, (_, length) => {
    const result = readAll([goldenV4.subarray(0, length)])
    expect(result.isComplete).toBe(false)
    return result.events.length
  })
  expect(counts).toEqual([...counts].sort((a, b) => a - b))
  expect(new Set(counts)).toEqual(new Set([0, 1, 2, 3, 4]))
})
