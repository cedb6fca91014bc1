import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { CounterStream, fileTime, testSyncUnixMs } from '../../events/testing/counter-stream.ts'
import type { ExportFormat } from './live-protocol.ts'
import { EngineHarness } from '../testing/engine-harness.ts'
import { pause } from '../../os/pause.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'live-export-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const harnesses: EngineHarness[] = []
afterEach(() => {
  for (const harness of harnesses.splice(0)) harness.engine.dispose()
})

function start(intervalMs: number): EngineHarness {
  const harness = new EngineHarness(intervalMs)
  harnesses.push(harness)
  return harness
}

/** Two seconds of every kind of series, a collection, exceptions, and a name that a spreadsheet would run. */
function feed(harness: EngineHarness): void {
  const counters = new CounterStream()
  const meters = new CounterStream(1n)
  harness.begin({ sessionIndex: 0, role: 'counters' })
  harness.begin({ sessionIndex: 1, role: 'meters', meterSessionId: 'SHARED' })
  for (const second of [1, 2]) {
    const at = second * 1000
    counters.sum('S', at, 1000, 1.0625, { name: '=cmd|x', increment: 10.3 * second, units: 'req' })
    counters.mean('S', at + 0.2, 1000, 1, { name: 'cpu', mean: 12.25 * second, units: '%', metadata: 'host:a' })
    counters.mean('S', at + 0.3, 1000, 1, { name: 'time', mean: 3, count: 4 - second * 2, min: 1, max: 7 })
    const times = ['SHARED', fileTime(testSyncUnixMs + at - 1000), fileTime(testSyncUnixMs + at)]
    meters.metric(2, at + 300, times)
    meters.metric(7, at + 300, ['SHARED', 'M', '1', 'hits', 'Counter`1', '{hit}', 'Hits "quoted"', '', '', '', 1])
    meters.metric(4, at + 301, [
      'SHARED',
      'M',
      '1',
      'hits',
      '{hit}',
      'a=1,b=x,y',
      String(second / 3),
      String(second * 7),
      1,
    ])
    meters.metric(5, at + 301, ['SHARED', 'M', '1', 'level', '', '', '-0.125', 2])
    meters.metric(16, at + 301, ['SHARED', 'M', '1', 'queue', '', '', '1', String(second), 3])
    const quantiles = second === 1 ? '0.5=1.5;0.95=2.5;0.99=1E-07' : ''
    meters.metric(6, at + 301, ['SHARED', 'M', '1', 'size', 'By', '', quantiles, 5, 9.75, 4])
    meters.metric(3, at + 302, times)
  }
  counters.runtime(9, 2100, [1, 4])
  counters.runtime(1, 2101, [5, 2, 0, 0])
  counters.runtime(3, 2108.5, [0])
  counters.runtime(80, 2200, [0])
  counters.runtime(80, 2300, [0])
  counters.sum('S', 3000, 1000, 1, { name: '=cmd|x', increment: 0, units: 'req' })
  harness.push(counters.take(), 0)
  harness.push(meters.take(), 1)
}

async function exportAs(harness: EngineHarness, format: ExportFormat) {
  const file = path.join(folder, `out-${format}`)
  const range = { fromMs: testSyncUnixMs, toMs: testSyncUnixMs + 10_000 }
  const outcome = await harness.ask('export', {
    format,
    path: file,
    seriesIndexes: [],
    ...range,
    targetName: 'Shop',
    pid: 42,
  })
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.error))
  return { reply: outcome.value, text: await readFile(file, 'utf8'), file }
}

test('the long table has one row per sample, empty where nothing was measured, and no formula', async () => {
  const harness = start(1000)
  feed(harness)
  const { reply, text } = await exportAs(harness, 'csv-long')
  const rows = text.trimEnd().split('\r\n')
  expect(rows.length).toBe(reply.rowCount + 1)
  expect(reply.sizeBytes).toBe(Buffer.byteLength(text))
  expect(rows[0]).toBe('timestamp,unix_ms,source,provider,instrument,kind,tags,measure,unit,value')
  expect(rows).toContain(
    `2026-01-01T00:00:01.000Z,${testSyncUnixMs + 1000},event-counter,S,'=cmd|x,EventCounterSum,,total,req,10.3`,
  )
  expect(rows).toContain(
    `2026-01-01T00:00:01.300Z,${testSyncUnixMs + 1300},meter,M,hits,Counter,"a=1,b=x,y",total,{hit},7`,
  )
  expect(rows).toContain(`2026-01-01T00:00:02.300Z,${testSyncUnixMs + 2300},meter,M,size,Histogram,,p50,By,`)
  expect(await readdir(folder)).not.toContain(expect.stringContaining('.part'))
})

test('the wide table has one column per series and one row per publication', async () => {
  const harness = start(1000)
  feed(harness)
  const { text, reply } = await exportAs(harness, 'csv-wide')
  const rows = text.trimEnd().split('\r\n')
  expect(rows[0]).toContain('"M/hits{a=1,b=x,y} total ({hit})"')
  expect(reply.rowCount).toBe(3)
  expect(rows.map((row) => row.split(',')[0])).toEqual([
    'timestamp',
    '2026-01-01T00:00:01.000Z',
    '2026-01-01T00:00:02.000Z',
    '2026-01-01T00:00:03.000Z',
  ])
})

test('the JSON has the form of dotnet-counters with our own fields beside', async () => {
  const harness = start(1000)
  feed(harness)
  const mark = { id: 'm1', timeMs: testSyncUnixMs + 1500, label: 'deploy', origin: 'person' } as const
  harness.engine.receive({ kind: 'marks', marks: [mark], gaps: [] })
  const { text, reply } = await exportAs(harness, 'json')
  const parsed = JSON.parse(text)
  expect(parsed.TargetProcess).toBe('Shop')
  expect(parsed.Events.length).toBe(reply.rowCount)
  expect(parsed.Events).toContainEqual({
    timestamp: '2026-01-01 00:00:01.300Z',
    provider: 'M',
    name: 'size (By)',
    tags: 'Percentile=95',
    counterType: 'Metric',
    value: 2.5,
    unixMs: testSyncUnixMs + 1300,
    instrument: 'size',
    measure: 'p95',
    unit: 'By',
  })
  expect(parsed.pipescope.marks).toEqual([mark])
  expect(parsed.pipescope.lanes).toEqual([
    { kind: 'gc', unixMs: testSyncUnixMs + 2100, pauseMs: 8.5, generation: 2 },
    { kind: 'exceptions', unixMs: testSyncUnixMs + 2300, count: 2 },
  ])
})

function order(harness: EngineHarness): readonly string[] {
  return harness.samples.map(({ series, atMs, value }) => `${series} ${atMs} ${value}`).sort()
}

function instruments(harness: EngineHarness): readonly string[] {
  return [...harness.instruments.values()].map((one) => JSON.stringify({ ...one, index: 0 })).sort()
}

test('a .nettrace composed from samples opens again with the same series, values, times and lanes', async () => {
  const live = start(1000)
  feed(live)
  await pause(150)
  const { file } = await exportAs(live, 'nettrace')
  const opened = start(0)
  const outcome = await opened.ask('open-file', { path: file })
  expect(outcome).toMatchObject({ ok: true, value: { isComplete: true, lostEventCount: 0 } })
  await pause(150)
  expect(order(opened)).toEqual(order(live))
  expect(opened.lanes).toEqual(live.lanes)
  expect(instruments(opened)).toEqual(instruments(live))
})

test('a file cut in the middle gives what is before the cut and is not complete', async () => {
  const live = start(1000)
  feed(live)
  const { file } = await exportAs(live, 'nettrace')
  const bytes = await readFile(file)
  const cut = path.join(folder, 'cut.nettrace')
  await writeFile(cut, bytes.subarray(0, bytes.length - 200))
  const opened = start(0)
  const outcome = await opened.ask('open-file', { path: cut })
  const reply = outcome.ok ? outcome.value : null
  expect(reply).toMatchObject({ isComplete: false, firstSampleMs: testSyncUnixMs + 1000 })
  expect(reply!.sampleCount).toBeGreaterThan(20)
})

test('an export to a folder that is not there is an io error and leaves nothing', async () => {
  const harness = start(1000)
  feed(harness)
  const file = path.join(folder, 'none', 'out.csv')
  const range = { fromMs: 0, toMs: 1e15 }
  const outcome = await harness.ask('export', {
    format: 'csv-long',
    path: file,
    seriesIndexes: [],
    ...range,
    targetName: '',
    pid: null,
  })
  expect(outcome).toEqual({ ok: false, error: { kind: 'io', operation: 'write', path: file, code: 'ENOENT' } })
})
