import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { wholeTrace } from '../../../shared/model/trace/trace-selection.ts'
import type { TraceExportKind } from '../../../shared/model/trace/trace.ts'
import type { TraceTableName } from '../../../shared/model/trace/trace-tables.ts'
import { TraceDocumentEngine } from './trace-document-engine.ts'
import type { TraceQueries, TraceQuery, TraceQueryName } from './trace-document-protocol.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'pipescope-import-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function open(name: string, content: string | Uint8Array) {
  const file = path.join(folder, name)
  writeFileSync(file, content)
  const engine = new TraceDocumentEngine({ path: file }, () => undefined)
  const outcome = <Name extends TraceQueryName>(query: Name, request: TraceQueries[Name]['asks']) =>
    engine.answer({ name: query, request } as TraceQuery)
  const ask = async <Name extends TraceQueryName>(query: Name, request: TraceQueries[Name]['asks']) => {
    const found = await outcome(query, request)
    if (!found.ok) throw new Error(JSON.stringify(found.error))
    return found.value as TraceQueries[Name]['gets']
  }
  const rows = async (table: TraceTableName) => {
    const question = { table, selection: wholeTrace, sortBy: null, isDescending: false, search: '' }
    return (await ask('table', { question, fromRow: 0, rowCount: 100 })).rows
  }
  return { outcome, ask, rows }
}

const folded = 'App!Shop.Program.Main();App!Shop.Orders.Place(int32) 30\nApp!Shop.Program.Main() 12\n'
const evented = {
  $schema: 'https://www.speedscope.app/file-format-schema.json',
  exporter: 'other 1.2',
  shared: { frames: [{ name: 'main' }, { name: 'work' }] },
  profiles: [
    {
      type: 'evented',
      name: 'Thread 7 worker',
      unit: 'milliseconds',
      startValue: 1000,
      endValue: 1600,
      events: [
        { type: 'O', frame: 0, at: 1000 },
        { type: 'O', frame: 1, at: 1100 },
        { type: 'C', frame: 1, at: 1400 },
        { type: 'C', frame: 0, at: 1500 },
      ],
    },
  ],
}

test('folded stacks, packed or not and whatever their name, are a document of stacks', async () => {
  for (const [name, content] of [
    ['stacks.txt', folded],
    ['no-extension', gzipSync(folded)],
  ] as const) {
    const { ask, rows } = open(name, content)
    expect(await ask('summary', { isWhole: false })).toMatchObject({
      imported: { format: 'folded', unit: 'unstated', hasTimes: false, hasStart: false, notes: [] },
      eventCount: 0,
      samples: { running: 0, waiting: 0, unknown: 2 },
    })
    const flame = await ask('flame', {
      selection: wholeTrace,
      stretch: { path: [], from: 0, to: 1 },
      widthPx: 1000,
      search: '',
    })
    expect(flame.sampleCount).toBe(42)
    expect(flame.functions.map(({ name: shown, module }) => [shown, module])).toEqual([
      ['', ''],
      ['Program.Main', 'App'],
      ['Orders.Place', 'App'],
    ])
    expect((await rows('methods')).map((row) => row.slice(0, 5))).toMatchObject([
      expect.arrayContaining(['App', 30, 30]),
      expect.arrayContaining(['App', 12, 42]),
    ])
    expect(await ask('findings', { selection: wholeTrace })).toEqual({ findings: [], notJudged: [], passed: [] })
  }
})

const originsOf = async (name: string, content: string) => {
  const { ask } = open(name, content)
  const stretch = { path: [], from: 0, to: 1 }
  const { functions } = await ask('flame', { selection: wholeTrace, stretch, widthPx: 1000, search: '' })
  const { imported } = await ask('summary', { isWhole: false })
  return [imported?.hasDotNet, ...functions.slice(1).map(({ name: shown, origin }) => `${shown} ${origin}`)]
}

test('in a file without .NET frames no code is attributed to a library', async () => {
  expect(await originsOf('js.txt', 'main;(anonymous) 3\n')).toEqual([false, 'main own', '(anonymous) own'])
  expect(
    await originsOf('net.txt', 'Threads;System.Private.CoreLib.il!System.Threading.Thread.Sleep(int32) 3\n'),
  ).toEqual([true, 'Threads base', 'Thread.Sleep base'])
})

test('calls with times have a stack chart, a range and threads', async () => {
  const { ask, rows } = open('a.json', JSON.stringify(evented))
  const summary = await ask('summary', { isWhole: false })
  expect(summary).toMatchObject({
    imported: { format: 'speedscope', tool: 'other 1.2', unit: 'ms', hasTimes: true },
    firstEventMs: 0,
    lastEventMs: 500,
  })
  const question = { selection: wholeTrace, thread: null, from: 0, to: null, widthPx: 1000 }
  const chart = await ask('stack-chart', question)
  const boxes = Array.from(chart.start, (start, box) => [
    chart.functions[chart.function[box]!]!.name,
    start,
    chart.width[box],
  ])
  expect(boxes.slice(1)).toEqual([
    ['main', 0, 500_000],
    ['work', 100_000, 300_000],
  ])
  expect(chart.threads).toMatchObject([{ id: 7, name: 'worker' }])
  const part = { ...wholeTrace, range: { fromMs: 0, toMs: 100 } }
  const side = await ask('compare-side', { selection: part })
  expect(side).toMatchObject({ sampleCount: 100 })
  expect((await rows('threads')).map((row) => row.slice(0, 2))).toEqual([[7, 'worker']])
})

test('adjacent calls are one call, despite rounding of their times', async () => {
  const frames = [{ name: 'main' }, { name: 'work' }]
  const weights = Array.from({ length: 200 }, (_, index) => 0.1 + (index % 7) / 30)
  const profile = { type: 'sampled', name: 'a', unit: 'seconds', startValue: 1234.5678, endValue: 0, weights }
  const samples = weights.map((_, index) => (index % 2 === 0 ? [0] : [0, 1]))
  const { ask } = open('fractions.json', JSON.stringify({ shared: { frames }, profiles: [{ ...profile, samples }] }))
  const chart = await ask('stack-chart', { selection: wholeTrace, thread: null, from: 0, to: null, widthPx: 1000 })
  const names = Array.from(chart.function, (of) => chart.functions[of]!.name)
  expect(names.filter((name) => name === 'main')).toHaveLength(1)
  expect(names.filter((name) => name === 'work')).toHaveLength(100)
})

test('a call crossing the ends of a range counts for the part inside', async () => {
  const { ask } = open('range.json', JSON.stringify(evented))
  const selection = { ...wholeTrace, range: { fromMs: 50, toMs: 200 } }
  expect(await ask('compare-side', { selection })).toMatchObject({ sampleCount: 150, unit: 'ms', intervalMs: 1 })
  const facts = await ask('frame', { selection, frame: { method: 'main', module: '' } })
  expect(facts).toMatchObject({ total: 150, self: 50, code: [], modulePath: '' })
  expect(facts.when.samples.every((count) => count > 0)).toBe(true)
  const target = path.join(folder, 'range.speedscope.json')
  await ask('export', { kind: 'speedscope', selection, path: target })
  const again = await open('range-again.json', readFileSync(target)).ask('compare-side', { selection: wholeTrace })
  expect([again.sampleCount, ...again.self]).toEqual([150, 50, 100])
})

test('what is exported of it and opened again has the same sums', async () => {
  for (const [name, content, kinds] of [
    ['again.folded', folded, { folded: 'unstated', speedscope: 'unstated', pprof: 'count' }],
    [
      'again.json',
      JSON.stringify(evented),
      { folded: 'unstated', speedscope: 'ms', pprof: 'ms', 'chromium-trace': 'ms' },
    ],
  ] as const) {
    const first = open(name, content)
    const sums = await first.rows('methods')
    for (const [kind, unit] of Object.entries(kinds) as [TraceExportKind, string][]) {
      const target = path.join(folder, `${name}.${kind}`)
      await first.ask('export', { kind, selection: wholeTrace, path: target })
      const again = open(`${name}.${kind}.copy`, readFileSync(target))
      expect((await again.ask('summary', { isWhole: false })).imported).toMatchObject({ unit, hasStart: false })
      const [weight, method] = [(row: readonly unknown[]) => row.filter((cell) => typeof cell === 'number'), 0]
      expect((await again.rows('methods')).map((row) => [row[method], ...weight(row)])).toEqual(
        sums.map((row) => [row[method], ...weight(row)]),
      )
    }
  }
})

test('damage has a position; what would unpack past the limit is rejected before unpacking', async () => {
  const cut = await open('cut.json', JSON.stringify(evented).slice(0, -30)).outcome('summary', { isWhole: false })
  expect(cut).toMatchObject({
    ok: false,
    error: { kind: 'malformed', what: 'speedscope file', place: expect.stringMatching(/^line 1, profiles/) },
  })
  const member = gzipSync('Main;Work 1234567\n'.repeat(2 ** 20))
  const bomb = Buffer.concat(Array.from({ length: 30 }, () => member))
  expect(await open('bomb.gz', bomb).outcome('summary', { isWhole: false })).toEqual({
    ok: false,
    error: { kind: 'import-too-large', what: 'bytes', limit: 2 ** 29 },
  })
  const packed = gzipSync(folded.repeat(1))
  const notes = (await open('cut.gz', packed.subarray(0, -9)).ask('summary', { isWhole: false })).imported?.notes
  expect(notes?.map(({ kind }) => kind)).toEqual(['cut-off'])
  const damaged = packed.slice()
  damaged.fill(0xff, 12, 20)
  expect(await open('damaged.gz', damaged).outcome('summary', { isWhole: false })).toMatchObject({
    ok: false,
    error: { kind: 'malformed', what: 'gzip file' },
  })
  expect(await open('other.gz', gzipSync('a picture')).outcome('summary', { isWhole: false })).toMatchObject({
    ok: false,
    error: { kind: 'malformed', expected: 'the head of a trace', found: '0x1f' },
  })
})
