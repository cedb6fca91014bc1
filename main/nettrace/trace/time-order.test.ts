import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { goldenV4 } from '../testing/golden.ts'
import { startSmallStream } from '../testing/small-stream.ts'
import { HeapMerge } from './heap-merge.ts'
import { mergeInKernel } from './kernel-merge.ts'
import { RunList } from './run-list.ts'
import { StretchList } from './stretch-list.ts'
import { forEachInOrder, TimeOrder } from './time-order.ts'
import type { Trace } from './trace.ts'
import { TraceReader } from './trace-reader.ts'

function read(bytes: Uint8Array, rowsPerSegment: number): Trace {
  const reader = new TraceReader({}, { rowsPerSegment })
  reader.push(bytes)
  reader.end()
  return reader.trace
}

function orderedRows(trace: Trace): readonly number[] {
  const rows: number[] = []
  new TimeOrder(trace).forEachStretch((from, to) => {
    for (let row = from; row < to; row++) rows.push(row)
  })
  return rows
}

test('events of the golden stream come in order of time', () => {
  const order = new TimeOrder(read(goldenV4, 100))
  expect([0, 1, 2, 3].map((place) => order.rowAt(place))).toEqual([0, 2, 1, 3])
})

const event = fc.record({ thread: fc.nat(6), step: fc.nat(20), sequencePoint: fc.integer({ min: 0, max: 30 }) })

test('the order is that of times between sequence points, equal times as in the stream', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 120 }), fc.integer({ min: 1, max: 40 }), (events, rowsPerSegment) => {
      const { writer, metadataId, written } = startSmallStream({ syncTicks: 5n })
      const clocks = new Map<number, number>()
      let floor = 0
      let interval = 0
      const expected: { readonly row: number; readonly interval: number; readonly time: number }[] = []
      for (const [row, { thread, step, sequencePoint }] of events.entries()) {
        const time = Math.max(clocks.get(thread) ?? 0, floor) + step
        clocks.set(thread, time)
        writer.addEvent({ metadataId, timestamp: time, thread, payload: new Uint8Array(), isSorted: false })
        expected.push({ row, interval, time })
        if (sequencePoint > 0) continue
        floor = Math.max(...clocks.values())
        writer.sequencePoint(floor)
        interval++
      }
      writer.end(Math.max(0, ...clocks.values()))
      const trace = read(written(), rowsPerSegment)
      expected.sort((a, b) => a.interval - b.interval || a.time - b.time || a.row - b.row)
      expect(orderedRows(trace)).toEqual(expected.map(({ row }) => row))
      const order = new TimeOrder(trace)
      expect(expected.map((_, place) => order.rowAt(place))).toEqual(expected.map(({ row }) => row))
    }),
  )
})

test('the order begins anew at a sequence point in the middle of a segment', () => {
  const { writer, metadataId, written } = startSmallStream()
  for (let row = 0; row < 10; row++) {
    writer.addEvent({ metadataId, timestamp: row, thread: 1 + (row % 2), payload: new Uint8Array(), isSorted: false })
    if (row === 6) writer.sequencePoint(row)
  }
  writer.end(10)
  expect(orderedRows(read(written(), 4))).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
})

type Merge = (trace: Trace, runs: RunList, into: StretchList) => void

const merges: readonly Merge[] = [
  // What is used for traces whose columns are partly on disk.
  (trace, runs, into) => new HeapMerge(trace).merge(runs, into),
  // A list of all threads, and a tournament of all threads.
  (trace, runs, into) => mergeInKernel(trace, runs, into, () => {}, 1000),
  (trace, runs, into) => mergeInKernel(trace, runs, into, () => {}, 0),
]

function rowsBy(merge: Merge, trace: Trace): readonly number[] {
  const runs = new RunList(trace)
  runs.collect(0, trace.eventCount)
  const stretches = new StretchList()
  merge(trace, runs, stretches)
  const rows: number[] = []
  stretches.forEach((from, to) => {
    for (let row = from; row < to; row++) rows.push(row)
  })
  return rows
}

/** Each event as its thread and its time; the threads' times grow. */
const turns: Readonly<Record<string, readonly (readonly [thread: number, time: number])[]>> = {
  'two threads in turn': [1, 2, 3, 4, 5, 6].map((time) => [time % 2, time]),
  'equal times of two threads': [
    [1, 5],
    [1, 6],
    [1, 6],
    [0, 5],
    [0, 6],
    [0, 7],
  ],
  'a thread that begins late and one that ends early': [
    [2, 1],
    [2, 2],
    [0, 9],
    [1, 3],
    [1, 4],
    [1, 12],
    [0, 10],
    [0, 11],
  ],
  'more threads than there is room for at first': Array.from({ length: 300 }, (_, row) => [
    (row * 7) % 150,
    Math.floor(row / 150) * 200 + ((row * 89) % 150),
  ]),
  'threads that come in any order': Array.from({ length: 240 }, (_, row) => [
    (row * 5) % 12,
    Math.floor(row / 12) * 3 + ((row * 7) % 5),
  ]),
}

test.each(Object.entries(turns))('%s are ordered the same by all merges', (_, events) => {
  for (const rowsPerSegment of [3, 1000]) {
    const { writer, metadataId, written } = startSmallStream()
    for (const [thread, timestamp] of events)
      writer.addEvent({ metadataId, timestamp, thread, payload: new Uint8Array(), isSorted: false })
    writer.end(1000)
    const trace = read(written(), rowsPerSegment)
    const expected = events.map((_event, row) => row).toSorted((a, b) => events[a]![1] - events[b]![1] || a - b)
    for (const [index, merge] of merges.entries())
      expect([index, ...rowsBy(merge, trace)]).toEqual([index, ...expected])
  }
})

test('any number of threads, and times before the sync point, are ordered the same by all merges', () => {
  const steps = fc.array(fc.record({ thread: fc.oneof(fc.nat(3), fc.nat(199)), step: fc.nat(3) }), {
    minLength: 1,
    maxLength: 300,
  })
  fc.assert(
    fc.property(steps, fc.integer({ min: 20, max: 400 }), (events, rowsPerSegment) => {
      const { writer, metadataId, written } = startSmallStream({ syncTicks: 1000n })
      const clocks = new Map<number, number>()
      const times = events.map(({ thread, step }) => {
        const time = (clocks.get(thread) ?? -step * 20) + step
        clocks.set(thread, time)
        writer.addEvent({ metadataId, timestamp: time, thread, payload: new Uint8Array(), isSorted: false })
        return time
      })
      writer.end(Math.max(...clocks.values()))
      const trace = read(written(), rowsPerSegment)
      const expected = times.map((_, row) => row).toSorted((a, b) => times[a]! - times[b]! || a - b)
      expect(orderedRows(trace)).toEqual(expected)
      for (const merge of merges) expect(rowsBy(merge, trace)).toEqual(expected)
      const visited: number[] = []
      forEachInOrder(trace, ({ firstRow }, from, to) => {
        for (let row = from; row < to; row++) visited.push(firstRow + row)
      })
      expect(visited).toEqual(expected)
    }),
  )
})

test('more stretches than are merged at a time are in order as well', () => {
  const { writer, metadataId, written } = startSmallStream()
  const [threads, each] = [5, 3000]
  for (let thread = 0; thread < threads; thread++)
    for (let index = 0; index < each; index++)
      writer.addEvent({
        metadataId,
        timestamp: index * threads + thread,
        thread: 1 + thread,
        payload: new Uint8Array(),
        isSorted: false,
      })
  writer.end(each * threads)
  const trace = read(written(), 4096)
  const order = new TimeOrder(trace)
  expect(order.stretchCount).toBe(threads * each)
  const rowOf = (place: number): number => (place % threads) * each + Math.floor(place / threads)
  expect(Array.from({ length: 50 }, (_, index) => order.rowAt(index * 299))).toEqual(
    Array.from({ length: 50 }, (_, index) => rowOf(index * 299)),
  )
  const visited: number[] = []
  forEachInOrder(trace, ({ firstRow }, from, to) => {
    for (let row = from; row < to; row++) visited.push(firstRow + row)
  })
  expect(visited).toEqual(Array.from({ length: threads * each }, (_, place) => rowOf(place)))
})
