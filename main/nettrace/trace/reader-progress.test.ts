import { describe, expect, test } from 'vitest'
import { goldenV4, goldenV6 } from '../testing/golden.ts'
import { readAll } from '../testing/read-all.ts'
import { startSmallStream } from '../testing/small-stream.ts'
import { concat } from '../writer/made-stream.ts'
import { NetperfWriter } from '../writer/netperf-writer.ts'
import { blockObject, objectHead } from '../writer/object-head.ts'
import { Trace } from './trace.ts'
import { TraceReader } from './trace-reader.ts'

const nothing = new Uint8Array(0)
const text = (value: string) => Uint8Array.from(value, (character) => character.charCodeAt(0))

function netperf(): Uint8Array {
  const pieces: Uint8Array[] = []
  const init = {
    syncUnixMs: 0,
    syncTicks: 0n,
    ticksPerSecond: 1000,
    pointerBytes: 8,
    pid: 1,
    processorCount: 1,
  } as const
  new NetperfWriter({ ...init, write: (bytes) => pieces.push(bytes) }).end()
  return concat(pieces)
}

/** After how many bytes it is refused, and what is said; bytes come one by one. */
function refusalOf(bytes: Uint8Array) {
  const reader = new TraceReader({})
  let taken = 0
  while (reader.state === 'reading' && taken < bytes.length) reader.push(bytes.subarray(taken, ++taken))
  const { damage } = reader.trace
  return [reader.state, taken, ...damage.map(({ offset, found }) => [offset, found])]
}

/** When it advances, with the events that were there by then. */
function advances(write: (stream: ReturnType<typeof startSmallStream>) => void, options = {}) {
  const stream = startSmallStream(options)
  write(stream)
  const told: (readonly [number, number])[] = []
  const reader = new TraceReader({ onAdvance: (ticks) => told.push([ticks, reader.trace.eventCount]) })
  reader.push(stream.written())
  return told
}

/** Two threads in two stretches, between which each loses some. */
function twoStretches() {
  const { writer, metadataId, written } = startSmallStream()
  const add = (thread: number, timestamp: number) =>
    writer.addEvent({ metadataId, payload: nothing, thread, timestamp })
  add(1, 1)
  writer.sequencePoint(2)
  const first = written().length
  writer.dropEvents(1, 5)
  add(1, 3)
  writer.sequencePoint(4)
  const second = written().length
  writer.dropEvents(1, 2)
  add(1, 5)
  add(2, 5)
  writer.dropEvents(2, 3)
  writer.end(6)
  return { bytes: written(), first, second }
}

/** Blocks that are damaged but not the stream, and then the end of it or an object that is too new. */
function damaged(blocks: number, ending: Uint8Array) {
  let bytes: Uint8Array<ArrayBuffer> = startSmallStream().written()
  const parts = [bytes]
  let length = bytes.length
  for (let index = 0; index < blocks; index++) {
    bytes = blockObject(objectHead(5, 'StackBlock', 2, 2), nothing, length).take()
    parts.push(bytes)
    length += bytes.length
  }
  return readAll([concat([...parts, ending])])
}

const keptOf = (blocks: number) => {
  const { trace } = damaged(blocks, Uint8Array.of(1))
  return [trace.damage.length, trace.damageCount, trace.damage.at(-1)?.canContinue]
}

const lastOffsetOf = (blocks: number) => damaged(blocks, Uint8Array.of(1)).trace.damage.at(-1)?.offset

describe('the first bytes of a stream', () => {
  test.each([
    ['nettrace 4', goldenV4, 32],
    ['nettrace 6', goldenV6, 20],
    ['netperf', netperf(), 24],
  ])('of %s are waited for, and each of them has to be right', (name, sound, length) => {
    expect(refusalOf(sound.subarray(0, length))).toEqual(['reading', length])
    // The last eight bytes of version 6 are its version.
    const fixed = name === 'nettrace 6' ? 12 : length
    for (let place = 0; place < fixed; place++) {
      const wrong = sound.slice()
      wrong[place] = 0x0b
      const [state, taken, said] = refusalOf(wrong)
      // Four zeros together are what distinguishes version 6.
      const isInZeros = name === 'nettrace 6' && place > 8
      expect([place, state, taken]).toEqual([place, 'failed', isInZeros ? 12 : place + 1])
      expect(said).toEqual([place < 8 || name === 'netperf' ? 0 : 8, expect.stringMatching(/^0x[0-9a-f]{2}$/)])
    }
  })

  test('are quoted with two digits where they are wrong', () => {
    expect([refusalOf(text('\n')), refusalOf(text('PK'))]).toEqual([
      ['failed', 1, [0, '0x0a']],
      ['failed', 1, [0, '0x50']],
    ])
  })

  test.each<[number, string]>([
    [0, 'the end of the file'],
    [1, 'the end after 1 bytes'],
    [20, 'the end after 20 bytes'],
  ])('that end after %i are refused where they end', (length, found) => {
    const reader = new TraceReader({})
    reader.push(goldenV4.subarray(0, length))
    expect([reader.state, reader.heldByteCount, reader.end(), reader.state]).toEqual([
      'reading',
      length,
      false,
      'failed',
    ])
    const said = { kind: 'malformed', offset: length, block: 'stream', expected: 'the head of a trace', found }
    expect(reader.trace.damage).toEqual([{ ...said, canContinue: false }])
    expect([reader.heldByteCount, reader.droppedByteCount, reader.readByteCount]).toEqual([0, length, 0])
  })
})

test('bytes are read, held or dropped, and none of them counts twice', () => {
  const reader = new TraceReader({})
  for (let from = 0; from < goldenV4.length; from += 7) {
    reader.push(goldenV4.subarray(from, from + 7))
    expect(reader.readByteCount + reader.heldByteCount).toBe(Math.min(from + 7, goldenV4.length))
    expect(reader.trace.readByteCount).toBe(reader.readByteCount)
  }
  expect([reader.state, reader.readByteCount, reader.heldByteCount]).toEqual(['ended', goldenV4.length, 0])
  for (const count of [1, 2]) reader.push(new Uint8Array(count))
  expect([reader.end(), reader.droppedByteCount, reader.trace.readByteCount]).toEqual([true, 3, goldenV4.length])
})

test('a stream without its end marker is not complete, and that is no damage', () => {
  const { isComplete, damage, events } = readAll([goldenV4.subarray(0, -1)])
  expect([isComplete, damage, events.length]).toEqual([false, [], 4])
})

describe('time', () => {
  test.each(['compressed', 'plain'] as const)('goes forwards only, by events that promise order (%s)', (headers) => {
    const told = advances(
      ({ writer, metadataId }) => {
        const event = { metadataId, payload: nothing, thread: 1 }
        for (const [timestamp, isSorted] of [
          [5, true],
          [9, false],
          [7, true],
        ] as const) {
          writer.addEvent({ ...event, timestamp, isSorted })
          writer.flush()
        }
        writer.sequencePoint(6)
        writer.sequencePoint(7)
        writer.sequencePoint(8)
      },
      { headers, syncTicks: 2n ** 33n + 2n },
    )
    expect(told.map(([ticks]) => ticks)).toEqual([5, 7, 8])
  })

  test('before the sync point is negative', () => {
    const told = advances(
      ({ writer, metadataId }) => {
        writer.addEvent({ metadataId, payload: nothing, thread: 1, timestamp: -3, isSorted: true })
        writer.flush()
        writer.sequencePoint(-1)
      },
      { syncTicks: 2n ** 32n },
    )
    expect(told.map(([ticks]) => ticks)).toEqual([-3, -1])
  })

  test('of ticks is that of the clock in the header; without one it is the beginning of time', () => {
    const trace = new Trace()
    expect([trace.unixMs(500), trace.unixNanos(0)]).toEqual([0, 0n])
    trace.header = { ...readAll([goldenV4]).header!, syncUnixMs: 1_000_000, ticksPerSecond: 2000 }
    expect([trace.unixMs(0), trace.unixMs(3000), trace.unixMs(-1)]).toEqual([1_000_000, 1_001_500, 999_999.5])
  })
})

describe('events that a thread lost', () => {
  test('are counted by the gap in its numbers, and by what sequence points say', () => {
    const { bytes } = twoStretches()
    const { trace } = readAll([bytes])
    expect(trace.losses).toEqual([
      { row: 1, ticks: 3, threadIndex: 0, count: 5 },
      { row: 2, ticks: 5, threadIndex: 0, count: 2 },
      { row: 4, ticks: 6, threadIndex: 1, count: 3 },
    ])
    expect(trace.lostEventCount).toBe(10)
  })

  test('are not those of a part that was left out', () => {
    const { bytes, second } = twoStretches()
    const reader = new TraceReader({})
    // Preamble and `Trace` object.
    reader.push(bytes.subarray(0, 102))
    reader.skipTo(second)
    reader.push(bytes.subarray(second))
    const { eventCount, losses } = reader.trace
    expect([reader.end(), reader.readByteCount]).toEqual([true, bytes.length])
    expect([eventCount, losses.map(({ ticks, count }) => [ticks, count])]).toEqual([2, [[6, 3]]])
  })
})

describe('what is wrong with a stream', () => {
  test('is kept for the first thousand, and counted for all', () => {
    expect([keptOf(999), keptOf(1000), keptOf(1001)]).toEqual([
      [999, 999, true],
      [1000, 1000, true],
      [1000, 1001, true],
    ])
    expect(lastOffsetOf(1001)).toBe(lastOffsetOf(1000))
  })

  test('always has what ended the reading as the last one', () => {
    const tooNew = objectHead(5, 'EventBlock', 9, 9).take()
    const { trace, isComplete } = damaged(1500, tooNew)
    expect([trace.damage.length, trace.damageCount, isComplete]).toEqual([1000, 1501, false])
    expect(trace.damage.slice(-2)).toMatchObject([
      { block: 'StackBlock', canContinue: true },
      { kind: 'unsupported', block: 'EventBlock', found: 'version 9', canContinue: false },
    ])
  })
})
