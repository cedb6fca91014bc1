import { appendFileSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { err, ok } from '../../../shared/base/result.ts'
import { ByteBuilder } from '../../../shared/base/byte-builder.ts'
import { runtimeProvider, sampleProvider } from '../../../shared/model/runtime-providers.ts'
import { wholeTrace } from '../../../shared/model/trace/trace-selection.ts'
import type { TraceTableName } from '../../../shared/model/trace/trace-tables.ts'
import { startSmallStream } from '../../nettrace/testing/small-stream.ts'
import type { TraceFileReading } from './trace-file.ts'
import { type GrownTrace, TraceGrowth } from './trace-growth.ts'
import { TraceDocumentEngine } from './trace-document-engine.ts'
import type { TraceProgress, TraceQueries, TraceQuery, TraceQueryName } from './trace-document-protocol.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'pipescope-growth-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const addressOf = (method: number): bigint => BigInt(0x1000 + method * 256)

/** A thousand samples a part, in methods that are named after the samples of their part, or not at all. */
function recorded(partCount: number, isNamed: boolean): Uint8Array {
  const { writer, written } = startSmallStream()
  const sample = writer.defineType({ provider: sampleProvider, eventId: 0, name: '', fields: [] })
  const load = writer.defineType({ provider: runtimeProvider, eventId: 143, version: 2, name: '', fields: [] })
  let timestamp = 0
  for (let part = 0; part < partCount; part++) {
    for (let index = 0; index < 1000; index++) {
      const depth = 1 + ((part * 7 + index) % 20)
      // The leaf first.
      const stackId = writer.addStack(Array.from({ length: depth }, (_, at) => addressOf(part + depth - at) + 4n))
      const payload = new ByteBuilder().u32(2).take()
      writer.addEvent({ metadataId: sample, timestamp: timestamp++, thread: 10 + (index % 3), stackId, payload })
    }
    if (isNamed) for (let method = part; method < part + 21; method++) addLoad(method)
    writer.flush()
  }
  writer.end(timestamp)
  return written()

  function addLoad(method: number): void {
    const payload = new ByteBuilder()
      .i64(BigInt(method))
      .i64(1n)
      .i64(addressOf(method))
      .u32(256)
      .u32(0)
      .u32(0)
      .text('Shop.Orders')
      .text(`Step${String(method)}`)
      .text('')
      .take()
    writer.addEvent({ metadataId: load, timestamp: timestamp++, thread: 10, payload })
  }
}

class GrowingDocument implements Disposable {
  readonly engine: TraceDocumentEngine
  progress: TraceProgress | null = null
  #whenProgress: (() => void) | null = null

  /** How much of it was read at each revision. */
  readonly shares: number[] = []

  constructor(file: string, isGrowing: boolean, firstBytes?: number) {
    this.engine = new TraceDocumentEngine({ path: file, isGrowing, firstBytes }, (progress) => {
      if (progress.revision !== this.progress?.revision) this.shares.push(progress.readBytes / progress.totalBytes)
      this.progress = progress
      this.#whenProgress?.()
    })
  }

  async outcome<Name extends TraceQueryName>(name: Name, request: TraceQueries[Name]['asks']) {
    return this.engine.answer({ name, request } as TraceQuery)
  }

  async ask<Name extends TraceQueryName>(name: Name, request: TraceQueries[Name]['asks']) {
    const outcome = await this.outcome(name, request)
    if (!outcome.ok) throw new Error(JSON.stringify(outcome.error))
    return outcome.value as TraceQueries[Name]['gets']
  }

  async rows(table: TraceTableName) {
    const question = { table, selection: wholeTrace, sortBy: null, isDescending: false, search: '' }
    return (await this.ask('table', { question, fromRow: 0, rowCount: 100_000 })).rows
  }

  async until(isReached: (progress: TraceProgress) => boolean): Promise<void> {
    while (this.progress === null || !isReached(this.progress))
      // oxlint-disable-next-line no-await-in-loop -- one sign after the other
      await new Promise<void>((resolve) => (this.#whenProgress = resolve))
  }

  [Symbol.dispose](): void {
    this.engine.close()
  }
}

const everything = async (document: GrowingDocument) => ({
  summary: { ...(await document.ask('summary', { isWhole: false })) },
  methods: await document.rows('methods'),
  events: await document.rows('events'),
  types: await document.rows('event-types'),
  tree: await document.ask('tree', { selection: wholeTrace, view: 'calls', frame: null, path: [] }),
  overview: await document.ask('overview', { selection: wholeTrace }),
  timeline: await document.ask('timeline', wholeTimeline),
})

const threads = { order: 'busiest', search: '', pinned: [], offset: 0, count: 8 } as const
const wholeTimeline = { selection: wholeTrace, range: null, binCount: 50, threads }
const wholeFlame = { selection: wholeTrace, stretch: { path: [], from: 0, to: 1 }, widthPx: 800, search: '' }

test('the flame graph that somebody looks at comes before the overview and the timeline that were asked for earlier', async () => {
  const file = path.join(folder, 'looked-at.nettrace')
  writeFileSync(file, recorded(3, true))
  using document = new GrowingDocument(file, false)
  const { samplingIntervalMs } = await document.ask('summary', { isWhole: false })
  expect(samplingIntervalMs).toBe(1)
  const order: string[] = []
  const answered = (name: string) => () => void order.push(name)
  await Promise.all([
    document.ask('timeline', wholeTimeline).then(answered('timeline')),
    document.ask('overview', { selection: wholeTrace }).then(answered('overview')),
    document.ask('flame', wholeFlame).then(answered('flame')),
  ])
  expect(order).toEqual(['flame', 'overview', 'timeline'])
})

test('a file that grew in pieces ends with the answers of a file that was read at once', async () => {
  const bytes = recorded(6, true)
  const file = path.join(folder, 'grown.nettrace')
  writeFileSync(file, '')
  using growing = new GrowingDocument(file, true)
  const first = growing.ask('summary', { isWhole: false })
  const cuts = [20, 5000, 0.3, 0.31, 0.8, 1].map((cut) => (cut > 1 ? cut : Math.floor(bytes.length * cut)))
  let written = 0
  for (const cut of cuts) {
    const before = growing.progress?.revision ?? 0
    appendFileSync(file, bytes.subarray(written, cut))
    written = cut
    if (cut < 6000) continue
    // oxlint-disable-next-line no-await-in-loop -- the file grows while it is looked at
    await growing.until(({ revision }) => revision > before)
    // oxlint-disable-next-line no-await-in-loop
    const { types, events } = await everything(growing)
    expect(types.reduce((sum, row) => sum + Number(row[4]), 0)).toBe(events.length)
  }
  expect((await first).eventCount).toBeGreaterThanOrEqual(0)
  await growing.until(({ isGrowing }) => !isGrowing)
  const whole = path.join(folder, 'whole.nettrace')
  writeFileSync(whole, bytes)
  using atOnce = new GrowingDocument(whole, false)
  const [grown, read] = [await everything(growing), await everything(atOnce)]
  // Functions that were looked at earlier have smaller numbers.
  const withoutNumbers = ({ tree, ...rest }: typeof grown) => ({
    ...rest,
    tree: tree.rows.map(({ functionNumber: _number, ...row }) => row),
  })
  expect(withoutNumbers(grown)).toEqual(withoutNumbers(read))
  expect(grown.summary.isComplete).toBe(true)
})

test('an event keeps its number when one that happened earlier comes later', async () => {
  const { writer, metadataId, written } = startSmallStream()
  const payload = new Uint8Array(0)
  for (const timestamp of [100, 200]) writer.addEvent({ metadataId, timestamp, thread: 10, payload })
  writer.flush()
  const firstByteCount = written().length
  writer.addEvent({ metadataId, timestamp: 50, thread: 11, payload })
  writer.end(300)
  const bytes = written()
  const file = path.join(folder, 'late.nettrace')
  writeFileSync(file, bytes.subarray(0, firstByteCount))
  using growing = new GrowingDocument(file, true)
  const question = { table: 'events', selection: wholeTrace, sortBy: null, isDescending: false, search: '' } as const
  const picked = await growing.ask('event', { question, at: { place: 1 } })
  expect(picked).toMatchObject({ eventIndex: 1, place: 1, timeMs: 200 })
  appendFileSync(file, bytes.subarray(firstByteCount))
  await growing.until(({ isGrowing }) => !isGrowing)
  const at = { eventIndex: picked.eventIndex, step: 0 }
  expect(await growing.ask('event', { question, at })).toEqual({ ...picked, place: 2 })
  const { eventIndexes } = await growing.ask('table', { question, fromRow: 0, rowCount: 10 })
  expect(eventIndexes).toEqual([2, 0, 1])
  expect(await growing.ask('events-between', { question, from: 1, to: 2 })).toBe(1)
})

test('of a large file the beginning is answered first, and at its end everything', async () => {
  const file = path.join(folder, 'large.nettrace')
  writeFileSync(file, recorded(80, true))
  using inPieces = new GrowingDocument(file, false, 1)
  const { eventCount } = await inPieces.ask('summary', { isWhole: false })
  expect(inPieces.progress).toMatchObject({ isGrowing: true, isReading: true })
  // Of its end, which comes later, nothing is judged.
  const judged = async () => {
    const { findings, notJudged, passed } = await inPieces.ask('findings', { selection: wholeTrace })
    return [...findings, ...notJudged, ...passed].map(({ id }) => id)
  }
  const ofTheEnd = ['incomplete-recording', 'unresolved-symbols']
  expect(await judged()).not.toEqual(expect.arrayContaining([expect.stringMatching(ofTheEnd.join('|'))]))
  expect(inPieces.progress).toMatchObject({ isGrowing: true })
  await inPieces.until(({ isGrowing }) => !isGrowing)
  expect(await judged()).toEqual(expect.arrayContaining(ofTheEnd))
  expect(inPieces.progress).toMatchObject({ isReading: false })
  expect(inPieces.shares.length).toBeGreaterThan(2)
  expect(inPieces.shares.at(-1)).toBe(1)
  using atOnce = new GrowingDocument(file, false)
  const whole = await atOnce.ask('summary', { isWhole: false })
  expect(eventCount).toBeLessThan(whole.eventCount)
  expect(await inPieces.ask('summary', { isWhole: false })).toEqual(whole)
  expect(await inPieces.rows('methods')).toEqual(await atOnce.rows('methods'))
})

test('what somebody looks at is answered before more of a large file is read', async () => {
  const file = path.join(folder, 'asked.nettrace')
  writeFileSync(file, recorded(80, true))
  using document = new GrowingDocument(file, false, 1)
  await document.until(({ revision }) => revision === 2)
  const revisions: unknown[] = []
  const answered = () => void revisions.push(document.progress?.revision)
  await Promise.all([
    document.ask('summary', { isWhole: false }).then(answered),
    document.ask('flame', wholeFlame).then(answered),
    document.rows('methods').then(answered),
  ])
  expect(new Set(revisions).size).toBe(1)
})

test('a part of a large file ends at its length or after a while, later where answers took long, and with the file where little is left', async () => {
  let nowMs = 1000
  const ends: boolean[][] = []
  const sizes = [60, 300, 1000]
  const trace = { header: {}, readByteCount: 10 }
  const reading = {
    trace,
    isAtEnd: false,
    get isOver() {
      return ends.length === 3
    },
    readOn: (isEnough: (readBytes: number, totalBytes: number) => boolean) => {
      const at = (afterMs: number, readBytes: number): boolean => {
        nowMs += afterMs
        const is = isEnough(readBytes, 1000)
        nowMs -= afterMs
        return is
      }
      ends.push([at(400, 100), at(600, 100), at(600, 900), at(6000, 100), at(0, 250), at(0, 900)])
      trace.readByteCount = sizes[ends.length - 1]!
      return Promise.resolve(ok(1))
    },
    end: () => undefined,
  } as unknown as TraceFileReading
  await new Promise<void>((resolve) => {
    const growth = new TraceGrowth(reading, {
      symbolsPath: path.join(folder, 'none'),
      readSymbols: () => Promise.resolve(false),
      firstBytes: 200,
      now: () => nowMs,
      whenServed: () => {
        nowMs += 1000
        return Promise.resolve()
      },
      onGrown: ({ isOver }) => isOver && resolve(),
    })
    void growth.begin()
  })
  expect(ends).toEqual([
    [false, true, false, true, true, false],
    // Four times as long as the part before, 60 and 300.
    [false, false, false, true, true, false],
    [false, false, false, true, false, false],
  ])
})

test('more of a large file is read as soon as a person has seen its beginning, once', async () => {
  vi.useFakeTimers()
  try {
    let readCount = 0
    const reading = {
      trace: { header: {}, readByteCount: 10 },
      isAtEnd: false,
      isOver: false,
      readOn: () => Promise.resolve(ok(++readCount)),
      end: () => undefined,
    } as unknown as TraceFileReading
    let onShown: (() => void) | undefined
    using growth = new TraceGrowth(reading, {
      symbolsPath: path.join(folder, 'none'),
      readSymbols: () => Promise.resolve(false),
      firstBytes: 200,
      whenServed: () => new Promise((resolve) => readCount < 2 && resolve()),
      whenShown: () => new Promise((resolve) => (onShown = resolve)),
      onGrown: () => undefined,
    })
    await growth.begin()
    await vi.advanceTimersByTimeAsync(100)
    expect(readCount).toBe(1)
    onShown?.()
    await vi.advanceTimersByTimeAsync(1)
    expect(readCount).toBe(2)
    await vi.advanceTimersByTimeAsync(1000)
    expect(readCount).toBe(2)
  } finally {
    vi.useRealTimers()
  }
})

test('a summary that is asked for twice about the same part is made once', async () => {
  const file = path.join(folder, 'twice.nettrace')
  writeFileSync(file, recorded(3, true))
  using document = new GrowingDocument(file, false)
  const first = await document.ask('summary', { isWhole: false })
  expect(await document.ask('summary', { isWhole: false })).toBe(first)
})

test('a timeline that is asked for once more while it waits is answered', async () => {
  const file = path.join(folder, 'again.nettrace')
  writeFileSync(file, recorded(3, true))
  using document = new GrowingDocument(file, false)
  const asked = [wholeTimeline, { ...wholeTimeline, binCount: 10 }, wholeTimeline].map((request) =>
    document.outcome('timeline', request),
  )
  expect((await Promise.all(asked)).map(({ ok: isAnswered }) => isAnswered)).toEqual([true, false, true])
})

test('a large file that isn’t a trace is rejected like a small one', async () => {
  const file = path.join(folder, 'large.txt')
  writeFileSync(file, 'no trace\n'.repeat(100_000))
  using document = new GrowingDocument(file, false, 1)
  expect(await document.outcome('summary', { isWhole: false })).toMatchObject({ ok: false })
})

test('a file whose writer stopped before its end is read as far as it goes, and a function keeps its number', async () => {
  const bytes = recorded(6, true)
  const file = path.join(folder, 'cut.nettrace')
  const half = Math.floor(bytes.length * 0.6)
  writeFileSync(file, bytes.subarray(0, half))
  using growing = new GrowingDocument(file, true)
  const before = await growing.ask('tree', { selection: wholeTrace, view: 'callers', frame: null, path: [] })
  const revisionBefore = growing.progress?.revision ?? 0
  appendFileSync(file, bytes.subarray(half, bytes.length - 200))
  await growing.until(({ revision }) => revision > revisionBefore)
  const after = await growing.ask('tree', { selection: wholeTrace, view: 'callers', frame: null, path: [] })
  const methodNow = new Map(after.rows.map(({ functionNumber, method }) => [functionNumber, method]))
  const changed = before.rows.filter(
    ({ functionNumber, method }) => (methodNow.get(functionNumber) ?? method) !== method,
  )
  expect(changed).toEqual([])
  growing.engine.finish()
  await growing.until(({ isGrowing }) => !isGrowing)
  expect(await growing.ask('summary', { isWhole: false })).toMatchObject({ isComplete: false })
})

test('symbols beside the file name its frames', async () => {
  const file = path.join(folder, 'named.nettrace')
  const unnamed = recorded(2, false)
  // Without its end.
  writeFileSync(file, unnamed.subarray(0, unnamed.length - 200))
  using growing = new GrowingDocument(file, true)
  expect((await growing.rows('methods')).map((row) => row[0])).toEqual(['Unresolved code'])
  const before = growing.progress?.revision ?? 0
  writeFileSync(`${file}.part`, recorded(2, true))
  renameSync(`${file}.part`, `${file}.symbols.nettrace`)
  await growing.until(({ revision }) => revision > before)
  const names = (await growing.rows('methods')).map((row) => row[0])
  expect(names).toContain('Orders.Step3')
  expect(names).not.toContain('Unresolved code')
})

test('a file that never gets a header isn’t a trace once its writer has stopped', async () => {
  const file = path.join(folder, 'empty.nettrace')
  writeFileSync(file, '')
  using growing = new GrowingDocument(file, true)
  const asked = growing.outcome('summary', { isWhole: false })
  growing.engine.finish()
  expect(await asked).toMatchObject({ ok: false, error: { kind: 'malformed' } })
})

test('a look at a file that is written as fast as it is read ends after a while, later where answers took long', async () => {
  let nowMs = 1000
  const ends: boolean[][] = []
  const reading = {
    trace: { header: {}, readByteCount: 1 },
    isOver: false,
    isAtEnd: false,
    readOn: (isEnough: () => boolean) => {
      const at = (afterMs: number): boolean => {
        nowMs += afterMs
        const is = isEnough()
        nowMs -= afterMs
        return is
      }
      ends.push([at(0), at(200), at(300), at(1900), at(2100), at(3100)])
      return Promise.resolve(ok(1))
    },
    end: () => undefined,
  } as unknown as TraceFileReading
  await new Promise<void>((resolve) => {
    const growth = new TraceGrowth(reading, {
      symbolsPath: path.join(folder, 'none'),
      readSymbols: () => Promise.resolve(false),
      now: () => nowMs,
      whenServed: () => {
        nowMs += ends.length === 1 ? 1000 : 60_000
        return Promise.resolve()
      },
      onGrown: ({ isOver }) => {
        expect(isOver).toBe(false)
        if (ends.length < 3) return
        growth.dispose()
        resolve()
      },
    })
    void growth.begin()
  })
  expect(ends).toEqual([
    [false, false, true, true, true, true],
    [false, false, false, false, true, true],
    [false, false, false, false, false, true],
  ])
})

test('a file that can’t be read any further is over for that reason, whatever is beside it', async () => {
  const error = { kind: 'io', operation: 'read', path: '/srv/app/a.nettrace', code: 'EIO' } as const
  const answers = [ok(1), err(error)]
  const reading = {
    trace: { header: {}, readByteCount: 1 },
    isOver: false,
    isAtEnd: false,
    readOn: () => Promise.resolve(answers.shift() ?? err(error)),
    end: () => undefined,
  } as unknown as TraceFileReading
  const grown = await new Promise<GrownTrace>((resolve) => {
    const growth = new TraceGrowth(reading, {
      // A question that the system refuses.
      symbolsPath: path.join(folder, 'a'.repeat(5000)),
      readSymbols: () => Promise.resolve(true),
      whenServed: () => Promise.resolve(),
      onGrown: resolve,
    })
    void growth.begin()
  })
  expect(grown).toEqual({ isOver: true, hasSymbols: false, error })
})
