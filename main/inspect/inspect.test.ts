import { gzipSync } from 'node:zlib'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { traceTables } from '../../shared/model/trace/trace-tables.ts'
import { gcDumpBytes } from '../heap/testing/gcdump-bytes.ts'
import { HeapStream } from '../heap/testing/heap-stream.ts'
import { plainFacts } from '../heap/testing/plain-facts.ts'
import { PlantedHeap } from '../heap/testing/planted-heap.ts'
import { inspect } from './inspect.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'pipescope-inspect-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const fixtures = path.join(import.meta.dirname, '../../fixtures/nettrace')
const counters = path.join(fixtures, 'net10-counters.nettrace')

let stdout = ''
let stderr = ''
beforeEach(() => {
  stdout = ''
  stderr = ''
})
const run = (...given: string[]): number => {
  const code = inspect(given, {
    stdout: (text) => {
      stdout += text
    },
    stderr: (text) => {
      stderr += text
    },
  })
  // Only dumps have to be waited for.
  if (typeof code !== 'number') throw new Error('not at once')
  return code
}
const json = (): Record<string, unknown> => JSON.parse(stdout) as Record<string, unknown>

test('a complete trace is one object of the documented form', () => {
  expect(run(counters, '--json')).toBe(0)
  const report = json()
  expect(Object.keys(report)).toEqual(['format', 'events', 'types', 'damage', 'complete'])
  expect(report['format']).toMatchObject({
    container: 'nettrace',
    major: 4,
    minor: 0,
    objectVersion: 4,
    pointerSize: 8,
    cpuCount: 2,
    sessionStartUtc: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    durationMs: 1888.657078,
  })
  expect([report['events'], report['damage'], report['complete']]).toEqual([{ total: 136, lost: 0 }, [], true])
  const types = report['types'] as readonly { provider: string; id: number; version: number; count: number }[]
  expect(Object.keys(types[0]!)).toEqual([
    'provider',
    'id',
    'version',
    'name',
    'rawName',
    'count',
    'payloadBytes',
    'stackCount',
  ])
  expect(types.reduce((sum, row) => sum + row.count, 0)).toBe(136)
  const keys = types.map((row) => `${row.provider} ${String(row.id).padStart(6)} ${row.version}`)
  expect(keys).toEqual(keys.toSorted())
  expect([stdout.endsWith('}\n'), stderr]).toEqual([true, ''])
})

test('every option adds its part', () => {
  expect(
    run(counters, '--json', '--top', '5', '--stacks', '--gc', '--exceptions', '--counters', '--events', 'none'),
  ).toBe(0)
  expect(json()).toMatchObject({
    methods: [],
    classes: { running: 0, waiting: 0, unknown: 0 },
    stacks: [],
    gc: expect.any(Array),
    exceptions: expect.any(Array),
    counters: expect.arrayContaining([expect.objectContaining({ kind: 'mean' })]),
    eventCount: 0,
    eventList: [],
  })
})

test('events are listed in the order of time with their fields, as many as asked for', () => {
  expect(run(counters, '--json', '--events', 'microsoft-dotnetcore-eventpipe/processinfo', '--max', '1')).toBe(0)
  const [event] = json()['eventList'] as readonly Record<string, unknown>[]
  expect(event).toMatchObject({
    name: 'ProcessInfo',
    fields: { OSInformation: 'Linux', ArchInformation: 'x64' },
    fault: null,
  })
  stdout = ''
  run(counters, '--json', '--events', 'Microsoft-Windows-DotNETRuntimeRundown/Method/DCStopVerbose')
  const report = json()
  const list = report['eventList'] as readonly { timeMs: number; name: string }[]
  expect(list.length).toBe(report['eventCount'])
  expect(list.map((entry) => entry.timeMs)).toEqual(list.map((entry) => entry.timeMs).toSorted((a, b) => a - b))
})

test('without --json it prints tables for people', () => {
  expect(run(counters, '--counters', '--gc')).toBe(0)
  expect(stdout).toContain('nettrace 4, 64-bit process')
  expect(stdout).toMatch(/136 events, 0 lost/)
  expect(stdout).toMatch(/\d+ series of counters and meters/)
})

test('a cut trace prints what was recovered and ends with 2', () => {
  const cut = path.join(folder, 'cut.nettrace')
  const bytes = readFileSync(counters)
  writeFileSync(cut, bytes.subarray(0, bytes.length - 500))
  expect(run(cut, '--json')).toBe(2)
  const report = json()
  expect(report['complete']).toBe(false)
  expect(report['damage']).toMatchObject([{ kind: 'truncated', offset: expect.any(Number) }])
  expect((report['events'] as { total: number }).total).toBeGreaterThan(50)
})

test('a repaired copy is complete and is not overwritten', () => {
  const cut = path.join(folder, 'cut2.nettrace')
  const whole = path.join(folder, 'whole.nettrace')
  writeFileSync(cut, readFileSync(counters).subarray(0, 9000))
  expect(run(cut, '--json', '--repair', whole)).toBe(2)
  const repaired = json()
  stdout = ''
  expect(run(whole, '--json')).toBe(0)
  expect(json()['events']).toEqual(repaired['events'])
  stdout = ''
  expect(run(cut, '--json', '--repair', whole)).toBe(1)
  expect(json()).toMatchObject({ error: { kind: 'io', message: expect.stringContaining('already exists') } })
})

test('a part is complete, has the events of its time and of names, and is not overwritten', () => {
  const part = path.join(folder, 'part.nettrace')
  expect(run(counters, '--json', '--trim', part, '--from-ms', '500', '--to-ms', '1500')).toBe(0)
  const { trimmed, events } = json() as { trimmed: Record<string, number>; events: { total: number } }
  expect(trimmed).toMatchObject({ path: part, lostCount: 0, sourceEventCount: events.total })
  expect(trimmed['selectedCount']).toBeGreaterThan(0)
  stdout = ''
  expect(run(part, '--json')).toBe(0)
  expect(json()['events']).toEqual({ total: trimmed['selectedCount']! + trimmed['nameCount']!, lost: 0 })
  stdout = ''
  expect(run(counters, '--json', '--trim', part)).toBe(1)
  expect(json()).toMatchObject({ error: { kind: 'io', message: expect.stringContaining('already exists') } })
})

test('secrets of a part are masked and counted, and are not in its bytes', () => {
  const part = path.join(folder, 'masked.nettrace')
  expect(
    run(counters, '--json', '--trim', part, '--redact', 'command-line', '--redact-regex', 'thrown on purpose'),
  ).toBe(0)
  const { trimmed } = json() as { trimmed: { redaction: { rules: { rule: string; count: number }[] } } }
  expect(trimmed.redaction.rules.map(({ rule }) => rule).sort()).toEqual(['command-line', 'own-1'])
  expect(readFileSync(counters).includes(Buffer.from('thrown on purpose', 'utf16le'))).toBe(true)
  expect(readFileSync(part).includes(Buffer.from('thrown on purpose', 'utf16le'))).toBe(false)
  stdout = ''
  expect(run(part)).toBe(0)
})

test('a part of a file that was cut is whole', () => {
  const [cut, part] = [path.join(folder, 'cut3.nettrace'), path.join(folder, 'part-of-cut.nettrace')]
  writeFileSync(cut, readFileSync(counters).subarray(0, 9000))
  expect(run(cut, '--json', '--trim', part)).toBe(2)
  const { events } = json()
  stdout = ''
  expect(run(part, '--json')).toBe(0)
  expect(json()['events']).toEqual(events)
})

test.each([
  [['--from-ms', '5'], '--from-ms needs --trim.'],
  [['--trim', 'x', '--from-ms', 'soon'], '--from-ms needs a number'],
  [['--trim', 'x', '--from-ms', '5', '--to-ms', '4'], 'must not be later'],
  [['--trim', 'x', '--threads', 'main'], '--threads needs ids'],
  [['--trim', 'x', '--redact', 'names'], '--redact takes all, '],
  [['--trim', 'x', '--redact-regex', '('], '--redact-regex: '],
  [['--redact-regex', 'x'], '--redact-regex needs --trim.'],
])('%j is a wrong command line', (options, sentence) => {
  expect(run(counters, ...options)).toBe(64)
  expect(stderr).toContain(sentence)
})

test('a file that isn’t a trace exits with 1 and says where and what, without a stack', () => {
  const text = path.join(folder, 'text')
  writeFileSync(text, 'hello')
  expect(run(text, '--json')).toBe(1)
  expect(json()).toEqual({ error: { kind: 'malformed', offset: 0, message: expect.any(String) } })
  stdout = ''
  expect(run(path.join(folder, 'nothing'), '--json')).toBe(1)
  expect(json()).toMatchObject({ error: { kind: 'io', offset: 0 } })
  stdout = ''
  writeFileSync(text, '')
  expect(run(text)).toBe(1)
  expect([stdout, stderr]).toEqual(['', expect.stringMatching(/^Not a readable trace: .*\n$/)])
})

test.each([
  [gzipSync(readFileSync(counters)), 'this is a gzip file; decompress it first'],
  [gzipSync(readFileSync(counters)).subarray(0, 40), 'this is a gzip file; decompress it first'],
  [Buffer.from('\x7fELF\x02\x01\x01'), 'this is an ELF file (a dump or a program), not a trace'],
])('a file of another kind is called by its name', (bytes, message) => {
  const file = path.join(folder, 'other')
  writeFileSync(file, bytes)
  expect(run(file, '--json')).toBe(1)
  expect(json()).toEqual({ error: { kind: 'malformed', offset: 0, message } })
})

test('a wrong command line shows the usage', () => {
  expect([run(), run('a', 'b'), run('a', '--top', 'x'), run('a', '--nonsense')]).toEqual([64, 64, 64, 64])
  expect(stderr).toContain('usage: npm run inspect -- FILE')
  expect(stdout).toBe('')
})

test('a table is one of the app, and the documented columns are its own', () => {
  const documented = readFileSync(path.join(import.meta.dirname, '../../docs/formats/inspect.md'), 'utf8')
  const columnsOf = (table: string): string =>
    documented
      .split('\n')
      .find((line) => line.startsWith(`| \`${table}\` `))
      ?.split('|')
      .at(-2)
      ?.trim() ?? ''
  const named = Object.keys(traceTables).map((table) => [table, columnsOf(table)])
  const known = Object.entries(traceTables).map(([table, columns]) => [
    table,
    columns.map(({ id }) => `\`${id}\``).join(', '),
  ])
  expect(named).toEqual(known)
  expect(run(counters, '--json', '--table', 'logs')).toBe(0)
  expect(json()).toMatchObject({ table: 'logs', rowCount: 0, rows: [] })
  expect(run(counters, '--table', 'nothing')).toBe(64)
})

test('findings are an array, and what could not be judged says which preset records it', () => {
  expect(run(counters, '--findings', '--json')).toBe(0)
  const report = json()
  expect(report['findings']).toEqual([])
  expect(report['notJudged']).toContainEqual({
    id: 'lock-convoy',
    missing: 'lock contention or sampled stacks',
    question: 'locks',
  })
  expect(run(counters, '--findings')).toBe(0)
  expect(stdout).toContain('0 findings in')
})

test('a missing request is null', () => {
  expect(run(counters, '--request', '0', '--json')).toBe(0)
  expect(json()['request']).toBeNull()
  expect(run(counters, '--request', 'x')).toBe(64)
  expect(run(counters, '--request', '0')).toBe(0)
  expect(stdout).toContain('There is no request 0.')
})

test('events are filtered in the language of the app; a fault is shown where it is', () => {
  expect(run(counters, '--table', 'events', '--filter', 'Interval', '--json')).toBe(0)
  expect(json()).toMatchObject({ table: 'events', rowCount: 0 })
  stdout = ''
  expect(
    run(
      counters,
      '--table',
      'events',
      '--filter',
      'event = EventCounters and (Name = sample-level or text ~ /increments?$/)',
      '--json',
    ),
  ).toBe(0)
  const rows = json()['rows'] as readonly { readonly event: string; readonly fields: string }[]
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.every(({ event, fields }) => event === 'EventCounters' && /sample-level|increment/i.test(fields))).toBe(
    true,
  )
  expect(run(counters, '--table', 'events', '--filter', 'thread = 5 ms')).toBe(64)
  expect(stderr).toContain('“thread” has no unit.\n  thread = 5 ms\n           ^^^^')
})

test('a profile of another tool is a document of stacks; what only a recording has is refused', () => {
  const file = path.join(folder, 'stacks.gz')
  writeFileSync(file, gzipSync('App!Shop.Main();App!Shop.Work() 30\nApp!Shop.Main() 12\n'))
  expect(run(file, '--json', '--top', '1')).toBe(0)
  expect(json()).toMatchObject({
    format: { container: 'folded', sessionStartUtc: null },
    events: { total: 0, lost: 0 },
    complete: true,
    imported: { format: 'folded', unit: 'unstated', hasTimes: false, hasDotNet: true },
    methods: [{ name: 'Shop.Work()', module: 'App', self: 30, total: 30 }],
  })
  stdout = ''
  expect(run(file, '--top', '2')).toBe(0)
  expect(stdout).toContain('folded stacks file\nstacks without times\nunit: not stated\n')
  expect(stdout).toContain('42 in total; the file does not state a unit')
  expect(run(file, '--gc')).toBe(1)
  expect(stderr).toContain('--gc needs a recording; this file holds only stacks')
})

test('a damaged profile of another tool says where', () => {
  const file = path.join(folder, 'damaged.json')
  writeFileSync(file, '{"shared":{"frames":[]},\n"profiles":[{"type":"evented","events":[{"type":"O"}]}]}')
  expect(run(file)).toBe(1)
  expect(stderr).toContain('line 2, profiles[0].events[0]')
})

function heapFile(stream: HeapStream): string {
  const file = path.join(folder, 'heap.nettrace')
  writeFileSync(file, stream.end())
  return file
}

const plantedWalk = (): HeapStream =>
  new HeapStream()
    .collectionStart()
    .statics({ to: 0x1000, field: 's_orders' })
    .objects(
      { address: 0x1000, type: 1, bytes: 80, references: [0x2000, 0x3000] },
      { address: 0x2000, type: 2, bytes: 24, references: [] },
      { address: 0x3000, type: 2, bytes: 24, references: [] },
      { address: 0x4000, type: 2, bytes: 24, references: [] },
    )
    .types(
      { id: 1, name: 'System.Collections.Generic.Dictionary`2[System.Int32,Order]', module: 7 },
      { id: 2, name: 'Order', module: 8 },
    )

test('--heap is types and roots of the heap in the file', () => {
  const file = heapFile(plantedWalk().collectionEnd().module(7, '/net/Core.dll').module(8, '/app/Shop.dll'))
  expect(run(file, '--heap', '--json')).toBe(0)
  const dictionary = 'System.Collections.Generic.Dictionary<int, Order>'
  expect(json()).toEqual({
    objects: 4,
    bytes: 152,
    references: 2,
    complete: true,
    gaps: [],
    unreachable: { objects: 1, bytes: 24 },
    types: [
      { name: dictionary, module: '/net/Core.dll', count: 1, shallowBytes: 80, retainedBytes: 128 },
      { name: 'Order', module: '/app/Shop.dll', count: 3, shallowBytes: 72, retainedBytes: 72 },
    ],
    roots: [{ kind: 'static', count: 1, bytes: 80 }],
    damage: [],
  })
  stdout = ''
  expect(run(file, '--heap', '--max', '1')).toBe(0)
  expect(stdout).toContain(dictionary)
  expect(stdout).not.toContain('Shop.dll')
})

test('--heap says what is missing, and 2 where the file is cut', () => {
  expect(run(heapFile(plantedWalk()), '--heap', '--json')).toBe(0)
  expect([json()['complete'], json()['gaps']]).toEqual([false, [{ kind: 'no-end' }]])
  stdout = ''
  const file = heapFile(plantedWalk().collectionEnd())
  writeFileSync(file, readFileSync(file).subarray(0, -1))
  expect(run(file, '--heap')).toBe(2)
  expect(stdout).toContain('4 objects, 152 bytes, 2 references')
})

test('a file without a heap is refused by --heap, and so is another question beside it', () => {
  expect(run(counters, '--heap', '--json')).toBe(1)
  expect(json()).toEqual({ error: { offset: 0, kind: 'no-heap', message: 'there is no heap graph in the file' } })
  expect(run(counters, '--heap', '--gc')).toBe(64)
  expect(stderr).toContain('--heap cannot be combined with --gc.')
})

test('--heap --findings adds what the checks find, and what they could not look at', () => {
  const orders = Array.from({ length: 30 }, (_, at) => ({
    address: 0x10_0000 + at * 0x10_0000,
    type: 2,
    bytes: 100_000,
    references: [],
  }))
  const walk = new HeapStream()
    .collectionStart()
    .statics({ to: 0x1000, field: 's_orders' })
    .objects({ address: 0x1000, type: 1, bytes: 80, references: orders.map(({ address }) => address) }, ...orders)
    .types({ id: 1, name: 'Shop.Cache' }, { id: 2, name: 'Shop.Order' })
    .collectionEnd()
  const file = heapFile(walk)
  expect(run(file, '--heap', '--findings', '--json')).toBe(0)
  expect(json()).toMatchObject({
    objects: 31,
    findings: [
      {
        id: 'single-owner',
        title: 'Shop.Cache holds 100% of the heap',
        confidence: 'high',
        evidence: [{ type: 'Shop.Cache', count: 30, root: 'static s_orders', retainedBytes: 3_000_080 }],
        nextStep: expect.stringContaining('Shop.Cache') as string,
      },
    ],
  })
  expect(json()['notJudged']).toContainEqual({
    id: 'duplicate-strings',
    missing: 'the text of strings',
    question: 'dump',
  })
  stdout = ''
  expect(run(file, '--heap', '--findings')).toBe(0)
  expect(stdout).toContain('Shop.Cache holds 100% of the heap (single-owner, high confidence)')
  expect(stdout).toContain('Equal strings: needs the text of strings; open a dump of the process')
})

test('--gcdump saves the heap, which reads as the same heap', () => {
  const file = heapFile(plantedWalk().collectionEnd().module(8, '/app/Shop.dll'))
  const saved = path.join(folder, 'heap.gcdump')
  expect(run(file, '--heap', '--json', '--gcdump', saved)).toBe(0)
  const { saved: written, ...report } = json()
  expect(written).toEqual({ path: saved, sizeBytes: readFileSync(saved).length })
  stdout = ''
  expect(run(saved, '--heap', '--json')).toBe(0)
  expect(json()).toEqual(report)
  // What is there is not overwritten, and only a heap can be saved so.
  expect(run(file, '--heap', '--gcdump', saved)).toBe(1)
  expect(stderr).toContain('already exists')
  expect(run(file, '--gcdump', saved)).toBe(64)
})

test('what is no object of the heap is not unreachable either, whatever bytes it has', () => {
  const heap = new PlantedHeap()
  const wrapper = heap.object('[CCW 0x10 for type Shop.Order]', 200)
  heap.root('ref-counted-handle', wrapper).refer(wrapper, heap.object('Shop.Order', 24))
  heap.object('[CCW 0x20 for type Shop.Order]', 200)
  heap.object('Shop.Order', 40)
  const file = path.join(folder, 'wrapped.gcdump')
  writeFileSync(file, gcDumpBytes({ graph: heap.graph(), facts: plainFacts }))
  expect(run(file, '--heap', '--json')).toBe(0)
  expect(json()).toMatchObject({ objects: 2, bytes: 64, unreachable: { objects: 1, bytes: 40 } })
})

test('a damaged .gcdump says where', () => {
  const file = heapFile(plantedWalk().collectionEnd())
  const saved = path.join(folder, 'cut.gcdump')
  run(file, '--heap', '--gcdump', saved)
  writeFileSync(saved, readFileSync(saved).subarray(0, 300))
  stdout = ''
  expect(run(saved, '--heap', '--json')).toBe(1)
  expect(json()['error']).toMatchObject({ kind: 'malformed', offset: expect.any(Number) })
})
