import {
  existsSync,
  linkSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  copyFileSync,
  mkdirSync,
  renameSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { AppError } from '../../../shared/base/errors.ts'
import type { Result } from '../../../shared/base/result.ts'
import { everything, type SavedPart } from '../../../shared/model/trace/trace-trim.ts'
import { startSmallStream } from '../../nettrace/testing/small-stream.ts'
import { wholeTrace } from '../../../shared/model/trace/trace-selection.ts'
import type { TraceTableName, TraceTableQuestion } from '../../../shared/model/trace/trace-tables.ts'
import { TraceDocumentEngine } from './trace-document-engine.ts'
import type { TraceJob, TraceQueries, TraceQuery, TraceQueryName } from './trace-document-protocol.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'pipescope-trace-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const fixture = (name: string): string => path.join(import.meta.dirname, '../../../fixtures/nettrace', name)

const ask = (table: TraceTableName, search = ''): TraceTableQuestion => ({
  table,
  selection: wholeTrace,
  sortBy: null,
  isDescending: false,
  search,
})

const counterPage = (search: string, fromRow: number): TraceQuery => ({
  name: 'table',
  request: { question: ask('counters', search), fromRow, rowCount: 1 },
})

class Document {
  readonly engine: TraceDocumentEngine

  constructor(file: string) {
    this.engine = new TraceDocumentEngine({ path: file }, () => undefined)
  }

  async outcome<Name extends TraceQueryName>(name: Name, request: TraceQueries[Name]['asks']) {
    return await this.engine.answer({ name, request } as TraceQuery)
  }

  async ask<Name extends TraceQueryName>(
    name: Name,
    request: TraceQueries[Name]['asks'],
  ): Promise<TraceQueries[Name]['gets']> {
    const outcome = await this.outcome(name, request)
    if (!outcome.ok) throw new Error(JSON.stringify(outcome.error))
    return outcome.value as TraceQueries[Name]['gets']
  }
}

test('a recording says what it is of and what is in it', async () => {
  const document = new Document(fixture('net10-counters.nettrace'))
  const summary = await document.ask('summary', { isWhole: false })
  expect(summary.format).toEqual({ container: 'nettrace', major: 4, minor: 0, objectVersion: 4 })
  expect(summary.target).toMatchObject({
    pointerBytes: 8,
    processorCount: 2,
    architecture: 'x64',
    operatingSystem: 'Linux',
  })
  expect(summary.isComplete).toBe(true)
  expect(summary.damage).toEqual([])
  const eventsOf = async (table: TraceTableName, column: number): Promise<number> => {
    const { rows } = await document.ask('table', { question: ask(table), fromRow: 0, rowCount: 1000 })
    return rows.reduce((sum, row) => sum + Number(row[column]), 0)
  }
  const ofProviders = summary.providers.reduce((sum, { eventCount }) => sum + eventCount, 0)
  const sums = [ofProviders, await eventsOf('event-types', 4), await eventsOf('threads', 2)]
  expect(sums).toEqual([summary.eventCount, summary.eventCount, summary.eventCount])
  const events = await document.ask('table', { question: ask('events'), fromRow: 0, rowCount: 1 })
  expect([events.allRowCount, summary.rowCounts.events]).toEqual([summary.eventCount, summary.eventCount])
  const counters = await document.ask('table', { question: ask('counters'), fromRow: 0, rowCount: 1000 })
  expect(counters.rowCount).toBe(summary.rowCounts.counters)
  expect(new Set(counters.rows.map((row) => row[2]))).toEqual(new Set(['mean', 'increment']))
  for (const row of counters.rows) {
    const [least, most, last] = row.slice(5).map(Number)
    expect(least! <= last! && last! <= most!).toBe(true)
  }
})

test('a question about a table cancels the older ones that wait, but not other pages of the same', async () => {
  const engine = new TraceDocumentEngine({ path: fixture('net10-counters.nettrace') }, () => undefined)
  const pages = [counterPage('c', 0), counterPage('cp', 0), counterPage('cpu', 0), counterPage('cpu', 1)]
  const outcomes = await Promise.all(pages.map((page) => engine.answer(page)))
  expect(outcomes.map(({ ok }) => ok)).toEqual([false, false, true, true])
  engine.close()
})

test('a truncated file is read up to the cut, and its repaired copy is complete', async () => {
  const cut = path.join(folder, 'cut.nettrace')
  const bytes = readFileSync(fixture('net10-meters.nettrace'))
  writeFileSync(cut, bytes.subarray(0, bytes.length - 700))
  const document = new Document(cut)
  const summary = await document.ask('summary', { isWhole: false })
  expect(summary.isComplete).toBe(false)
  expect(summary.eventCount).toBeGreaterThan(10)
  const target = path.join(folder, 'whole.nettrace')
  const repaired = await document.ask('repair', { path: target })
  expect(repaired.eventCount).toBe(summary.eventCount)
  expect(await new Document(target).ask('summary', { isWhole: false })).toMatchObject({
    isComplete: true,
    eventCount: summary.eventCount,
  })
  expect(await document.outcome('repair', { path: cut })).toMatchObject({
    ok: false,
    error: { kind: 'io', code: 'EEXIST' },
  })
})

const trimJob = (target: string): TraceJob => ({
  name: 'trim',
  request: { order: { selection: everything, redaction: null }, path: target },
})

test('a part is saved whole, over what the person agreed to replace, and opens', async () => {
  const target = path.join(folder, 'part.nettrace')
  writeFileSync(target, 'old')
  const document = new TraceDocumentEngine({ path: fixture('net10-counters.nettrace') }, () => undefined)
  const saved = (await document.trim(trimJob(target), unwatched())) as Result<SavedPart, AppError>
  if (!saved.ok) throw new Error(JSON.stringify(saved.error))
  const { file, eventCount } = saved.value
  expect(file).toEqual({ path: target, sizeBytes: readFileSync(target).length, eventCount })
  expect(await new Document(target).ask('summary', { isWhole: false })).toMatchObject({ isComplete: true, eventCount })
  expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([])
  const counted = await document.trim(
    { name: 'trim-counts', request: { order: { selection: everything, redaction: null } } },
    unwatched(),
  )
  expect(counted).toMatchObject({ ok: true, value: { eventCount } })
})

test('a recording isn’t overwritten by its part, not even through a link', async () => {
  const source = path.join(folder, 'source.nettrace')
  const [soft, hard] = [path.join(folder, 'soft.nettrace'), path.join(folder, 'hard.nettrace')]
  const bytes = readFileSync(fixture('net10-counters.nettrace'))
  writeFileSync(source, bytes)
  symlinkSync(source, soft)
  linkSync(source, hard)
  const document = new TraceDocumentEngine({ path: source }, () => undefined)
  for (const target of [source, soft, hard])
    expect(await document.trim(trimJob(target), unwatched())).toMatchObject({ ok: false, error: { code: 'EEXIST' } })
  expect(readFileSync(source)).toEqual(bytes)
  expect(lstatSync(soft).isSymbolicLink()).toBe(true)
})

test('an abandoned part leaves nothing, and the document keeps answering', async () => {
  const source = path.join(folder, 'large.nettrace')
  writeFileSync(source, largeRecording())
  const target = path.join(folder, 'given-up.nettrace')
  const document = new Document(source)
  const { eventCount } = await document.ask('summary', { isWhole: false })
  const abort = new AbortController()
  const engine = new TraceDocumentEngine({ path: source }, () => undefined)
  const given = engine.trim(trimJob(target), { signal: abort.signal, progress: () => abort.abort() })
  expect(await given).toEqual({ ok: false, error: { kind: 'cancelled' } })
  expect(readdirSync(folder).filter((name) => name.startsWith('given-up'))).toEqual([])
  expect(await engine.answer({ name: 'summary', request: { isWhole: false } })).toMatchObject({
    ok: true,
    value: { eventCount },
  })
})

const unwatched = () => ({ signal: new AbortController().signal, progress: () => undefined })

/** Enough work for several pauses. */
function largeRecording(): Uint8Array {
  const { writer, metadataId, written } = startSmallStream()
  const payload = new Uint8Array(8)
  for (let timestamp = 0; timestamp < 200_000; timestamp++)
    writer.addEvent({ metadataId, timestamp, thread: 1, payload })
  writer.end(200_000)
  return written()
}

test('a file that isn’t a trace is rejected with the position and what was found there', async () => {
  const file = path.join(folder, 'text.nettrace')
  writeFileSync(file, 'Nettrace? no.')
  expect(await new Document(file).outcome('summary', { isWhole: false })).toMatchObject({
    ok: false,
    error: { kind: 'malformed', what: file, offset: 8 },
  })
  const nothing = path.join(folder, 'nothing')
  expect(await new Document(nothing).outcome('summary', { isWhole: false })).toMatchObject({
    ok: false,
    error: { code: 'ENOENT' },
  })
})

test('tables are written as CSV, completely or not at all', async () => {
  const document = new Document(fixture('net10-counters.nettrace'))
  const target = path.join(folder, 'types.csv')
  const { sizeBytes } = await document.ask('export', { kind: 'types-csv', selection: wholeTrace, path: target })
  const lines = readFileSync(target, 'utf8').trimEnd().split('\r\n')
  expect(lines[0]).toBe('provider,id,version,name,raw_name,events,payload_bytes,events_with_stack')
  expect(lines.length - 1).toBe((await document.ask('summary', { isWhole: false })).rowCounts['event-types'])
  expect(readFileSync(target).length).toBe(sizeBytes)
  const nowhere = path.join(folder, 'no/such/folder.csv')
  const refused = await document.outcome('export', { kind: 'gc-csv', selection: wholeTrace, path: nowhere })
  expect(refused).toMatchObject({ ok: false, error: { kind: 'io', code: 'ENOENT' } })
})

test('an export that can’t take its name leaves nothing beside it, and what others put beside it stays', async () => {
  const document = new Document(fixture('net10-counters.nettrace'))
  const taken = path.join(folder, 'taken.csv')
  mkdirSync(path.join(taken, 'not-empty'), { recursive: true })
  writeFileSync(`${taken}.part`, 'theirs')
  const before = readdirSync(folder)
  const refused = await document.outcome('export', { kind: 'types-csv', selection: wholeTrace, path: taken })
  expect(refused).toMatchObject({ ok: false, error: { kind: 'io', path: taken } })
  expect(readdirSync(folder)).toEqual(before)
  expect(readFileSync(`${taken}.part`, 'utf8')).toBe('theirs')
})

test('nothing is exported over the recording itself', async () => {
  const recording = path.join(folder, 'own.nettrace')
  copyFileSync(fixture('net10-counters.nettrace'), recording)
  const asked = { kind: 'types-csv', selection: wholeTrace, path: recording } as const
  expect(await new Document(recording).outcome('export', asked)).toMatchObject({ ok: false, error: { code: 'EEXIST' } })
  expect(readFileSync(recording)).toEqual(readFileSync(fixture('net10-counters.nettrace')))
})

test('a part that takes the place of a recording doesn’t take over its marks and symbols', async () => {
  const target = path.join(folder, 'replaced.nettrace')
  const beside = [`${target}.sidecar.jsonl`, `${target}.symbols.nettrace`]
  for (const file of [target, ...beside]) writeFileSync(file, 'of another recording')
  const document = new TraceDocumentEngine({ path: fixture('net10-counters.nettrace') }, () => undefined)
  expect(await document.trim(trimJob(target), unwatched())).toMatchObject({ ok: true })
  expect(beside.map((file) => existsSync(file))).toEqual([false, false])
})

test('fields are those of the file that was opened, also when another one has its name by now', async () => {
  const opened = path.join(folder, 'opened.nettrace')
  copyFileSync(fixture('net10-counters.nettrace'), opened)
  const document = new Document(opened)
  await document.ask('summary', { isWhole: false })
  copyFileSync(fixture('net10-meters.nettrace'), `${opened}.new`)
  renameSync(`${opened}.new`, opened)
  const original = new Document(fixture('net10-counters.nettrace'))
  const asked = { question: ask('events', 'eventcounters'), at: { place: 3 } }
  expect(await document.ask('event', asked)).toEqual(await original.ask('event', asked))
  const part = path.join(folder, 'part-of-another.nettrace')
  expect(await document.engine.trim(trimJob(part), unwatched())).toMatchObject({
    ok: false,
    error: { code: 'REPLACED' },
  })
  expect(existsSync(part)).toBe(false)
})

test('every event can be read with its fields, in order of time', async () => {
  const document = new Document(fixture('net10-counters.nettrace'))
  const { eventCount } = await document.ask('summary', { isWhole: false })
  const first = await document.ask('table', { question: ask('events'), fromRow: 0, rowCount: 100_000 })
  expect(first).toMatchObject({ allRowCount: eventCount, rowCount: eventCount })
  const times = first.rows.map(([time]) => Number(time))
  expect(times).toEqual(times.toSorted((a, b) => a - b))
  const counters = await document.ask('table', { question: ask('events', 'eventcounters'), fromRow: 0, rowCount: 1 })
  expect(counters.rows[0]?.[1]).toBe('EventCounters')
  expect(counters.rows[0]?.[3]).toMatch(/Payload=.*Name/)
  const [fromMs, toMs] = [times[10]!, times[20]!]
  const selection = { ...wholeTrace, range: { fromMs, toMs } }
  const part = await document.ask('table', { question: { ...ask('events'), selection }, fromRow: 0, rowCount: 1 })
  expect(part.rowCount).toBe(times.filter((time) => time >= fromMs && time < toMs).length)
})
