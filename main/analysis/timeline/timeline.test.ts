import { array, assert, constantFrom, integer, nat, property, record } from 'fast-check'
import { expect, test } from 'vitest'
import {
  type TraceSampleClass,
  type TraceSelection,
  traceSampleClasses,
  wholeTrace,
} from '../../../shared/model/trace/trace-selection.ts'
import type {
  TimelineThreadPage,
  TraceTimeline,
  TraceTimelineQuestion,
} from '../../../shared/model/trace/trace-timeline.ts'
import type { TraceTableQuestion } from '../../../shared/model/trace/trace-tables.ts'
import { PlantedTrace, pool } from '../findings/testing/planted-trace.ts'
import { TraceTables } from '../tables/trace-tables.ts'

const work = ['App!Shop.Orders.Place()']
const sleep = ['App!Shop.Orders.Place()', 'System.Private.CoreLib!System.Threading.Thread.Sleep(int32)']
const [native, managed] = [1, 2]
const page: TimelineThreadPage = { order: 'busiest', search: '', pinned: [], offset: 0, count: 10 }

type Question = Omit<Partial<TraceTimelineQuestion>, 'threads'> & { readonly threads?: Partial<TimelineThreadPage> }

function tablesOf(planted: PlantedTrace): TraceTables {
  return new TraceTables(planted.parts, planted.feed.trace, planted.feed.read)
}

function ask(planted: PlantedTrace, question: Question = {}): TraceTimeline {
  const threads = { ...page, ...question.threads }
  return tablesOf(planted).timeline({ selection: wholeTrace, range: null, binCount: 10, ...question, threads })
}

function track(timeline: TraceTimeline, name: string): number[] {
  return [...(timeline.tracks.find((one) => one.name === name)?.bins ?? [])]
}

function sum(values: ArrayLike<number>): number {
  return Array.from(values).reduce((total, value) => total + value, 0)
}

/** A recording from 0 on. */
function plantedFromZero(): PlantedTrace {
  return new PlantedTrace().endAt(0)
}

/** Thread 1 runs for 60 ms of 100, thread 2 sleeps all the time, thread 3 runs for 10 ms. */
function threeThreads(): PlantedTrace {
  const planted = new PlantedTrace()
  planted.samples(0, 60, 1, planted.stack(...work), managed)
  planted.samples(60, 100, 1, planted.stack(...sleep), native)
  planted.samples(0, 100, 2, planted.stack(...sleep), native)
  planted.samples(50, 60, 3, planted.stack(...work), managed)
  return planted
}

test('threads are sorted by running samples, whatever is in view', () => {
  const timeline = ask(threeThreads(), { range: { fromMs: 60, toMs: 100 } })
  expect(timeline.threads.map(({ id, sampleCount }) => [id, sampleCount])).toEqual([
    [1001, 100],
    [1003, 10],
    [1002, 100],
  ])
  expect(timeline.binCount).toBe(10)
  expect(timeline.threads.map(({ density }) => sum(density))).toEqual([40, 0, 40])
})

test('the samples of a thread are counted by class and bin, and a full row is the thread with the most', () => {
  const timeline = ask(threeThreads(), { range: { fromMs: 0, toMs: 100 } })
  const [first] = timeline.threads
  const bins = (name: (typeof traceSampleClasses)[number]): number[] => {
    const at = traceSampleClasses.indexOf(name) * timeline.binCount
    return [...first!.density.subarray(at, at + timeline.binCount)]
  }
  expect(bins('running')).toEqual([10, 10, 10, 10, 10, 10, 0, 0, 0, 0])
  expect(bins('waiting')).toEqual([0, 0, 0, 0, 0, 0, 10, 10, 10, 10])
  expect([...timeline.mostOfThread]).toEqual(Array.from({ length: 10 }, () => 10))
})

test('threads beyond the limit share one row', () => {
  const timeline = ask(threeThreads(), { threads: { count: 1 } })
  expect([timeline.threads.length, timeline.threadCount, timeline.allThreadCount]).toEqual([1, 3, 3])
  expect(sum(timeline.others)).toBe(110)
  expect(sum(ask(threeThreads(), { threads: { count: 1, offset: 2 } }).others)).toBe(110)
})

function idsShown(threads: Partial<TimelineThreadPage>): number[] {
  return ask(threeThreads(), { threads }).threads.map(({ id }) => id)
}

test('pinned threads come first, even those that the search excludes', () => {
  expect(idsShown({ order: 'id' })).toEqual([1001, 1002, 1003])
  expect(idsShown({ pinned: [1002] })).toEqual([1002, 1001, 1003])
  expect(idsShown({ search: '1003' })).toEqual([1003])
  expect(idsShown({ search: '1003', pinned: [1001] })).toEqual([1001, 1003])
})

test('a thread without a name is labeled by the root of its stacks', () => {
  const planted = threeThreads()
  planted.samples(0, 3, 4, planted.stack(...pool, ...work), managed)
  planted.samples(0, 2, 5, planted.stack('App!Program.Main(class System.String[])', ...work), managed)
  expect(ask(planted, { threads: { order: 'name' } }).threads.map(({ name }) => name)).toEqual([
    'Main',
    'Pool worker',
    '',
    '',
    '',
  ])
  const table: TraceTableQuestion = {
    table: 'threads',
    selection: wholeTrace,
    sortBy: 'name',
    isDescending: false,
    search: '',
  }
  const named = tablesOf(planted)
    .page(table, 0, 10)
    .rows.map(([, name]) => name)
  expect(named.filter((name) => name !== null)).toEqual(['Main', 'Pool worker'])
})

test('bins are no shorter than the sampling interval', () => {
  expect(ask(threeThreads(), { binCount: 2000, range: { fromMs: 10, toMs: 30 } }).binCount).toBe(20)
})

test('a range past the recording is answered as requested, so that bins don’t shift while panning', () => {
  const timeline = ask(threeThreads(), { range: { fromMs: -50, toMs: 150 }, binCount: 20 })
  expect(timeline.range).toEqual({ fromMs: -50, toMs: 150 })
  expect([...timeline.mostOfThread]).toEqual([0, 0, 0, 0, 0, ...Array.from({ length: 10 }, () => 10), 0, 0, 0, 0, 0])
  expect(ask(threeThreads(), { range: { fromMs: 500, toMs: 400 } }).binCount).toBe(1)
})

test('a recording without events has an empty timeline', () => {
  const timeline = ask(new PlantedTrace())
  expect(timeline).toMatchObject({ extent: { fromMs: 0, toMs: 1 }, threads: [], tracks: [], collections: null })
})

test('GC pauses are ranges; indistinguishable ones merge into one of the highest generation', () => {
  const planted = new PlantedTrace()
  planted.collection(10, 2, { generation: 0 })
  planted.collection(14, 2, { generation: 2 })
  planted.collection(80, 5, { generation: 1 })
  planted.endAt(100)
  const near = ask(planted, { binCount: 100 }).collections!
  expect([...near.pauses.startMs]).toEqual([10, 14, 80])
  expect([...near.pauses.endMs]).toEqual([12, 16, 85])
  expect([...near.pauses.level]).toEqual([0, 2, 1])
  const far = ask(planted, { binCount: 10 }).collections!
  expect([...far.pauses.startMs]).toEqual([10, 80])
  expect([...far.pauses.level]).toEqual([2, 1])
  expect([...far.pauses.coveredMs]).toEqual([4, 5])
  expect([far.count, far.pauseMs]).toEqual([3, 9])
  const selection = { ...wholeTrace, range: { fromMs: 12, toMs: 50 }, threads: [1001] }
  expect(ask(planted, { selection }).collections).toMatchObject({ count: 1, pauseMs: 2 })
})

test('many short pauses are not drawn as one long pause', () => {
  const planted = plantedFromZero()
  for (let at = 0; at < 1000; at += 10) planted.collection(at, 1, {})
  planted.endAt(1000)
  const { pauses } = ask(planted, { binCount: 20 }).collections!
  expect(pauses.startMs.length).toBeGreaterThanOrEqual(20)
  expect(pauses.startMs.length).toBeLessThanOrEqual(40)
  expect(sum(pauses.coveredMs)).toBeCloseTo(100)
  for (const [at, start] of pauses.startMs.entries()) expect(pauses.endMs[at]! - start).toBeLessThanOrEqual(50.1)
})

test('waits cover bins by their share of the time, and are counted by their starts', () => {
  const planted = plantedFromZero()
  const stack = planted.stack(...work)
  planted.contention(5, 35, 1, stack)
  planted.contention(10, 20, 2, stack)
  planted.wait(40, 41, 1, stack)
  planted.endAt(100)
  const timeline = ask(planted, { range: { fromMs: 0, toMs: 100 } })
  expect(track(timeline, 'contention').map((value) => Math.round(value * 100) / 100)).toEqual([
    0.5, 2, 1, 0.5, 0, 0, 0, 0, 0, 0,
  ])
  expect(track(timeline, 'waits')[4]).toBeCloseTo(0.1, 3)
  const of = (selection: TraceSelection): number | undefined =>
    ask(planted, { selection }).tracks.find(({ name }) => name === 'contention')?.figure
  expect(of(wholeTrace)).toBe(2)
  expect(of({ ...wholeTrace, threads: [1002] })).toBe(1)
  expect(of({ ...wholeTrace, range: { fromMs: 0, toMs: 6 } })).toBe(1)
})

test('bytes, exceptions, compilations, messages and requests are counted in the bin where they happened', () => {
  const planted = plantedFromZero()
  const stack = planted.stack(...work)
  planted.allocation(15, stack, 'String', 1000)
  planted.allocation(17, stack, 'String', 500)
  planted.runtime(80, 25, { thread: 1, stack }, { ExceptionType: 'E', ExceptionMessage: '' })
  planted.compilation(30, stack, 'Shop', 1)
  planted.log(5, 2, 'Shop')
  planted.log(6, 3, 'Shop')
  planted.log(7, 5, 'Shop')
  planted.activity('Microsoft.AspNetCore.Hosting', 'Request', 1, 0, 50, 70, { method: 'GET', path: '/' })
  planted.endAt(100)
  const timeline = ask(planted, { range: { fromMs: 0, toMs: 100 } })
  expect(track(timeline, 'allocations').slice(0, 3)).toEqual([0, 1500, 0])
  expect(track(timeline, 'exceptions').slice(1, 4)).toEqual([0, 1, 0])
  expect(track(timeline, 'jit')[3]).toBeCloseTo(0.1, 3)
  expect(track(timeline, 'requests').map((value) => Math.round(value))).toEqual([0, 0, 0, 0, 0, 1, 1, 0, 0, 0])
  const logs = track(timeline, 'logs')
  expect([logs[0], logs[10], logs[20]]).toEqual([1, 1, 1])
  expect(timeline.tracks.find(({ name }) => name === 'logs')).toMatchObject({ seriesCount: 3, most: 3, figure: 3 })
})

test('the number of pool threads is that of adjustments where nothing else says it', () => {
  const planted = plantedFromZero()
  const adjusted = { AverageThroughput: 1, Reason: 6, ClrInstanceID: 0 }
  for (const [atMs, NewWorkerThreadCount] of [
    [25, 4],
    [51, 9],
  ] as const)
    planted.runtime(55, atMs, {}, { ...adjusted, NewWorkerThreadCount })
  planted.endAt(100)
  const threads = track(ask(planted, { range: { fromMs: 0, toMs: 100 } }), 'pool-threads')
  expect(threads).toEqual([Number.NaN, Number.NaN, 4, 4, 4, 9, 9, 9, 9, 9])
})

test('the number of pool threads holds until the next report', () => {
  const planted = plantedFromZero()
  const report = (atMs: number, count: number) =>
    planted.runtime(50, atMs, {}, { ActiveWorkerThreadCount: count, RetiredWorkerThreadCount: 0, ClrInstanceID: 0 })
  report(25, 4)
  report(51, 9)
  report(55, 6)
  planted.endAt(100)
  const threads = track(ask(planted, { range: { fromMs: 0, toMs: 100 } }), 'pool-threads')
  expect(threads).toEqual([Number.NaN, Number.NaN, 4, 4, 4, 9, 6, 6, 6, 6])
  expect(track(ask(planted, { range: { fromMs: 60, toMs: 70 } }), 'pool-threads')[0]).toBe(6)
  const most = (range: TraceSelection['range']): number | undefined =>
    ask(planted, { selection: { ...wholeTrace, range } }).tracks.find(({ name }) => name === 'pool-threads')?.figure
  expect(most(null)).toBe(9)
  // The four that were there when the range begins.
  expect(most({ fromMs: 30, toMs: 50 })).toBe(4)
  expect(most({ fromMs: 60, toMs: 70 })).toBe(6)
  expect(most({ fromMs: 0, toMs: 20 })).toBeNaN()
})

test('the queue of the pool grows and shrinks with its work items', () => {
  const planted = plantedFromZero()
  for (const atMs of [12, 14, 16]) planted.runtime(61, atMs, {}, {})
  for (const atMs of [5, 31, 33, 35]) planted.runtime(62, atMs, {}, {})
  planted.endAt(100)
  // One was waiting when the recording began.
  expect(track(ask(planted, { range: { fromMs: 0, toMs: 100 } }), 'pool-queue')).toEqual([0, 3, 3, 2, 0, 0, 0, 0, 0, 0])
})

test('a counter has its points in view and one on either side', () => {
  const planted = plantedFromZero()
  for (let at = 0; at < 10; at++) planted.counter('cpu-usage', at * 1000, at)
  planted.counter('monitor-lock-contention-count', 500, 1)
  planted.counter('monitor-lock-contention-count', 700, 1)
  planted.endAt(9500)
  const { counters } = ask(planted, { range: { fromMs: 2500, toMs: 5500 } })
  expect(counters.map(({ name }) => name)).toEqual(['cpu-usage', 'monitor-lock-contention-count'])
  expect([...counters[0]!.timeMs]).toEqual([2000, 3000, 4000, 5000, 6000])
  expect(counters[0]!.mean).toBe(4.5)
  const many = ask(planted, { binCount: 2 }).counters[0]!
  expect([...many.values]).toEqual([0, 4, 5, 9])
})

test('losses in one bin are one', () => {
  const planted = threeThreads()
  for (const [atMs, count] of [
    [11, 5],
    [12, 7],
    [90, 1],
  ] as const)
    planted.feed.trace.losses.push({ row: 0, ticks: atMs * 1e6, threadIndex: 0, count })
  const { losses } = ask(planted, { range: { fromMs: 0, toMs: 100 } })
  expect([...losses.timeMs]).toEqual([11, 90])
  expect([...losses.eventCount]).toEqual([12, 1])
})

test('for any selection, bins add up to its samples', () => {
  const stretches = array(
    record({ from: nat(80), length: nat(20), thread: integer({ min: 1, max: 4 }), kind: nat(2) }),
    {
      minLength: 1,
      maxLength: 12,
    },
  )
  const selected = record({
    from: nat(90),
    length: integer({ min: 1, max: 60 }),
    threads: constantFrom<readonly number[] | null>(null, [1001], [1002, 1004]),
    classes: constantFrom<readonly TraceSampleClass[] | null>(null, ['running'], ['waiting', 'unknown']),
  })
  const shown = record({ binCount: integer({ min: 1, max: 50 }), offset: nat(3), count: nat(4) })
  assert(
    property(stretches, selected, shown, (rows, { from, length, threads, classes }, { binCount, offset, count }) => {
      const planted = plantedFromZero()
      for (const row of rows)
        planted.samples(row.from, row.from + row.length, row.thread, planted.stack(...sleep), row.kind)
      planted.endAt(100)
      const range = { fromMs: from, toMs: Math.min(100, from + length) }
      const selection = { range, threads, classes, transforms: [] }
      const tables = tablesOf(planted)
      const question = { selection, range, binCount }
      const everyThread = tables.timeline({ ...question, threads: { ...page, count: 100 } })
      const counted = everyThread.threads
        .filter(({ id }) => threads?.includes(id) ?? true)
        .flatMap(({ density }) =>
          traceSampleClasses.map((name, at) =>
            classes === null || classes.includes(name)
              ? sum(density.subarray(at * everyThread.binCount, (at + 1) * everyThread.binCount))
              : 0,
          ),
        )
      expect(sum(counted)).toBe(tables.stacks.callTree(selection).total[0])
      const some = tables.timeline({ ...question, threads: { ...page, offset, count } })
      const parts = [...some.threads.map(({ density }) => density), some.others]
      expect(Array.from(some.all, (_, bin) => sum(parts.map((part) => part[bin]!)))).toEqual([...some.all])
    }),
  )
})
