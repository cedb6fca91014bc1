import { beforeAll, describe, expect, test } from 'vitest'
import { readAll } from '../testing/read-all.ts'
import { startSmallStream } from '../testing/small-stream.ts'
import type { SegmentSpill } from './segment-store.ts'
import { TraceReader } from './trace-reader.ts'
import type { TraceSegment } from './trace-segment.ts'

/** Events with a running number in time and payload, some of them with a stack. */
function streamOf(count: number, payloadBytes = 4): Uint8Array {
  const { writer, metadataId, written } = startSmallStream()
  const stackId = writer.addStack([0x1234n])
  for (let number = 0; number < count; number += 1) {
    const payload = new Uint8Array(payloadBytes)
    new DataView(payload.buffer).setUint32(0, number, true)
    const thread = 1 + (Math.floor(number / 7) % 3)
    writer.addEvent({ metadataId, timestamp: number, thread, stackId: number % 5 === 0 ? stackId : 0, payload })
    if (number % 200 === 199) writer.flush()
  }
  writer.end(count)
  return written()
}

class MemorySpill implements SegmentSpill {
  readonly written: number[] = []
  readonly loaded: number[] = []
  readonly #kept = new Map<number, Uint8Array>()
  write(segmentIndex: number, bytes: Uint8Array): void {
    this.written.push(segmentIndex)
    this.#kept.set(segmentIndex, bytes.slice())
  }
  read(segmentIndex: number, into: Uint8Array): void {
    this.loaded.push(segmentIndex)
    into.set(this.#kept.get(segmentIndex)!)
  }
}

describe('a trace that is larger than its memory', () => {
  const spill = new MemorySpill()
  let segments: readonly TraceSegment[]
  beforeAll(() => {
    const reader = new TraceReader({}, { rowsPerSegment: 100, memoryBudgetBytes: 0, spill })
    reader.push(streamOf(1000))
    reader.end()
    segments = reader.trace.segments
  })

  test('keeps the newest four segments, and writes out each of the others once', () => {
    expect(segments).toHaveLength(10)
    expect(spill.written).toEqual([0, 1, 2, 3, 4, 5])
    expect(segments.map(({ isInMemory }) => isInMemory)).toEqual([...Array(6).fill(false), ...Array(4).fill(true)])
    expect(spill.loaded).toEqual([])
  })

  test('has every row when it is asked for, whatever is in memory', () => {
    for (const order of [segments, segments.toReversed(), segments]) {
      for (const segment of order) {
        const { firstRow, count } = segment
        const rows = Array.from({ length: count }, (_, row) => row)
        expect(rows.map((row) => segment.timestamp[row])).toEqual(rows.map((row) => firstRow + row))
        expect(rows.map((row) => segment.stackIndex[row])).toEqual(
          rows.map((row) => ((firstRow + row) % 5 === 0 ? 1 : 0)),
        )
        expect(rows.every((row) => segment.payloadLength[row] === 4)).toBe(true)
      }
      expect(segments.filter(({ isInMemory }) => isInMemory).length).toBeLessThanOrEqual(4)
    }
    // Nothing in them has changed: they are not written again; the last one is being filled and stays.
    expect(spill.written.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
    expect(spill.loaded.length).toBeGreaterThan(9)
  })
})

test('a trace without a place to write to keeps everything', () => {
  const reader = new TraceReader({}, { rowsPerSegment: 100, memoryBudgetBytes: 0 })
  reader.push(streamOf(1000))
  reader.end()
  expect(reader.trace.segments.every(({ isInMemory }) => isInMemory)).toBe(true)
})

const pieceBytes = 2 ** 17

/** The stream as a source fills it into the reader's own memory. */
function readInPieces(bytes: Uint8Array, sizes: (index: number) => number): readonly (readonly [number, number])[] {
  const rows: [number, number][] = []
  const reader = new TraceReader({
    onEventType: () => (payloads, _view, start, _end, row, segment) => {
      const number = new DataView(payloads.buffer, payloads.byteOffset).getUint32(start, true)
      rows.push([segment.timestamp[row]!, number])
    },
  })
  const pieces = reader.makePieces(pieceBytes, 3)
  let place = 0
  for (let index = 0; place < bytes.length; index += 1) {
    const piece = pieces[index % 3]!
    const part = bytes.subarray(place, place + Math.min(sizes(index), pieceBytes))
    piece.bytes.set(part)
    reader.append(piece, part.length)
    reader.read()
    place += part.length
  }
  expect(reader.end()).toBe(true)
  expect([reader.readByteCount, reader.heldByteCount, reader.droppedByteCount]).toEqual([bytes.length, 0, 0])
  return rows
}

test.each([
  ['as large as they can be', () => pieceBytes],
  ['of odd sizes', (index: number) => [1, 999, pieceBytes, 70_000, 3][index % 5]!],
  ['smaller than a block', () => 5000],
])('a stream in pieces %s is the stream', (_name, sizes) => {
  const count = 2000
  const rows = readInPieces(streamOf(count, 400), sizes)
  expect(rows).toEqual(Array.from({ length: count }, (_, number) => [number, number]))
})

test('what comes after the end is dropped and counted', () => {
  const bytes = streamOf(10)
  const reader = new TraceReader({})
  reader.push(bytes)
  reader.push(Uint8Array.of(1, 2, 3))
  expect([reader.state, reader.droppedByteCount, reader.readByteCount]).toEqual(['ended', 3, bytes.length])
  reader.end()
  expect(reader.trace.readByteCount).toBe(bytes.length)
})

test('a reader for live views keeps the rows of one segment', () => {
  const { trace, events } = readAll([streamOf(1000)], { keepsSegments: false, rowsPerSegment: 100 })
  expect([trace.eventCount, trace.segments.length, events.length]).toEqual([1000, 1, 1000])
  expect(events.map(({ timestamp }) => timestamp)).toEqual(Array.from({ length: 1000 }, (_, number) => number))
})
