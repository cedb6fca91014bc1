import { array, assert, constantFrom, nat, property, tuple } from 'fast-check'
import { expect, test } from 'vitest'
import type { TraceStackChart, TraceStackChartQuestion } from '../../../shared/model/trace/trace-stack-chart.ts'
import { type TraceSelection, wholeTrace } from '../../../shared/model/trace/trace-selection.ts'
import { stepsOf } from '../../nettrace/work-steps.ts'
import { PlantedTrace } from '../findings/testing/planted-trace.ts'
import { TraceTables } from '../tables/trace-tables.ts'

const main = 'Shop!Shop.App.Main()'
const work = 'Shop!Shop.App.Work()'
const read = 'Shop!Shop.App.Read()'
const sort = 'System.Private.CoreLib!System.Array.Sort()'
const idle = 'System.Private.CoreLib!System.Threading.Gate.Wait()'

interface Asked extends Partial<Omit<TraceStackChartQuestion, 'selection'>> {
  readonly selection?: Partial<TraceSelection>
}

function ask(trace: PlantedTrace, { selection, ...question }: Asked = {}): TraceStackChart {
  const tables = new TraceTables(trace.parts, trace.feed.trace, trace.feed.read)
  const whole = { ...wholeTrace, ...selection }
  return tables.stackChart({ selection: whole, thread: null, from: 0, to: null, widthPx: 1200, ...question })
}

/** Rows of boxes, a character for each millisecond: the first letter of the method, then dots. */
function pictured({ depth, start, width, function: of, functions }: TraceStackChart): string {
  const rows: string[][] = []
  for (const [box, row] of depth.entries()) {
    if (row === 0) continue
    const line = (rows[row - 1] ??= [])
    const from = Math.round(start[box]! / 1000)
    for (let at = 0; at < Math.round(width[box]! / 1000); at++) {
      for (let blank = line.length; blank < from + at; blank++) line.push(' ')
      line[from + at] = at === 0 ? functions[of[box]!]!.name.split('.').at(-1)!.slice(0, 1) : '.'
    }
  }
  return rows.map((row) => row.join('')).join('\n')
}

/** Ten milliseconds of one thread; the recording is 20 ms long. */
function planted(): PlantedTrace {
  const trace = new PlantedTrace()
  trace.samples(0, 3, 1, trace.stack(main, work, sort))
  trace.samples(3, 5, 1, trace.stack(main, work))
  trace.samples(5, 6, 1, trace.stack(main, read, sort))
  trace.samples(6, 8, 1, trace.stack(main, work, sort))
  return trace.endAt(20)
}

test('the same frame in samples in a row is one box, for as long as all of its callers are the same', () => {
  expect(pictured(ask(planted()))).toBe(['M.......', 'W....RW.', 'S..  SS.'].join('\n'))
})

test('where samples are missing there is a gap, and nobody is the caller of what comes later', () => {
  const trace = new PlantedTrace()
  trace.samples(0, 4, 1, trace.stack(main, work))
  trace.samples(5, 6, 1, trace.stack(main, work))
  trace.samples(20, 22, 1, trace.stack(main, work))
  const row = `${'.'.repeat(5)}${' '.repeat(14)}`
  expect(pictured(ask(trace.endAt(30)))).toBe([`M${row}M.`, `W${row}W.`].join('\n'))
})

test('samples that are not selected are gaps, and transforms change the stacks', () => {
  const trace = new PlantedTrace()
  trace.samples(0, 3, 1, trace.stack(main, work), 2)
  trace.samples(3, 5, 1, trace.stack(main, work), 1)
  trace.samples(5, 8, 1, trace.stack(main, work), 2)
  trace.endAt(20)
  expect(pictured(ask(trace, { selection: { classes: ['running'] } }))).toBe(['M..  M..', 'W..  W..'].join('\n'))
  const frame = { method: 'Shop.App.Work()', module: 'Shop' }
  expect(pictured(ask(trace, { selection: { transforms: [{ kind: 'hide', frame }] } }))).toBe('M.......')
})

test('threads with application code stand first, whatever the others have', () => {
  const trace = planted()
  trace.samples(0, 20, 2, trace.stack(idle))
  const chart = ask(trace)
  expect(chart.threads.map(({ samples }) => samples)).toEqual([8, 20])
  expect(chart.thread).toBe(chart.threads[0]!.id)
  expect(chart).toMatchObject({ threadCount: 2, sampleCount: 8, fromMs: 0 })
  expect(pictured(ask(trace, { thread: chart.threads[1]!.id }))).toMatch(/^W\.+$/)
  expect(ask(trace, { thread: 4711 }).thread).toBe(chart.thread)
})

test('a stretch has the boxes of that stretch and half a screen around it', () => {
  const chart = ask(planted(), { from: 5000, to: 6000 })
  expect([chart.from, chart.to]).toEqual([5000, 6000])
  expect(pictured(chart)).toContain('R')
  expect(Math.round(chart.width[1]!)).toBe(8000)
  expect(chart.start.every((start, box) => start + chart.width[box]! > 4500)).toBe(true)
  expect(ask(planted(), { from: 9, to: 9 })).toMatchObject({ from: 0 })
})

test('calls too short to be seen side by side are one box of the longest, with their number', () => {
  const trace = new PlantedTrace()
  for (let ms = 0; ms < 400; ms++) trace.samples(ms, ms + 1, 1, trace.stack(main, ms % 4 === 0 ? read : work))
  trace.endAt(400)
  const chart = ask(trace, { widthPx: 100 })
  expect(chart.depth.filter((depth) => depth === 2).length).toBeLessThanOrEqual(51)
  expect(chart.calls.reduce((most, calls) => Math.max(most, calls), 0)).toBeGreaterThan(1)
  expect(chart.functions.map(({ name }) => name)).toEqual(['', 'App.Main', 'App.Work'])
})

test('a trace without samples has no threads and one empty box', () => {
  const chart = ask(new PlantedTrace().endAt(10))
  expect(chart).toMatchObject({ threads: [], thread: null, sampleCount: 0, maxDepth: 0 })
  expect(chart.depth.length).toBe(1)
})

test('whatever the samples are, boxes of a row follow one another, lie under their caller and fill no gap', () => {
  const frames = constantFrom(main, work, read, sort)
  const anySamples = array(tuple(array(frames, { minLength: 1, maxLength: 6 }), nat(3)), {
    minLength: 1,
    maxLength: 40,
  })
  assert(
    property(anySamples, nat(60), (samples, widthPx) => {
      const trace = new PlantedTrace()
      for (const [index, [stack, gap]] of samples.entries())
        if (gap > 0) trace.samples(index, index + 1, 1, trace.stack(...stack))
      const { depth, start, width, parent } = ask(trace.endAt(50), { widthPx: widthPx + 1 })
      for (let box = 2; box < depth.length; box++) {
        expect(width[box]!).toBeGreaterThan(0)
        expect(depth[box]!).toBe(depth[parent[box]!]! + 1)
        expect(start[parent[box]!]!).toBeLessThanOrEqual(start[box]! + 1e-6)
        if (depth[box] !== depth[box - 1]) continue
        expect(start[box]! + 1e-6).toBeGreaterThanOrEqual(start[box - 1]! + width[box - 1]!)
        expect(parent[box]!).toBeGreaterThanOrEqual(parent[box - 1]!)
      }
    }),
  )
})

test('deep stacks that hardly change cost what changes', () => {
  const trace = new PlantedTrace()
  const deep = Array.from({ length: 200 }, (_, depth) => `Shop!Shop.App.F${depth}()`)
  trace.samples(0, 2000, 1, trace.stack(...deep))
  trace.endAt(2000)
  ask(trace)
  expect(stepsOf(() => ask(trace))).toBeLessThan(20_000)
})
