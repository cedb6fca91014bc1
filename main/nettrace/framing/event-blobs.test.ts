import { array, assert, bigInt, boolean, constantFrom, integer, nat, property, record, uint8Array } from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { highHalf, lowHalf } from '../word-halves.ts'
import { type BlobFields, BlobWriter, emptyBlob, type EventBlob } from '../writer/blob-writer.ts'
import { PlainBlobWriter } from '../writer/plain-blob-writer.ts'
import { forEachEventBlob } from './event-blobs.ts'

const blockHeaderBytes = 20
const guid = (last: number) => Uint8Array.from({ length: 16 }, (_, index) => (index === 15 ? last : 1))
const noGuid = new Uint8Array(16)

const payloadOf = (payload: Uint8Array) => ({ bytes: payload, payloadStart: 0, payloadEnd: payload.length })

const blob = (change: Partial<BlobFields> = {}): BlobFields => ({
  ...emptyBlob(),
  metadataId: 1,
  sequence: 1,
  captureThreadLow: 7,
  processor: 2,
  threadLow: 7,
  stackId: 3,
  timestampLow: 1000,
  isSorted: true,
  ...payloadOf(Uint8Array.of(1, 2, 3)),
  ...change,
})

interface Shape {
  readonly isCompressed: boolean
  readonly hasLabels: boolean
}

function contentOf(blobs: readonly BlobFields[], { isCompressed, hasLabels }: Shape): Uint8Array {
  const writer = isCompressed ? new BlobWriter(hasLabels) : new PlainBlobWriter(hasLabels)
  for (const one of blobs) writer.add(one)
  return writer.take()
}

/** The content in the middle of other bytes, as it lies in a file. */
function read(content: Uint8Array, shape: Shape, cutBytes = 0) {
  const bytes = Uint8Array.from([0xee, ...content.subarray(0, content.length - cutBytes), 0xff, 0xff, 0xff])
  const found: EventBlob[] = []
  const range = { start: 1 + blockHeaderBytes, end: bytes.length - 3, ...shape }
  const fault = forEachEventBlob(bytes, range, (one) => found.push(copied(one)))
  return { found, fault: fault < 0 ? null : fault - 1 - blockHeaderBytes }
}

/** With a payload of its own. */
const copied = (one: BlobFields): EventBlob => ({
  ...emptyBlob(),
  ...one,
  ...payloadOf(one.bytes.slice(one.payloadStart, one.payloadEnd)),
})

/** What the container can hold of it. */
const asRead = (one: BlobFields, { hasLabels }: Shape) => ({
  ...one,
  labelListId: hasLabels ? (one.labelListId ?? 0) : 0,
  activityId: hasLabels ? null : (one.activityId ?? noGuid),
  relatedActivityId: hasLabels ? null : (one.relatedActivityId ?? noGuid),
})
const shown = (one: { readonly activityId: Uint8Array | null; readonly relatedActivityId: Uint8Array | null }) => ({
  ...one,
  activityId: one.activityId ?? noGuid,
  relatedActivityId: one.relatedActivityId ?? noGuid,
})

const shapes = [true, false].flatMap((isCompressed) =>
  [true, false].map((hasLabels): Shape => ({ isCompressed, hasLabels })),
)

describe.each(shapes)('events of a block (%j)', (shape) => {
  it('are read with all that was written of them', () => {
    const u32 = constantFrom(0, 1, 127, 128, 16_384, 0x7fff_ffff)
    const u64 = bigInt({ min: 0n, max: 2n ** 64n - 1n })
    const anyFields = record({
      metadataId: u32,
      sequence: constantFrom(0, 1, 2, 3, 0xffff_ffff),
      captureThread: u64,
      processor: nat(300),
      thread: u64,
      stackId: u32,
      timestamp: bigInt({ min: 0n, max: 2n ** 62n }),
      isSorted: boolean(),
      activityId: constantFrom(null, guid(1), guid(2)),
      relatedActivityId: constantFrom(null, guid(1), guid(2)),
      labelListId: integer({ min: 0, max: 3 }),
      payload: uint8Array({ maxLength: 200 }),
    })
    const anyBlob = anyFields.map(({ captureThread, thread, timestamp, payload, ...rest }): BlobFields => ({
      ...rest,
      captureThreadLow: lowHalf(captureThread),
      captureThreadHigh: highHalf(captureThread),
      threadLow: lowHalf(thread),
      threadHigh: highHalf(thread),
      timestampLow: lowHalf(timestamp),
      timestampHigh: highHalf(timestamp),
      ...payloadOf(payload),
    }))
    assert(
      property(array(anyBlob, { maxLength: 6 }), (blobs) => {
        const { found, fault } = read(contentOf(blobs, shape), shape)
        expect(fault).toBeNull()
        expect(found.map(shown)).toEqual(blobs.map((one) => asRead(one, shape)).map(shown))
      }),
      { numRuns: 25 },
    )
  })

  it('that do not fit aren’t events: the position of the first is reported', () => {
    const blobs = [blob(), blob({ sequence: 9, ...payloadOf(Uint8Array.of(4, 5)) })]
    const content = contentOf(blobs, shape)
    const first = contentOf(blobs.slice(0, 1), shape).length - blockHeaderBytes
    for (let cutBytes = 1; cutBytes < content.length - blockHeaderBytes - first; cutBytes += 1) {
      const { found, fault } = read(content, shape, cutBytes)
      expect([cutBytes, found.length, fault]).toEqual([cutBytes, 1, first])
    }
    expect(read(content, shape).found).toHaveLength(2)
    expect(read(contentOf([], shape), shape)).toEqual({ found: [], fault: null })
  })
})

test('times are added over the middle of their 64 bits, and not before it', () => {
  const times = [
    [0, 0xffff_fff0 | 0],
    [0, -1],
    [1, 0],
    [1, 5],
  ] as const
  const shape = { isCompressed: true, hasLabels: false }
  const blobs = times.map(([timestampHigh, timestampLow], index) =>
    blob({ sequence: 1 + index, timestampHigh, timestampLow }),
  )
  const { found } = read(contentOf(blobs, shape), shape)
  expect(found.map(({ timestampHigh, timestampLow }) => [timestampHigh, timestampLow])).toEqual(times)
})

const plain = { isCompressed: false, hasLabels: false }

const withWord = (at: number, value: number) => {
  const content = contentOf([blob()], plain)
  new DataView(content.buffer).setInt32(blockHeaderBytes + at, value, true)
  return read(content, plain)
}

describe('a header that is not compressed', () => {
  it.each([
    ['an event smaller than its header', 0, 75],
    ['an event larger than its block', 0, 80],
    ['a payload larger than its event', 76, 4],
    ['a negative size', 0, -1],
    ['a negative payload', 76, -1],
  ])('is refused for %s', (_name, at, value) => {
    expect(withWord(at, value)).toEqual({ found: [], fault: 0 })
  })

  it('may leave bytes behind a payload', () => {
    expect(withWord(76, 2).found).toMatchObject([{ bytes: Uint8Array.of(1, 2) }])
  })
})

describe('the sequence number of a compressed event that does not say it', () => {
  it('is the next one, and stays where it is for a description, which has no id', () => {
    const header = new Uint8Array(blockHeaderBytes)
    const [description, event, timeDelta] = [
      [0, 5],
      [1, 7, 5],
      [0, 5],
    ]
    const content = Uint8Array.from([header, description, description, event, timeDelta].flatMap((part) => [...part]))
    const { found } = read(content, { isCompressed: true, hasLabels: false })
    expect(found.map(({ metadataId, sequence }) => [metadataId, sequence])).toEqual([
      [0, 0],
      [0, 0],
      [7, 1],
      [7, 2],
    ])
  })
})

describe('a compressed number that never ends', () => {
  it('is refused, whatever follows it', () => {
    const header = new Uint8Array(blockHeaderBytes)
    for (const flags of [1, 2, 4, 8, 128]) {
      const content = Uint8Array.from([...header, flags, ...Array(11).fill(0xff), 1, 1, 1, 1, 1, 1])
      expect([flags, read(content, { isCompressed: true, hasLabels: false })]).toEqual([flags, { found: [], fault: 0 }])
    }
  })
})
