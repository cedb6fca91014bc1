import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { summarisePlain } from '../../nettrace/testing/both-readers.ts'
import { addSegmentRows, RowHash } from '../../nettrace/testing/row-hash.ts'
import { TimeOrder } from '../../nettrace/trace/time-order.ts'
import { startSmallStream } from '../../nettrace/testing/small-stream.ts'
import type { Trace } from '../../nettrace/trace/trace.ts'
import { TraceReader } from '../../nettrace/trace/trace-reader.ts'
import { work } from '../../nettrace/work-steps.ts'
import { SegmentSpillFile } from '../live/segment-spill.ts'
import { columnGrowth, grownColumn } from '../../analysis/grown-column.ts'
import { openTraceFile, TraceFileReading } from './trace-file.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'trace-file-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Two threads that alternate in time, in runs of a hundred. */
function writeTrace(eventCount: number): string {
  const { writer, metadataId, written } = startSmallStream({
    syncUnixMs: 1.7e12,
    syncTicks: 10n ** 18n,
    ticksPerSecond: 1e9,
    processorCount: 8,
  })
  const payload = new Uint8Array(1)
  for (let index = 0; index < eventCount; index++) {
    const thread = 1 + (Math.floor(index / 100) % 2)
    const time = Math.floor(index / 200) * 200 + (index % 100) * 2 + thread
    writer.addEvent({ metadataId, timestamp: time, thread, payload, isSorted: false })
    if (index % 1000 === 999) writer.sequencePoint(index + 2)
  }
  writer.end(eventCount + 2)
  const file = path.join(folder, 'large.nettrace')
  writeFileSync(file, written())
  return file
}

test('columns beyond the budget go to disk and come back the same, in file order and in order of time', () => {
  const bytes = new Uint8Array(readFileSync(writeTrace(5500)))
  const spillFolder = path.join(folder, 'spill')
  mkdirSync(spillFolder)
  const spill = new SegmentSpillFile(spillFolder)
  // Six segments of which four stay in memory.
  const reader = new TraceReader({}, { rowsPerSegment: 1000, memoryBudgetBytes: 1, spill })
  reader.push(bytes)
  reader.end()
  const { trace } = reader
  expect(trace.segments.map((segment) => segment.isInMemory)).toEqual([false, false, true, true, true, true])

  const hash = new RowHash()
  for (const segment of trace.segments) addSegmentRows(hash, trace, segment)
  expect(hash.value).toBe(summarisePlain(bytes).hash)

  const times: number[] = []
  new TimeOrder(trace).forEachStretch((from, to) => {
    for (let row = from; row < to; row++) times.push(trace.segments[Math.floor(row / 1000)]!.timestamp[row % 1000]!)
  })
  expect(times).toHaveLength(5500)
  expect(times).toEqual(times.toSorted((a, b) => a - b))
  reader.dispose()
  spill.dispose()
  expect(readdirSync(spillFolder)).toEqual([])
})

test('a missing file is an error with its cause; one that isn’t a trace is a damaged trace', async () => {
  const missing = await openTraceFile(path.join(folder, 'none'), {})
  expect(missing).toMatchObject({ ok: false, error: { kind: 'io', code: 'ENOENT' } })
  const text = path.join(folder, 'text')
  writeFileSync(text, 'not a trace at all')
  const read = await openTraceFile(text, {})
  if (!read.ok) throw new Error(read.error.kind)
  expect(read.value.trace.damage).toMatchObject([{ kind: 'malformed', offset: 0, canContinue: false }])
  read.value.dispose()
})

/** Blocks that end in every part of a piece, some longer than one and than what is kept free in front of one. */
function writeBlocks(): { readonly file: string; readonly bytes: Uint8Array } {
  const { writer, metadataId, written } = startSmallStream()
  for (let block = 0; block < 40; block++) {
    const size = block % 10 === 3 ? 50_000 : 1000 + block * 70
    for (let index = 0; index < (block % 10 === 3 ? 20 : 30); index++)
      writer.addEvent({
        metadataId,
        timestamp: block * 100 + index,
        thread: 1 + (index % 3),
        payload: new Uint8Array(size),
      })
    writer.flush()
  }
  writer.end(10_000)
  const bytes = written()
  const file = path.join(folder, 'blocks.nettrace')
  writeFileSync(file, bytes)
  return { file, bytes }
}

function contentsOf(trace: Trace) {
  const hash = new RowHash()
  for (const segment of trace.segments) addSegmentRows(hash, trace, segment)
  return [hash.value, trace.eventCount, trace.isComplete]
}

test('a file is read piece by piece whatever the size of its blocks', async () => {
  const { file, bytes } = writeBlocks()
  const read = await openTraceFile(file, {})
  if (!read.ok) throw new Error(read.error.kind)
  const expected = summarisePlain(bytes)
  expect(contentsOf(read.value.trace)).toEqual([expected.hash, expected.eventCount, true])
  read.value.dispose()
})

test('a look at one piece is followed by one that continues behind it', async () => {
  const { file, bytes } = writeBlocks()
  const opened = TraceFileReading.open(file, {}, {})
  if (!opened.ok) throw new Error(opened.error.kind)
  const reading = opened.value
  const looks: number[] = []
  let position = 0
  const isMore = (readBytes: number): boolean => readBytes > position
  while (!reading.isAtEnd) {
    // oxlint-disable-next-line no-await-in-loop -- one look after the other
    const look = await reading.readOn(isMore)
    if (!look.ok) throw new Error(look.error.kind)
    looks.push(look.value)
    position += look.value
  }
  expect(looks.length).toBeGreaterThan(10)
  expect(looks.reduce((sum, read) => sum + read, 0)).toBe(bytes.length)
  reading.end()
  const expected = summarisePlain(bytes)
  expect(contentsOf(reading.trace)).toEqual([expected.hash, expected.eventCount, true])
  reading.dispose()
})

function factor(): number {
  return grownColumn(new Uint8Array(1000), Uint8Array).length / 1000
}

test('columns become as long as the rest of the file lets expect, and as usual when it is read', async () => {
  const { file } = writeBlocks()
  const factors: number[] = []
  const read = await openTraceFile(file, { onEvents: () => void factors.push(factor()) })
  if (!read.ok) throw new Error(read.error.kind)
  expect(factors[0]).toBe(columnGrowth.most)
  expect(factors.at(-1)).toBe(columnGrowth.usual)
  expect(factors.some((one) => one > columnGrowth.usual && one < columnGrowth.most)).toBe(true)
  expect(factors).toStrictEqual(factors.toSorted((a, b) => b - a))
  expect(factor()).toBe(columnGrowth.usual)
  read.value.dispose()
})

test('reading is cancelled between two pieces', async () => {
  const file = writeTrace(1000)
  const abort = new AbortController()
  abort.abort()
  const grown = path.join(folder, 'longer')
  writeFileSync(grown, Buffer.concat([readFileSync(file), Buffer.alloc(64 * 2 ** 20)]))
  const read = await openTraceFile(grown, {}, { signal: abort.signal })
  expect(read).toEqual({ ok: false, error: { kind: 'cancelled' } })
})

test('a small file that takes many steps is cancelled before its end', async () => {
  const file = writeTrace(60_000)
  const abort = new AbortController()
  setImmediate(() => abort.abort())
  const read = await openTraceFile(file, { onEvents: () => void (work.steps += 2 ** 21) }, { signal: abort.signal })
  expect(read).toEqual({ ok: false, error: { kind: 'cancelled' } })
})

test('a file that needs too much work keeps what was read until then', async () => {
  const file = writeTrace(200_000)
  let seen = 0
  const onEvents = (_segment: unknown, from: number, to: number) => {
    seen += to - from
    if (seen > 10_000) work.steps += 2 ** 30
  }
  const read = await openTraceFile(file, { onEvents }, { keepsSegments: false })
  if (!read.ok) throw new Error(read.error.kind)
  const { trace } = read.value
  expect(trace.damage).toMatchObject([
    { kind: 'too-costly', block: 'stream', expected: 'at most 64 steps of work per byte', canContinue: false },
  ])
  expect([trace.eventCount >= 10_000, trace.eventCount < 200_000, trace.isComplete]).toEqual([true, true, false])
  expect(trace.eventCount).toBe(seen)
  read.value.dispose()
})
