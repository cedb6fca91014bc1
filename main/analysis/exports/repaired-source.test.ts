import { describe, expect, test } from 'vitest'
import { concat, madeFormats, type MadeStream, makeStream } from '../../nettrace/writer/made-stream.ts'
import { readAll } from '../../nettrace/testing/read-all.ts'
import { repairPlan } from './repair-plan.ts'
import { RepairedSource } from './repaired-source.ts'

const stream: MadeStream = {
  syncUnixMs: 0,
  syncTicks: 0n,
  ticksPerSecond: 1e9,
  pointerBytes: 8,
  types: [{ provider: 'P', eventId: 1, name: 'A', version: 0, level: 4, keywords: 1n, opcode: 0, fields: [] }],
  events: Array.from({ length: 9 }, (_, index) => ({
    type: 0,
    step: 10,
    thread: 0,
    processor: 0,
    stack: [BigInt(0x1000 + index)],
    activityId: null,
    payload: new Uint8Array(3 + index).fill(index),
    after: index % 3 === 2 ? ('flush' as const) : ('nothing' as const),
  })),
}

const sourceOf = (bytes: Uint8Array) => ({
  size: bytes.length,
  read: (offset: number, count: number) => bytes.slice(offset, offset + count),
})
const never = Number.POSITIVE_INFINITY

const payloadsOf = (bytes: Uint8Array) => {
  const { events, damage, isComplete } = readAll([bytes])
  return { payloads: events.map(({ payload }) => payload), damage, isComplete }
}

describe.each(madeFormats)('a stream of %s', (format) => {
  const whole = makeStream(stream, format)
  const all = payloadsOf(whole).payloads

  test('that is whole stays as it is', () => {
    const source = new RepairedSource(sourceOf(whole), never)
    expect(source.read(0, source.size)).toEqual(whole)
  })

  test('that ends within the last event has all the others', () => {
    // The last block of events is the one before what says the end.
    const { events } = readAll([whole])
    const cut = events.at(-1)!.payloadOffset + 2
    const source = new RepairedSource(sourceOf(whole.subarray(0, cut)), never)
    expect(payloadsOf(source.read(0, source.size))).toEqual({
      payloads: all.slice(0, -1),
      damage: [],
      isComplete: true,
    })
  })

  test('that is damaged within a block has what comes before', () => {
    const { events } = readAll([whole])
    const source = new RepairedSource(sourceOf(whole), events[4]!.payloadOffset + 1)
    expect(payloadsOf(source.read(0, source.size))).toEqual({ payloads: all.slice(0, 4), damage: [], isComplete: true })
    const first = new RepairedSource(sourceOf(whole), events[0]!.payloadOffset)
    expect(payloadsOf(first.read(0, first.size))).toEqual({ payloads: [], damage: [], isComplete: true })
  })

  test('is the same read at once and piece by piece, and ends where it ends', () => {
    const { events } = readAll([whole])
    const source = new RepairedSource(sourceOf(whole), events[7]!.payloadOffset + 1)
    const once = source.read(0, source.size)
    expect(once).toHaveLength(source.size)
    for (const step of [1, 7, 50]) {
      const pieces: Uint8Array[] = []
      for (let offset = 0; offset < source.size; offset += step) pieces.push(source.read(offset, step))
      expect(concat(pieces)).toEqual(once)
    }
    expect(source.read(source.size - 2, 100)).toEqual(once.slice(-2))
    expect(source.read(source.size, 10)).toHaveLength(0)
  })

  test('that breaks off before its first block is nothing but an end', () => {
    const pieces = repairPlan(sourceOf(whole.subarray(0, 60)), never)
    expect(pieces).toEqual([
      { from: 0, to: expect.any(Number) },
      { bytes: format.startsWith('v6') ? new Uint8Array(4) : Uint8Array.of(1) },
    ])
  })
})
