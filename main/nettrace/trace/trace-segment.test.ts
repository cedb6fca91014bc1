import { expect, test } from 'vitest'
import { type SegmentColumns, segmentOf, TraceSegment } from './trace-segment.ts'

function made(): { segment: TraceSegment; columns: SegmentColumns; loads: () => number } {
  const columns = {
    timestamp: Float64Array.from({ length: 8 }, (_, row) => row),
    typeIndex: Uint32Array.of(1, 2, 0, 0, 5, 0, 0, 8),
    threadIndex: Uint32Array.of(11, 12, 0, 0, 15, 0, 0, 18),
    stackIndex: Uint32Array.of(21, 22, 0, 0, 25, 0, 0, 28),
    payloadOffset: Uint32Array.from({ length: 8 }, (_, row) => row * 10),
    payloadLength: Uint32Array.of(31, 32, 0, 0, 35, 0, 0, 38),
  }
  let loads = 0
  const load = () => {
    loads++
    return columns
  }
  return { segment: new TraceSegment(0, 100, 8, { load }), columns, loads: () => loads }
}

test('rows that were left out have the values of the row before them', () => {
  const { segment } = made()
  segment.addGap(2, 4)
  expect([...segment.typeIndex]).toEqual([1, 2, 2, 2, 5, 0, 0, 8])
  segment.addGap(5, 7)
  expect([...segment.typeIndex]).toEqual([1, 2, 2, 2, 5, 5, 5, 8])
  expect([...segment.threadIndex]).toEqual([11, 12, 12, 12, 15, 15, 15, 18])
  expect([...segment.stackIndex]).toEqual([21, 22, 22, 22, 25, 25, 25, 28])
  expect([...segment.payloadLength]).toEqual([31, 32, 32, 32, 35, 35, 35, 38])
})

test('columns that go to disk hold every value themselves', () => {
  const { segment, columns } = made()
  segment.setColumns(columns)
  segment.fillGaps()
  segment.addGap(2, 4)
  segment.addGap(5, 7)
  expect(columns.typeIndex[2]).toBe(0)
  segment.fillGaps()
  for (const [first, column] of [
    [1, columns.typeIndex],
    [11, columns.threadIndex],
    [21, columns.stackIndex],
    [31, columns.payloadLength],
  ] as const)
    expect([...column]).toEqual([0, 1, 1, 1, 4, 4, 4, 7].map((row) => first + row))
})

test('columns are brought back when somebody looks, and only then', () => {
  const { segment, columns, loads } = made()
  segment.fillGaps()
  expect([segment.isInMemory, loads()]).toEqual([false, 0])
  expect([segment.timestamp, segment.isInMemory]).toEqual([columns.timestamp, true])
  segment.payloadBase = 2 ** 33
  expect([segment.payloadStreamOffset(3), loads()]).toEqual([2 ** 33 + 30, 1])
  segment.setColumns(null)
  expect([segment.isInMemory, [...segment.payloadOffset].length, loads()]).toEqual([false, 8, 2])
})

test('the segment of a row is the last one that begins at or before it', () => {
  const segments = [0, 100, 101, 500].map(
    (firstRow, index) => new TraceSegment(index, firstRow, 8, made().segment as never),
  )
  expect([0, 99, 100, 101, 499, 500, 9999].map((row) => segmentOf(segments, row).index)).toEqual([0, 0, 1, 2, 2, 3, 3])
})
