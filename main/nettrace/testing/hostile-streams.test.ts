import { expect, test } from 'vitest'
import { DecodeKernel } from '../kernel/decode-kernel.ts'
import { state } from '../kernel/kernel-layout.ts'
import { ThreadRegistry } from '../trace/thread-registry.ts'
import { RunList } from '../trace/run-list.ts'
import { Trace } from '../trace/trace.ts'
import { TraceReader } from '../trace/trace-reader.ts'
import { hostileStreams } from './hostile-streams.ts'
import { startSmallStream } from './small-stream.ts'

/** A table that doubles is gone over about three times, at up to four slots an entry, and an entry is a few bytes. */
const mostVisitsPerByte = 8

test.each(Object.entries(hostileStreams))('%s cost no more for each byte the more there are', (_, make) => {
  const costs = [500, 4000].map((size) => {
    const bytes = make(size)
    const reader = new TraceReader({}, {})
    reader.push(bytes)
    expect(reader.end()).toBe(true)
    expect(reader.trace.kernel!.getState(state.stackRangeCount)).toBeLessThanOrEqual(512)
    const cost = reader.trace.kernel!.threads.slotVisits / bytes.length
    reader.dispose()
    return cost
  })
  for (const cost of costs) expect(cost).toBeLessThan(mostVisitsPerByte)
})

test('sequence points after many threads are put in order without going over all threads for each', () => {
  const { writer, metadataId, written } = startSmallStream()
  const add = (thread: number, timestamp: number) =>
    writer.addEvent({ metadataId, timestamp, thread, payload: new Uint8Array() })
  for (let thread = 1; thread <= 1000; thread++) add(thread, 1)
  for (let index = 0; index < 200; index++) add(1, 2 + index)
  writer.end(1000)
  const reader = new TraceReader({}, {})
  reader.push(written())
  const { trace } = reader
  const runs = new RunList(trace)
  runs.collect(0, 1000)
  for (let row = 1000; row < 1200; row++) runs.collect(row, row + 1)
  expect(runs.slotVisits).toBeLessThan(1300)
  reader.dispose()
})

test('threads beyond the limit take turns in a few entries of the table', () => {
  const kernel = DecodeKernel.take()
  const threads = new ThreadRegistry(new Trace(kernel), kernel, 10)
  const indices = Array.from({ length: 1000 }, (_, index) => threads.resolve(index, 0))
  expect(indices.slice(0, 11)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9])
  expect(new Set(indices.slice(10))).toEqual(new Set([9]))
  expect(kernel.threads.count).toBe(14)
  for (let index = 0; index < 10; index++) expect(threads.resolve(index, 0)).toBe(index)
  kernel.giveBack()
})

test('entries of threads are found after others were removed', () => {
  const kernel = DecodeKernel.take()
  const { threads } = kernel
  for (let id = 0; id < 3000; id++) threads.add(id * 64, id, id, id)
  for (let id = 0; id < 3000; id += 3) threads.remove(id * 64, id)
  for (let id = 0; id < 3000; id++) {
    const entry = threads.find(id * 64, id)
    expect(entry === 0 ? null : kernel.words[(entry >>> 2) + 3]).toBe(id % 3 === 0 ? null : id)
  }
  threads.forgetSequences()
  for (let id = 1; id < 3000; id += 3) expect(kernel.words[(threads.find(id * 64, id) >>> 2) + 3]).toBe(0)
  kernel.giveBack()
})
