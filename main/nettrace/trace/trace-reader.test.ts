import { expect, test } from 'vitest'
import { goldenV4, goldenV6 } from '../testing/golden.ts'
import { readAll, type ReadResult } from '../testing/read-all.ts'

function int(hex: string): number {
  return new DataView(Uint8Array.from(hex.match(/../g)!, (h) => parseInt(h, 16)).buffer).getInt32(0, true)
}

/** Everything that can be compared by value. */
function facts(result: ReadResult): unknown {
  const { trace, ...rest } = result
  const { format, threads, labels, losses, unknownBlocks, damageCount } = trace
  return { ...rest, format, threads, labels, losses, unknownBlocks: [...unknownBlocks], damageCount }
}

const activity = '000102030405060708090a0b0c0d0e0f'

test('the golden V4 stream gives its header, type, four events, stacks and losses', () => {
  const result = readAll([goldenV4])
  expect(result.trace.format).toEqual({ container: 'nettrace', major: 4, minor: 0, objectVersion: 4 })
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
  const stack = '00100000007f000000200000007f0000'
  const columns = result.events.map((event) => [
    event.metadataId,
    event.captureThread,
    event.processor,
    event.thread,
    event.stack,
    event.timestamp,
    event.activity,
    int(event.payload),
  ])
  expect(columns).toEqual([
    [1, 100, 2, 100, stack, 100, null, -1],
    [1, 100, 2, 100, stack, 140, null, 2],
    [1, 200, 0, 200, '', 120, activity, 3],
    [1, 200, 0, 200, '', 150, activity, 4],
  ])
  expect(result.stacks).toEqual(['', '', stack])
  expect(result.sequencePoints).toEqual([200])
  expect(result.lostEventCount).toBe(4)
  expect(result.trace.losses).toEqual([
    { row: 3, ticks: 150, threadIndex: 1, count: 2 },
    { row: 4, ticks: 200, threadIndex: 1, count: 2 },
  ])
  expect(result.isComplete).toBe(true)
  expect(result.damage).toEqual([])
  for (const event of result.events)
    expect(Buffer.from(goldenV4.subarray(event.payloadOffset, event.payloadOffset + 4)).toString('hex')).toBe(
      event.payload,
    )
})

test('the golden V6 stream gives named threads, labels, typed fields and skips an unknown block', () => {
  const result = readAll([goldenV6])
  expect(result.trace.format).toEqual({ container: 'nettrace', major: 6, minor: 0, objectVersion: 6 })
  expect(result.header).toMatchObject({ pid: 1234, pointerBytes: 8, attributes: [['ProcessId', '1234']] })
  expect(result.trace.threads).toEqual([
    { index: 0, id: 100, exactId: 100n, name: 'main', processId: 1234, attributes: [] },
    { index: 1, id: 200, exactId: 200n, name: '', processId: 1234, attributes: [] },
  ])
  expect(result.types).toMatchObject([
    {
      metadataId: 1,
      provider: 'P',
      eventId: 7,
      name: 'E',
      keywords: 16n,
      level: 4,
      opcode: 1,
      fields: [
        { name: 'x', type: { code: 20 } },
        { name: 's', type: { code: 19, element: { code: 23 } } },
      ],
    },
  ])
  const stack = '00100000007f0000'
  const columns = result.events.map((event) => [
    event.thread,
    event.captureThread,
    event.processor,
    event.stack,
    event.timestamp,
    event.payload,
  ])
  expect(columns).toEqual([
    [100, 100, 2, stack, 100, '0902006869'],
    [200, 200, 0, '', 105, '0902006869'],
  ])
  const segment = result.trace.segments[0]!
  expect([0, 1].map((row) => result.trace.labels[segment.labels.at(row)])).toEqual([
    [
      { kind: 'text', key: 'k', value: 'v' },
      { kind: 'number', key: 'n', value: -5n },
    ],
    [],
  ])
  expect([...result.trace.unknownBlocks]).toEqual([['kind 99', 1]])
  expect([result.sequencePoints, result.lostEventCount, result.isComplete, result.damage]).toEqual([[200], 2, true, []])
})

test.each([
  ['V4', goldenV4],
  ['V6', goldenV6],
])('every cut of the golden %s stream into two chunks gives the same result', (_, golden) => {
  const whole = facts(readAll([golden]))
  for (let cut = 1; cut < golden.length; cut++)
    expect(facts(readAll([golden.subarray(0, cut), golden.subarray(cut)]))).toEqual(whole)
})

test.each([
  ['V4', goldenV4],
  ['V6', goldenV6],
])('the golden %s stream byte by byte gives the same result', (_, golden) => {
  expect(facts(readAll(Array.from(golden, (byte) => Uint8Array.of(byte))))).toEqual(facts(readAll([golden])))
})

test.each([
  ['V4', goldenV4, [0, 1, 2, 3, 4]],
  ['V6', goldenV6, [0, 1, 2]],
])('a truncated %s stream keeps whole events of the block it was cut in and is not complete', (_, golden, possible) => {
  const counts = Array.from({ length: golden.length }, (_, length) => {
    const result = readAll([golden.subarray(0, length)])
    expect(result.isComplete).toBe(false)
    return result.events.length
  })
  expect(counts).toEqual([...counts].sort((a, b) => a - b))
  expect(new Set(counts)).toEqual(new Set(possible))
})

test('segments of two rows carry every column on', () => {
  const whole = readAll([goldenV4])
  const small = readAll([goldenV4], { rowsPerSegment: 2 })
  expect(small.trace.segments.map(({ index, firstRow, count }) => [index, firstRow, count])).toEqual([
    [0, 0, 2],
    [1, 2, 2],
  ])
  expect(small.events).toEqual(whole.events)
})
