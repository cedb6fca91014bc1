import { expect, test, vi } from 'vitest'
import * as fc from 'fast-check'
import { DecodeKernel } from '../kernel/decode-kernel.ts'
import { state } from '../kernel/kernel-layout.ts'
import { StackRegistry } from '../trace/stack-registry.ts'
import { ThreadRegistry } from '../trace/thread-registry.ts'
import { RunList } from '../trace/run-list.ts'
import { Trace } from '../trace/trace.ts'
import { TraceReader } from '../trace/trace-reader.ts'
import { stepsOf } from '../work-steps.ts'
import { hostileStreams } from './hostile-streams.ts'
import { tagBeginPrivateObject } from '../limits.ts'
import { NetperfWriter } from '../writer/netperf-writer.ts'
import { objectHead } from '../writer/object-head.ts'
import { concat } from '../writer/made-stream.ts'
import { smallTrace, startSmallStream } from './small-stream.ts'

/** A table that doubles is gone over about three times, at up to four slots an entry, and an entry is a few bytes. */
const mostStepsPerByte = 8

test.each(Object.entries(hostileStreams))('%s cost no more for each byte the more there are', (_, make) => {
  const costs = [500, 4000].map((size) => {
    const bytes = make(size)
    const reader = new TraceReader({}, {})
    const steps = stepsOf(() => {
      reader.push(bytes)
      expect(reader.end()).toBe(true)
    })
    expect(reader.trace.kernel!.getState(state.stackRangeCount)).toBeLessThanOrEqual(512)
    reader.dispose()
    return steps / bytes.length
  })
  for (const cost of costs) expect(cost).toBeLessThan(mostStepsPerByte)
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
  const steps = stepsOf(() => {
    for (let row = 1000; row < 1200; row++) runs.collect(row, row + 1)
  })
  expect(steps).toBeLessThan(1300)
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

test.each([
  ['side by side', 0],
  ['in one slot', 1],
])('an unlucky key, which puts threads %s, is replaced', (_, halves) => {
  const size = 4000
  const kernel = DecodeKernel.take()
  const random = vi.spyOn(Math, 'random').mockReturnValueOnce(0)
  random.mockReturnValueOnce(halves === 0 ? 2 ** -13 : 0)
  kernel.threads.reset()
  const steps = stepsOf(() => {
    for (let id = 0; id < size; id++) kernel.threads.add(id, 0, id, id)
    for (let id = 0; id < size; id += 2) kernel.threads.remove(id, 0)
  })
  expect(steps).toBeLessThan(20 * size)
  for (let id = 0; id < size; id++) {
    const entry = kernel.threads.find(id, 0)
    expect(entry === 0 ? null : kernel.words[(entry >>> 2) + 3]).toBe(id % 2 === 0 ? null : id)
  }
  random.mockRestore()
  kernel.giveBack()
})

test('stack ids are found among hundreds of ranges without looking at each', () => {
  const kernel = DecodeKernel.take()
  const stacks = new StackRegistry(kernel)
  for (let index = 0; index < 400; index++) stacks.define(1 + 10 * index, 5, 1 + 5 * index)
  const steps = stepsOf(() => {
    for (let index = 0; index < 400; index++) {
      expect(stacks.resolve(1 + 10 * index + 4)).toBe(1 + 5 * index + 4)
      expect(stacks.resolve(1 + 10 * index + 5)).toBe(0)
    }
  })
  expect(steps).toBeLessThan(800 * 10)
  kernel.giveBack()
})

test('a later range of stack ids counts where it covers an earlier one', () => {
  const range = fc.tuple(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1, max: 30 }))
  fc.assert(
    fc.property(fc.array(range, { maxLength: 100 }), (ranges) => {
      const kernel = DecodeKernel.take()
      const stacks = new StackRegistry(kernel)
      const expected = new Map<number, number>()
      for (const [index, [first, count]] of ranges.entries()) {
        stacks.define(first, count, (index + 1) * 100)
        for (let id = first; id < first + count; id++) expected.set(id, (index + 1) * 100 + id - first)
      }
      for (let id = 0; id <= 440; id++) expect(stacks.resolve(id)).toBe(expected.get(id) ?? 0)
      kernel.giveBack()
    }),
  )
})

test('a search for the next block holds no more than the block that may begin there', () => {
  const claimed = 200_000
  const head = objectHead(tagBeginPrivateObject, 'EventBlock', 2, 0).i32(claimed).take()
  const { written } = startSmallStream()
  const reader = new TraceReader({}, {})
  reader.push(written())
  reader.push(new Uint8Array(1))
  const heads = concat(Array.from({ length: 1000 }, () => head))
  let mostHeld = 0
  let bytes = 0
  const steps = stepsOf(() => {
    for (let round = 0; round < 40; round++, bytes += heads.length) {
      reader.push(heads)
      mostHeld = Math.max(mostHeld, reader.heldByteCount)
    }
  })
  expect(mostHeld).toBeLessThan(claimed + 2 * heads.length)
  expect(steps / bytes).toBeLessThan(1)
  reader.dispose()
})

test('stacks chosen to have one hash of a known function do not', () => {
  const blocks = collidingAddresses(9)
  const pieces: Uint8Array[] = []
  const writer = new NetperfWriter({ ...smallTrace, write: (bytes) => pieces.push(bytes) })
  const metadataId = writer.defineType({ provider: 'P', eventId: 1, name: 'E', fields: [] })
  for (let index = 0; index < 512; index++) {
    const stack = blocks.map((pair, bit) => pair[(index >> bit) & 1]!)
    writer.addEvent({ metadataId, timestamp: index, thread: 1, stack, payload: new Uint8Array() })
  }
  writer.end()
  const reader = new TraceReader({}, {})
  const steps = stepsOf(() => reader.push(concat(pieces)))
  expect(reader.trace.stacks.count).toBe(513)
  // All in one bucket would be 130,816.
  expect(steps).toBeLessThan(10_000)
  reader.dispose()
})

/** Pairs of addresses that an FNV hash which begins with its usual number cannot tell apart, each behind the pairs before it. */
function collidingAddresses(count: number): readonly (readonly [bigint, bigint])[] {
  const pairs: (readonly [bigint, bigint])[] = []
  let state = 0x811c9dc5
  while (pairs.length < count) {
    const seen = new Map<number, bigint>()
    for (let number = 1n; ; number++) {
      const address = BigInt.asUintN(64, number * 0x9e37_79b9_7f4a_7c15n)
      let hash = state
      for (let rest = address, byte = 0; byte < 8; byte++, rest >>= 8n)
        hash = Math.imul(hash ^ Number(rest & 255n), 0x01000193)
      const other = seen.get(hash)
      seen.set(hash, address)
      if (other === undefined) continue
      pairs.push([other, address])
      state = hash
      break
    }
  }
  return pairs
}
