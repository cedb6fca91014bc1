import { describe, expect, it } from 'vitest'
import { ByteBuilder } from '../../../shared/base/byte-builder.ts'
import { forEachCompressedBlob, forEachPlainBlob } from './metadata-blobs.ts'

const endless = Array<number>(11).fill(0xff)
const guid = Array<number>(16).fill(9)

/** Payloads of a compressed block in the middle of other bytes, and where the first blob begins that does not fit. */
function compressed(...parts: readonly (number | readonly number[])[]) {
  const content = parts.flat()
  const bytes = Uint8Array.from([0xee, ...content, 0, 0, 0, 0, 0, 0, 0, 0])
  const payloads: number[][] = []
  const take = (start: number, end: number) => payloads.push(Array.from(bytes.subarray(start, end)))
  const fault = forEachCompressedBlob(bytes, 1, 1 + content.length, take)
  return { payloads, fault: fault < 0 ? null : fault - 1 }
}

describe('compressed descriptions', () => {
  it.each<[string, number, readonly number[]]>([
    ['an id', 1, [0x81, 1]],
    ['a sequence number, a thread and a processor', 2, [0x82, 1, 0x83, 1, 0x84, 1]],
    ['a thread', 4, [0x81, 0x80, 1]],
    ['a stack', 8, [0x81, 1]],
    ['nothing else', 64, []],
  ])('are found behind %s', (_what, flag, fields) => {
    expect(compressed(flag | 128, fields, 0x85, 0x01, 2, [7, 8])).toEqual({ payloads: [[7, 8]], fault: null })
  })

  it('are found behind one activity id, the other, and both', () => {
    for (const [flags, fields] of [
      [16, guid],
      [32, guid],
      [48, [...guid, ...guid]],
    ] as const) {
      expect([flags, compressed(flags | 128, 5, fields, 2, [7, 8])]).toEqual([
        flags,
        { payloads: [[7, 8]], fault: null },
      ])
    }
  })

  it('without a size of their own have that of the one before', () => {
    expect(compressed(128, 5, 2, [7, 8], 0, 5, [1, 2])).toEqual({
      payloads: [
        [7, 8],
        [1, 2],
      ],
      fault: null,
    })
    expect(compressed(0, 5, 0, 5)).toEqual({ payloads: [[], []], fault: null })
  })

  it('that do not end inside of their block are reported, and those before them kept', () => {
    expect(compressed(128, 5, 2, [7, 8], 128, 5, 3, [1, 2])).toEqual({ payloads: [[7, 8]], fault: 5 })
    expect(compressed(128, 5, 2, [7, 8], 16 | 128, 5)).toEqual({ payloads: [[7, 8]], fault: 5 })
  })

  it('with a number that never ends are reported, whatever comes before and behind it', () => {
    for (const fields of [
      [1, ...endless],
      [2, ...endless],
      [2, 1, ...endless],
      [2, 1, 1, ...endless],
      [4, ...endless],
      [8, ...endless],
      [0, ...endless],
      [128, 5, ...endless],
    ]) {
      expect([fields, compressed(...fields, 1, 1, 1, 1)]).toEqual([fields, { payloads: [], fault: 0 }])
    }
  })
})

interface PlainBlob {
  readonly blobBytes?: number
  readonly payloadBytes?: number
  readonly payload: readonly number[]
}

function plain(blobs: readonly PlainBlob[], cutBytes = 0) {
  const builder = new ByteBuilder().i32(-1)
  for (const { payload, blobBytes = 76 + payload.length, payloadBytes = payload.length } of blobs) {
    builder.i32(blobBytes)
    for (let at = 0; at < 72; at += 1) builder.u8(0xee)
    builder.i32(payloadBytes)
    for (const byte of payload) builder.u8(byte)
  }
  const bytes = builder.take()
  const payloads: number[][] = []
  const take = (start: number, end: number) => payloads.push(Array.from(bytes.subarray(start, end)))
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const fault = forEachPlainBlob(view, 4, bytes.length - cutBytes, take)
  return { payloads, fault: fault < 0 ? null : fault - 4 }
}

describe('descriptions with plain headers', () => {
  it('are found one behind the other, also without a payload and with bytes behind it', () => {
    const blobs = [{ payload: [1, 2, 3] }, { payload: [] }, { payload: [4, 5], payloadBytes: 1 }, { payload: [6] }]
    expect(plain(blobs)).toEqual({ payloads: [[1, 2, 3], [], [4], [6]], fault: null })
    expect(plain([])).toEqual({ payloads: [], fault: null })
  })

  it('without room for a header are reported', () => {
    expect(plain([{ payload: [1] }, { payload: [] }], 1)).toEqual({ payloads: [[1]], fault: 81 })
    expect(plain([{ payload: [1] }, { payload: [] }], 0)).toEqual({ payloads: [[1], []], fault: null })
    // Here the stream ends with the block.
    const bytes = new Uint8Array(10)
    expect(forEachPlainBlob(new DataView(bytes.buffer), 0, 10, () => expect.unreachable())).toBe(0)
    expect(forEachPlainBlob(new DataView(new ArrayBuffer(90)), 85, 90, () => expect.unreachable())).toBe(85)
  })

  it.each<[string, PlainBlob]>([
    ['smaller than their header', { payload: [1, 2, 3, 4], blobBytes: 75, payloadBytes: 0 }],
    ['larger than their block', { payload: [1, 2, 3, 4], blobBytes: 81 }],
    ['with a payload larger than themselves', { payload: [1, 2, 3, 4], blobBytes: 78, payloadBytes: 3 }],
    ['with a payload of less than nothing', { payload: [1, 2, 3, 4], payloadBytes: -1 }],
  ])('%s are reported, and not read', (_what, blob) => {
    expect(plain([{ payload: [9] }, blob])).toEqual({ payloads: [[9]], fault: 81 })
  })
})
