import { describe, expect, test } from 'vitest'
import { type BlobFields, BlobWriter, emptyBlob, TimeRange } from './blob-writer.ts'

const payload = (...bytes: readonly number[]) => ({
  bytes: Uint8Array.from(bytes),
  payloadStart: 0,
  payloadEnd: bytes.length,
})
const guid = (last: number) => Uint8Array.from({ length: 16 }, (_, index) => (index === 15 ? last : 1))

/** The bytes behind the header of the block. */
function written(blobs: readonly Partial<BlobFields>[], hasLabels = false): readonly number[] {
  const writer = new BlobWriter(hasLabels)
  for (const blob of blobs) writer.add({ ...emptyBlob(), sequence: 0xffff_ffff, ...blob })
  return [...writer.take()].slice(20)
}

/** An event of thread 7 that says nothing new after one like it. */
const event = {
  metadataId: 1,
  sequence: 5,
  captureThreadLow: 7,
  processor: 2,
  threadLow: 7,
  stackId: 3,
  timestampLow: 100,
}

describe('a header of an event', () => {
  test('says everything of the first event of a block', () => {
    expect(
      written([{ ...event, ...payload(9, 8), isSorted: true, activityId: guid(4), relatedActivityId: guid(5) }]),
    ).toEqual([255, 1, 4, 7, 2, 7, 3, 100, ...guid(4), ...guid(5), 2, 9, 8])
  })

  test('says only what is not that of the event before', () => {
    const first = { ...event, ...payload(1), activityId: guid(4) }
    const next = { ...first, sequence: 6, timestampLow: 103 }
    const second = (changes: Partial<BlobFields>) => {
      const all = written([first, { ...next, ...changes }])
      return all.slice(written([first]).length)
    }
    expect(second({})).toEqual([0, 3, 1])
    expect(second({ isSorted: true })).toEqual([64, 3, 1])
    expect(second({ metadataId: 2 })).toEqual([1, 2, 3, 1])
    expect(second({ sequence: 7 })).toEqual([2, 1, 7, 2, 3, 1])
    expect(second({ processor: 3 })).toEqual([2, 0, 7, 3, 3, 1])
    expect(second({ captureThreadLow: 8 })).toEqual([2, 0, 8, 2, 3, 1])
    expect(second({ captureThreadHigh: 1 })).toEqual([2, 0, 0x87, 0x80, 0x80, 0x80, 0x10, 2, 3, 1])
    expect(second({ threadLow: 8 })).toEqual([4, 8, 3, 1])
    expect(second({ threadHigh: 1 })).toEqual([4, 0x87, 0x80, 0x80, 0x80, 0x10, 3, 1])
    expect(second({ stackId: 4 })).toEqual([8, 4, 3, 1])
    expect(second({ activityId: guid(9) })).toEqual([16, 3, ...guid(9), 1])
    expect(second({ activityId: null })).toEqual([16, 3, ...new Uint8Array(16), 1])
    expect(second({ relatedActivityId: guid(9) })).toEqual([32, 3, ...guid(9), 1])
    expect(second(payload(1, 2))).toEqual([128, 3, 2, 1, 2])
    expect(second(payload())).toEqual([128, 3, 0])
  })

  test('of a description has no sequence number of its own', () => {
    const description = {
      ...event,
      metadataId: 0,
      sequence: 0,
      captureThreadLow: 0,
      processor: 0,
      threadLow: 0,
      stackId: 0,
      timestampLow: 0,
    }
    expect(
      written([
        { ...description, ...payload(5) },
        { ...description, ...payload(6) },
      ]),
    ).toEqual([128, 0, 1, 5, 0, 0, 6])
  })

  test('names a list of labels in place of activities', () => {
    const first = { ...event, ...payload(1), labelListId: 300, activityId: guid(1), relatedActivityId: guid(2) }
    const next = { ...first, sequence: 6, timestampLow: 100, activityId: guid(3) }
    const start = [1 | 2 | 4 | 8 | 16 | 128, 1, 4, 7, 2, 7, 3, 100, 0xac, 2, 1, 1]
    expect(written([first], true)).toEqual(start)
    expect(written([first, next], true)).toEqual([...start, 0, 0, 1])
    expect(written([first, { ...next, labelListId: 0 }], true)).toEqual([...start, 16, 0, 0, 1])
  })
})

const stackIdOf = (stackId: number) => {
  const all = written([{ ...event, ...payload(), stackId }])
  return all.slice(6, -1)
}

describe('numbers', () => {
  test('of 64 bits are written in halves, and steps back around the whole circle', () => {
    const first = { ...event, ...payload(), timestampLow: 0, timestampHigh: 1 }
    const stepTo = (timestampLow: number, timestampHigh: number) => {
      const before = written([first])
      return written([first, { ...first, sequence: 6, timestampLow, timestampHigh }]).slice(before.length + 1)
    }
    expect(stepTo(200, 1)).toEqual([0xc8, 1])
    expect(stepTo(0, 2)).toEqual([0x80, 0x80, 0x80, 0x80, 0x10])
    expect(stepTo(-1, 0)).toEqual([...Array<number>(9).fill(0xff), 1])
  })

  test('up to 32 bits are as short as they can be', () => {
    expect(stackIdOf(127)).toEqual([127])
    expect(stackIdOf(128)).toEqual([0x80, 1])
    expect(stackIdOf(2 ** 31)).toEqual([0x80, 0x80, 0x80, 0x80, 8])
    expect(stackIdOf(2 ** 32 - 1)).toEqual([0xff, 0xff, 0xff, 0xff, 15])
  })
})

test('payloads are copied from where they lie, short and long ones', () => {
  const bytes = Uint8Array.from({ length: 300 }, (_, index) => index)
  for (const length of [0, 1, 63, 64, 65, 200]) {
    const all = written([{ ...event, bytes, payloadStart: 7, payloadEnd: 7 + length }])
    expect(all.slice(all.length - length)).toEqual([...bytes.subarray(7, 7 + length)])
  }
})

test('the next block begins anew, and many events have room', () => {
  const writer = new BlobWriter()
  const blob = { ...emptyBlob(), ...event, ...payload(1, 2) }
  writer.add(blob)
  expect(writer.length).toBeGreaterThan(0)
  const first = writer.take()
  expect(writer.length).toBe(0)
  writer.add(blob)
  expect(writer.take()).toEqual(first)
  for (let at = 0; at < 1000; at++) writer.add({ ...blob, sequence: 5 + at })
  expect(writer.take()).toHaveLength(first.length + 999 * 4)
})

test('the header of a block has the first and the last time of its events, in whatever order they come', () => {
  const range = new TimeRange()
  const wordsOf = () => {
    const bytes = range.header(1).take()
    const view = new DataView(bytes.buffer, bytes.byteOffset)
    return [view.getUint16(0, true), view.getUint16(2, true), view.getBigInt64(4, true), view.getBigInt64(12, true)]
  }
  expect(wordsOf()).toEqual([20, 1, 0n, 0n])
  range.include({ timestampLow: 5, timestampHigh: 2 })
  expect(wordsOf()).toEqual([20, 1, 2n ** 33n + 5n, 2n ** 33n + 5n])
  range.include({ timestampLow: -1, timestampHigh: 1 })
  range.include({ timestampLow: 9, timestampHigh: 1 })
  range.include({ timestampLow: -2, timestampHigh: 2 })
  range.include({ timestampLow: 7, timestampHigh: 2 })
  expect(wordsOf()).toEqual([20, 1, 2n ** 32n + 9n, 3n * 2n ** 32n - 2n])
})
