import { expect, test } from 'vitest'
import { startSmallStream } from '../testing/small-stream.ts'
import { Trace } from './trace.ts'
import { TraceReader } from './trace-reader.ts'

function traceOf(ticksPerSecond: number): Trace {
  const trace = new Trace()
  const syncUnixMs = Date.UTC(2025, 0, 1)
  trace.header = {
    syncUnixMs,
    syncTicks: { low: 0, high: 0 },
    ticksPerSecond,
    pointerBytes: 8,
    pid: 1,
    processorCount: 1,
    samplingRateNs: 0,
  }
  return trace
}

test('nanoseconds are exact after a hundred days, at every frequency', () => {
  const days = 100n * 86_400n
  expect(traceOf(1_000_000_000).relativeNanos(Number(days * 1_000_000_000n) + 1)).toBe(days * 1_000_000_000n + 1n)
  expect(traceOf(10_000_000).relativeNanos(Number(days * 10_000_000n) + 1)).toBe(days * 1_000_000_000n + 100n)
  expect(traceOf(3_579_545).relativeNanos(3_579_545 * 86_400 + 1)).toBe(86_400_000_000_000n + 279n)
  expect(traceOf(1_000_000_000).relativeNanos(-1)).toBe(-1n)
  expect(traceOf(3_000_000_000).relativeNanos(-1)).toBe(-1n)
  const utc = traceOf(10_000_000).unixNanos(25)
  expect(utc).toBe(BigInt(Date.UTC(2025, 0, 1)) * 1_000_000n + 2500n)
})

test('a live reader keeps no tables that grow with its session', () => {
  const reader = new TraceReader({}, { keepsSegments: false })
  const payload = new Uint8Array()
  const activityId = new Uint8Array(16)
  let largest = 0
  let isFirst = true
  for (let round = 0; round < 16; round++) {
    // Threads end after a round; like a runtime, the writer of the next one does not list them.
    const { writer, metadataId, written } = startSmallStream()
    for (let index = 0; index < 5000; index++) {
      const number = round * 5000 + index + 1
      new DataView(activityId.buffer).setUint32(0, number)
      const stackId = writer.addStack([BigInt(number)])
      writer.addEvent({ metadataId, timestamp: number, thread: number, stackId, activityId, payload })
    }
    writer.sequencePoint(round * 5000 + 5000)
    const bytes = written()
    // Every round is a stream of its own, and only the first one's head is wanted.
    const body = isFirst ? bytes : bytes.subarray(headBytes)
    reader.push(body)
    isFirst = false
    reader.push(filler(reader.readByteCount))
    largest = Math.max(largest, reader.trace.activities.count, reader.trace.threads.length)
  }
  const { eventCount, lostEventCount, segments, stacks, damage } = reader.trace
  expect(damage).toEqual([])
  expect([eventCount, lostEventCount, segments.length, stacks.count]).toEqual([80_000, 0, 1, 80_001])
  expect(largest).toBeLessThan(75_000)
})

/** Preamble and `Trace` object of a nettrace stream. */
const headBytes = 102

/** An unknown object at this offset of the stream that ends where a head would, as alignment goes. */
function filler(offset: number): Uint8Array {
  const head = [5, 5, 1, 2, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 0x58, 6, 1, 0, 0, 0]
  const padding = (4 - ((offset + head.length) % 4)) % 4
  return Uint8Array.of(...head, ...new Uint8Array(padding), 0, 6)
}

const framesOf = (stack: number) => 1 + (stack % 3)

test('thousands of stacks have their lengths, also those of a block that reaches over the end of a chunk', () => {
  const { writer, written } = startSmallStream()
  for (let stack = 1; stack <= 20_000; stack++) writer.addStack(Array<bigint>(framesOf(stack)).fill(1n))
  writer.end(1)
  const reader = new TraceReader({})
  reader.push(written())
  const { stacks } = reader.trace
  expect(stacks.count).toBe(20_001)
  const wrong = Array.from({ length: 20_001 }, (_, stack) => stack).filter(
    (stack) => stacks.byteLength(stack) !== (stack === 0 ? 0 : framesOf(stack) * 8),
  )
  expect(wrong).toEqual([])
  const gaps = Array.from({ length: 20_000 }, (_, stack) => stacks.streamOffset(stack + 1) - stacks.streamOffset(stack))
  expect(gaps.slice(1).every((gap) => gap > 0)).toBe(true)
})
