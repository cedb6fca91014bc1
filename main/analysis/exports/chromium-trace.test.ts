import { expect, test } from 'vitest'
import type { TraceGcRow } from '../../../shared/model/trace/trace.ts'
import { picture } from '../stacks/testing/picture.ts'
import { writeChromiumTrace } from './chromium-trace.ts'

interface TraceEvent {
  readonly ph: 'B' | 'E' | 'M' | 'X'
  readonly name?: string
  readonly pid: number
  readonly tid: number
  readonly ts?: number
  readonly dur?: number
  readonly args?: { readonly name?: string }
}

const drawn = picture(['Main;Work', 'Main;"Sort"', 'Loop'])
const collection: TraceGcRow = {
  number: 1,
  generation: 2,
  reason: 'AllocSmall',
  type: 'NonConcurrentGC',
  startMs: 1,
  durationMs: 2,
  pauseStartMs: 1,
  pauseMs: 2,
  suspendMs: 0,
  heapBeforeBytes: null,
  heapAfterBytes: null,
  promotedBytes: null,
}

function write(range: { readonly fromMs: number; readonly toMs: number } | null): readonly TraceEvent[] {
  const samples = {
    count: 3,
    ticks: Float64Array.of(1e6, 2e6, 3e6),
    threadIndex: Uint32Array.of(0, 0, 1),
    node: Uint32Array.from(drawn.leaves),
    sampleClass: new Uint8Array(3),
    rule: new Uint8Array(3),
    isCorrected: new Uint8Array(3),
  }
  const filter = range === null ? {} : { fromTicks: range.fromMs * 1e6, toTicks: range.toMs * 1e6 }
  const pieces: string[] = []
  writeChromiumTrace(
    { tree: drawn.tree, samples, filter, placeOf: null },
    {
      name: 'app',
      pid: 7,
      ticksPerMs: 1e6,
      range,
      collections: [collection, { ...collection, number: 2, pauseStartMs: 50 }],
      threadName: (index) => `Thread ${index}`,
      threadId: (index) => 100 + index,
    },
    (piece) => pieces.push(piece),
  )
  return (JSON.parse(pieces.join('')) as { readonly traceEvents: readonly TraceEvent[] }).traceEvents
}

test('calls begin and end on the thread of their samples, in microseconds', () => {
  const calls = write(null).filter(({ ph }) => ph === 'B' || ph === 'E')
  expect(calls.map(({ ph, tid, ts, name }) => [ph, tid, ts, name])).toEqual([
    ['B', 100, 1000, 'Main'],
    ['B', 100, 1000, 'Work'],
    ['E', 100, 2000, 'Work'],
    ['B', 100, 2000, '"Sort"'],
    ['E', 100, 2000, '"Sort"'],
    ['E', 100, 2000, 'Main'],
    ['B', 101, 3000, 'Loop'],
    ['E', 101, 3000, 'Loop'],
  ])
})

test('the process, its threads and the GC pauses of the range have names', () => {
  const events = write({ fromMs: 0, toMs: 10 })
  const names = events.filter(({ ph }) => ph === 'M').map(({ tid, name, args }) => [name, tid, args?.name])
  expect(names).toEqual([
    ['process_name', 0, 'app'],
    ['thread_name', 100, 'Thread 0'],
    ['thread_name', 101, 'Thread 1'],
    ['thread_name', 0, 'GC pauses'],
  ])
  expect(events.filter(({ ph }) => ph === 'X')).toMatchObject([{ name: 'GC gen 2', pid: 7, ts: 1000, dur: 2000 }])
  // A pause is of the range that it ends with, not of the one that ends when it begins.
  const pausesIn = (fromMs: number, toMs: number) => write({ fromMs, toMs }).filter(({ ph }) => ph === 'X').length
  expect([pausesIn(0, 1), pausesIn(0, 1.5), pausesIn(3, 10), pausesIn(3.5, 10)]).toEqual([0, 1, 1, 0])
  // Where there is no pause, there is no thread for them.
  expect(write({ fromMs: 4, toMs: 10 }).filter(({ args }) => args?.name === 'GC pauses')).toEqual([])
})
