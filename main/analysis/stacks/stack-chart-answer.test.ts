import { describe, expect, test } from 'vitest'
import type { PreparedSamples } from './prepared-samples.ts'
import { StackChart } from './stack-chart-answer.ts'
import { callsOf, picture } from './testing/picture.ts'

const drawn = picture(['Main;Work', 'Main;Work;Sort', 'Main', 'System.Threading.Monitor.Wait'])
const [work, sort, main, wait] = drawn.leaves as [number, number, number, number]

/** A sample a millisecond, of a thousand ticks: thread 0 works, thread 1 waits at its beginning. */
const rows: readonly (readonly [ms: number, thread: number, node: number])[] = [
  [100, 0, work],
  [101, 0, sort],
  [102, 0, sort],
  [103, 0, main],
  ...Array.from({ length: 3 }, (_, at) => [100 + at, 1, wait] as const),
]
const samples: PreparedSamples = {
  count: rows.length,
  ticks: Float64Array.from(rows, ([ms]) => ms * 1000),
  threadIndex: Uint32Array.from(rows, ([, thread]) => thread),
  node: Uint32Array.from(rows, ([, , node]) => node),
  sampleClass: new Uint8Array(rows.length),
  rule: new Uint8Array(rows.length),
  isCorrected: new Uint8Array(rows.length),
}

function chart(changes: object = {}) {
  return new StackChart({
    calls: callsOf(drawn),
    places: null,
    samples,
    filter: {},
    range: { fromMs: 100, toMs: 110 },
    ticksPerMs: 1000,
    intervalMs: 1,
    threadOf: (index: number) => ({ id: 70 + index, name: `T${index}` }),
    ...changes,
  })
}

const all = { thread: null, from: 0, to: null, widthPx: 1000 }

/** Name, depth, microseconds from the start, width and calls. */
function boxes(asked: Partial<typeof all> | { readonly thread: number } = {}, of = chart()) {
  const answer = of.answer({ ...all, ...asked })
  return Array.from(answer.depth, (depth, box) => [
    answer.functions[answer.function[box]!]!.method,
    depth,
    answer.start[box],
    answer.width[box],
    answer.parent[box],
  ])
}

describe('the threads of a stack chart', () => {
  test('are in order of their samples, not of their first one', () => {
    const threadIndex = Uint32Array.from(rows, (_, at) => (at === 0 ? 0 : 1))
    const { threads } = chart({ samples: { ...samples, threadIndex } }).answer(all)
    expect(threads.map(({ name, samples: count }) => [name, count])).toEqual([
      ['T1', 6],
      ['T0', 1],
    ])
  })

  test('are those with the most samples first', () => {
    const { threads, threadCount, thread, sampleCount } = chart().answer(all)
    expect(threads).toEqual([
      { id: 70, name: 'T0', samples: 4 },
      { id: 71, name: 'T1', samples: 3 },
    ])
    expect([threadCount, thread, sampleCount]).toEqual([2, 70, 4])
  })

  test('are chosen by their id, and the first one otherwise', () => {
    expect(chart().answer({ ...all, thread: 71 })).toMatchObject({ thread: 71, sampleCount: 3 })
    expect(chart().answer({ ...all, thread: 99 })).toMatchObject({ thread: 70, sampleCount: 4 })
  })

  test('have only the samples that count', () => {
    expect(chart({ filter: { fromTicks: 101_000, toTicks: 103_000 } }).answer(all).threads).toEqual([
      { id: 70, name: 'T0', samples: 2 },
      { id: 71, name: 'T1', samples: 2 },
    ])
    const places = Int32Array.from({ length: drawn.tree.count }, (_, node) => (node === wait ? -1 : node))
    expect(chart({ places }).answer(all).threadCount).toBe(1)
  })

  test('may be none', () => {
    const none = chart({ filter: { fromTicks: 1e9 } }).answer(all)
    expect(none).toMatchObject({ threads: [], thread: null, sampleCount: 0, maxDepth: 0 })
    expect([...none.width]).toEqual([10_000])
  })
})

describe('the boxes of a stack chart', () => {
  test('are calls over time, each below its caller', () => {
    expect(boxes()).toEqual([
      ['', 0, 0, 10_000, 0],
      ['Main', 1, 0, 4000, 0],
      ['Work', 2, 0, 3000, 1],
      ['Sort', 3, 1000, 2000, 2],
    ])
    expect(boxes({ thread: 71 }).map(([name, , start, width]) => [name, start, width])).toEqual([
      ['', 0, 10_000],
      ['System.Threading.Monitor.Wait', 0, 3000],
    ])
  })

  test('are those in sight, and half a screen on both sides', () => {
    const seen = chart().answer({ ...all, from: 2000, to: 3000 })
    expect(seen).toMatchObject({ from: 2000, to: 3000, fromMs: 100, toMs: 110 })
    const out = chart().answer({ ...all, from: 9000, to: 10_000 })
    expect([out.maxDepth, out.depth.length]).toEqual([0, 1])
    expect(chart().answer({ ...all, from: 5000, to: 2000 })).toMatchObject({ from: 0, to: 10_000 })
    expect(chart().answer({ ...all, from: -5, to: 99_999 })).toMatchObject({ from: 0, to: 10_000 })
  })
})

/** A thread that calls two methods in turns, a millisecond each. */
function inTurns(count: number) {
  const turns = picture(Array.from({ length: count }, (_, at) => (at % 2 === 0 ? 'Main;Work;Sort' : 'Main;Read;Fill')))
  const inTurn: PreparedSamples = {
    ...samples,
    count,
    ticks: Float64Array.from({ length: count }, (_, at) => (100 + at) * 1000),
    threadIndex: new Uint32Array(count),
    node: Uint32Array.from(turns.leaves),
    sampleClass: new Uint8Array(count),
  }
  return chart({ calls: callsOf(turns), samples: inTurn, range: { fromMs: 100, toMs: 100 + count } })
}

const callsIn = (asked: Partial<typeof all>, to: number | null = null) => [
  ...inTurns(16).answer({ ...all, ...asked, to }).calls,
]

describe('calls that follow each other', () => {
  test('each lie below the call that was there at their time', () => {
    const of = inTurns(4)
    expect(boxes({}, of)).toEqual([
      ['', 0, 0, 4000, 0],
      ['Main', 1, 0, 4000, 0],
      ['Work', 2, 0, 1000, 1],
      ['Read', 2, 1000, 1000, 1],
      ['Work', 2, 2000, 1000, 1],
      ['Read', 2, 3000, 1000, 1],
      ['Sort', 3, 0, 1000, 2],
      ['Fill', 3, 1000, 1000, 3],
      ['Sort', 3, 2000, 1000, 4],
      ['Fill', 3, 3000, 1000, 5],
    ])
    expect(of.answer(all).omittedBoxCount).toBe(0)
  })

  test('are one box where they would be narrower than two pixels, and each its own when they are looked at closely', () => {
    // Of 16 ms on 16 pixels, two calls are two pixels wide.
    expect(callsIn({ widthPx: 16 })).toEqual([1, 1, ...Array<number>(8).fill(2), ...Array<number>(8).fill(2)])
    expect(callsIn({ widthPx: 32 })).toEqual([1, 1, ...Array<number>(32).fill(1)])
    // Four milliseconds on eight pixels, with half a screen more on both sides.
    expect(callsIn({ from: 8000, widthPx: 8 }, 12_000)).toEqual([1, 1, ...Array<number>(16).fill(1)])
  })

  test('have no gaps between samples that are as far apart as they always are', () => {
    const rare: PreparedSamples = { ...samples, ticks: samples.ticks.map((ticks) => 100_000 + (ticks - 100_000) * 20) }
    const of = chart({ samples: rare, range: { fromMs: 100, toMs: 200 } })
    expect(boxes({}, of).map(([name, , start, width]) => [name, start, width])).toEqual([
      ['', 0, 100_000],
      ['Main', 0, 80_000],
      ['Work', 0, 60_000],
      ['Sort', 20_000, 40_000],
    ])
  })
})
