import { mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { ByteBuilder } from '../../../shared/base/byte-builder.ts'
import { runtimeProvider } from '../../../shared/model/runtime-providers.ts'
import { wholeTrace } from '../../../shared/model/trace/trace-selection.ts'
import type { TraceTableName } from '../../../shared/model/trace/trace-tables.ts'
import type { PayloadWindow } from '../../analysis/trace/later-payloads.ts'
import { TraceParts } from '../../analysis/trace/trace-parts.ts'
import { startSmallStream } from '../../nettrace/testing/small-stream.ts'
import { TraceReader } from '../../nettrace/trace/trace-reader.ts'
import { practiceRecording } from './practice/practice-reading.ts'
import { TraceDocumentEngine } from './trace-document-engine.ts'
import type { TraceProgress, TraceQueries, TraceQuery, TraceQueryName } from './trace-document-protocol.ts'
import { TraceFileReading } from './trace-file.ts'
import { TwoPassReading } from './two-pass-reading.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'pipescope-two-pass-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A real recording, with exceptions, allocations and locks that were waited for. */
const recording = path.join(folder, 'recorded.nettrace')
writeFileSync(recording, practiceRecording())

const threads = { order: 'busiest', search: '', pinned: [], offset: 0, count: 8 } as const

class OpenDocument implements Disposable {
  readonly signs: TraceProgress[] = []
  #onOver: (() => void) | null = null
  #onSign: (() => void) | null = null
  readonly whenOver: Promise<void>
  readonly #engine: TraceDocumentEngine

  constructor(file: string, parts: { firstBytes?: number; laterFromBytes?: number }) {
    this.whenOver =
      parts.firstBytes === undefined ? Promise.resolve() : new Promise((resolve) => (this.#onOver = resolve))
    this.#engine = new TraceDocumentEngine({ path: file, ...parts }, (progress) => {
      this.signs.push(progress)
      this.#onSign?.()
      if (!progress.isGrowing) this.#onOver?.()
    })
  }

  async ask<Name extends TraceQueryName>(name: Name, request: TraceQueries[Name]['asks']) {
    const outcome = await this.#engine.answer({ name, request } as TraceQuery)
    if (!outcome.ok) throw new Error(JSON.stringify(outcome.error))
    return outcome.value as TraceQueries[Name]['gets']
  }

  async until(isReached: (progress: TraceProgress) => boolean): Promise<void> {
    while (!this.signs.some(isReached))
      // oxlint-disable-next-line no-await-in-loop -- one sign after the other
      await new Promise<void>((resolve) => (this.#onSign = resolve))
  }

  table(table: TraceTableName) {
    const question = { table, selection: wholeTrace, sortBy: null, isDescending: false, search: '' }
    return this.ask('table', { question, fromRow: 0, rowCount: 5000 })
  }

  flame() {
    return this.ask('flame', {
      selection: wholeTrace,
      stretch: { path: [], from: 0, to: 1 },
      widthPx: 800,
      search: '',
    })
  }

  async everything() {
    const summary = await this.ask('summary', { isWhole: false })
    const names = Object.keys(summary.rowCounts) as (keyof typeof summary.rowCounts)[]
    const tables: unknown[] = []
    const rowCounts: Record<string, number> = {}
    for (const name of names) {
      // oxlint-disable-next-line no-await-in-loop -- one question after the other
      const table = await this.table(name)
      tables.push([name, table])
      rowCounts[name] = table.allRowCount
    }
    return {
      summary,
      tables,
      rowCounts,
      flame: await this.flame(),
      overview: await this.ask('overview', { selection: wholeTrace }),
      timeline: await this.ask('timeline', { selection: wholeTrace, range: null, binCount: 50, threads }),
      findings: await this.ask('findings', { selection: wholeTrace }),
    }
  }

  [Symbol.dispose](): void {
    this.#engine.close()
  }
}

test.each([0, 1, 300_000, 1e9])(
  'a file that is read in two passes from byte %i on has the answers of one',
  async (laterFromBytes) => {
    using inTwo = new OpenDocument(recording, { firstBytes: 1, laterFromBytes })
    using atOnce = new OpenDocument(recording, {})
    await inTwo.whenOver
    expect(await inTwo.everything()).toEqual(await atOnce.everything())
    expect(inTwo.signs.at(-1)).toMatchObject({ isReading: false, detailBytes: inTwo.signs.at(-1)?.readBytes })
  },
)

const fixtures = path.join(import.meta.dirname, '../../../fixtures')
const recordings = ['traces', 'nettrace'].flatMap((room) =>
  readdirSync(path.join(fixtures, room))
    .filter((file) => file.endsWith('.nettrace'))
    .map((file) => path.join(room, file)),
)

test.each(recordings)('%s has the same answers in two passes', async (file) => {
  using inTwo = new OpenDocument(path.join(fixtures, file), { firstBytes: 1, laterFromBytes: 0 })
  using atOnce = new OpenDocument(path.join(fixtures, file), {})
  await inTwo.whenOver
  const everything = await inTwo.everything()
  expect(everything).toEqual(await atOnce.everything())
  expect(everything.rowCounts).toEqual(everything.summary.rowCounts)
})

test('of the recordings that were looked at, those of the runtime have payloads that wait', async () => {
  const waiting: string[] = []
  for (const file of recordings) {
    const parts = new TraceParts()
    const reading = openReading(path.join(fixtures, file), parts)
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await twoPasses(reading, parts, new AbortController().signal).readOn()
    if (parts.later.waitingCount > 0) waiting.push(path.basename(file, '.nettrace'))
    reading.dispose()
  }
  expect(waiting).toEqual(expect.arrayContaining(['net10-native', 'net31-native', 'net8-native', 'net9-native']))
})

test('a file that was cut off has the same damage and the same answers', async () => {
  const file = path.join(folder, 'cut.nettrace')
  writeFileSync(file, practiceRecording().subarray(0, 350_001))
  using inTwo = new OpenDocument(file, { firstBytes: 1, laterFromBytes: 0 })
  using atOnce = new OpenDocument(file, {})
  await inTwo.whenOver
  const everything = await inTwo.everything()
  expect(everything).toEqual(await atOnce.everything())
  expect(everything.summary.isComplete).toBe(false)
})

test('all samples are there before the payloads that wait, and say so', async () => {
  const parts = new TraceParts()
  const reading = openReading(recording, parts)
  const inTwo = twoPasses(reading, parts, new AbortController().signal)
  expect(await inTwo.readOn()).toMatchObject({ ok: true })
  expect([inTwo.isOver, inTwo.isAtEnd, inTwo.trace.isComplete]).toEqual([false, false, true])
  expect(inTwo.detailBytes).toBe(0)
  const { samples } = parts.sampled
  expect([samples.count, parts.exceptions.count, parts.allocations.count]).toEqual([917, 0, 0])
  expect(inTwo.isReadingDetails).toBe(true)
  // It is one part, which does not end in its middle.
  expect(await inTwo.readOn(() => true)).toMatchObject({ ok: true })
  expect([inTwo.isOver, inTwo.isAtEnd, inTwo.detailBytes]).toEqual([true, true, inTwo.trace.readByteCount])
  expect([samples.count, parts.exceptions.count, parts.allocations.count]).toEqual([917, 23, 142])
  inTwo.end()
  reading.dispose()
})

test('what is asked during the second pass is answered from what is there by then', async () => {
  const { writer, written } = startSmallStream()
  const metadataId = writer.defineType({ provider: runtimeProvider, eventId: 80, version: 1, name: '', fields: [] })
  const exceptionCount = 400_000
  const payload = new ByteBuilder().text('System.Exception').text('no').take()
  for (let timestamp = 1; timestamp <= exceptionCount; timestamp++)
    writer.addEvent({ metadataId, timestamp, thread: 10, payload })
  writer.end(exceptionCount)
  const file = path.join(folder, 'thrown.nettrace')
  writeFileSync(file, written())
  using inTwo = new OpenDocument(file, { firstBytes: 1, laterFromBytes: 0 })
  const counts: number[] = []
  const ask = async (): Promise<void> => {
    counts.push((await inTwo.ask('summary', { isWhole: false })).rowCounts.thrown ?? 0)
  }
  await inTwo.until(({ readBytes, totalBytes, isGrowing }) => readBytes === totalBytes && isGrowing)
  // oxlint-disable-next-line no-await-in-loop -- one question after the other
  while (inTwo.signs.at(-1)?.isGrowing === true) await ask()
  await ask()
  expect(counts).toEqual(counts.toSorted((a, b) => a - b))
  expect(new Set(counts).size).toBeGreaterThan(2)
  expect(counts.at(-1)).toBe(exceptionCount)
  using atOnce = new OpenDocument(file, {})
  expect(await inTwo.table('exception-types')).toEqual(await atOnce.table('exception-types'))
})

test('a file with nothing that could wait is read in one pass', async () => {
  const { writer, metadataId, written } = startSmallStream()
  writer.addEvent({ metadataId, timestamp: 1, thread: 10, payload: new Uint8Array(0) })
  writer.end(2)
  const file = path.join(folder, 'plain.nettrace')
  writeFileSync(file, written())
  const parts = new TraceParts()
  const reading = openReading(file, parts)
  const inTwo = twoPasses(reading, parts, new AbortController().signal)
  expect(await inTwo.readOn()).toMatchObject({ ok: true })
  expect(inTwo.isOver).toBe(true)
  reading.dispose()
})

test('a file that has become shorter meanwhile is an error', async () => {
  const file = path.join(folder, 'shorter.nettrace')
  writeFileSync(file, practiceRecording())
  const parts = new TraceParts()
  const reading = openReading(file, parts)
  const inTwo = twoPasses(reading, parts, new AbortController().signal)
  await inTwo.readOn()
  truncateSync(file, 1000)
  expect(await inTwo.readOn()).toEqual({
    ok: false,
    error: { kind: 'io', operation: 'read', path: file, code: 'SHORTENED' },
  })
  reading.dispose()
})

test('a document that is closed during the second pass reads no further', async () => {
  const abort = new AbortController()
  const parts = new TraceParts()
  const reading = openReading(recording, parts)
  const inTwo = twoPasses(reading, parts, abort.signal)
  await inTwo.readOn()
  const second = inTwo.readOn()
  abort.abort()
  expect(await second).toEqual({ ok: false, error: { kind: 'cancelled' } })
  reading.dispose()
})

test('payloads that are taken row by row, from any window, are the same', () => {
  const bytes = practiceRecording()
  const [later, atOnce] = [new TraceParts(), new TraceParts()]
  const readers = [later, atOnce].map((parts) => new TraceReader(parts.listener))
  later.later.begin()
  for (const reader of readers) {
    reader.push(bytes)
    reader.end()
  }
  const window = {
    bytes: new Uint8Array(0),
    view: new DataView(new ArrayBuffer(0)),
    find(offset: number, byteCount: number): number {
      const before = offset % 7
      const held = bytes.slice(offset - before, offset + byteCount)
      Object.assign(this, { bytes: held, view: new DataView(held.buffer) })
      return before
    },
  } satisfies PayloadWindow
  expect(later.later.waitingCount).toBeGreaterThan(100)
  while (later.later.waitingCount > 0) expect(later.later.take(window, 1)).toBe(true)
  expect(thrown(later)).toEqual(thrown(atOnce))
  for (const reader of readers) reader.dispose()
})

test('work on payloads that waited counts like that of the first pass', () => {
  const reader = new TraceReader({})
  const { writer, written } = startSmallStream()
  writer.end(1)
  reader.push(written())
  reader.end()
  expect(reader.charge(1000)).toBe(true)
  expect(reader.trace.damage).toEqual([])
  expect(reader.charge(1e12)).toBe(false)
  expect(reader.trace.damage).toMatchObject([{ kind: 'too-costly' }])
  reader.dispose()
})

function thrown({ exceptions: { texts, places, typeText, messageText } }: TraceParts): unknown {
  return Array.from({ length: places.count }, (_, row) => [
    places.ticks.at(row),
    places.threadIndex.at(row),
    places.stackIndex.at(row),
    texts.text(typeText.at(row)),
    texts.text(messageText.at(row)),
  ])
}

function openReading(file: string, parts: TraceParts): TraceFileReading {
  const opened = TraceFileReading.open(file, parts.listener, {})
  if (!opened.ok) throw new Error(opened.error.kind)
  return opened.value
}

function twoPasses(reading: TraceFileReading, { later }: TraceParts, signal: AbortSignal): TwoPassReading {
  return new TwoPassReading(reading, later, {
    sizeBytes: 1e6,
    laterFromBytes: 0,
    signal,
    onProgress: () => undefined,
  })
}
