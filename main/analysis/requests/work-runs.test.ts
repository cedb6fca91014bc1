import { expect, test } from 'vitest'
import type { TraceSegment } from '../../nettrace/trace/trace-segment.ts'
import { sign, WorkRuns } from './work-runs.ts'

const { plain, left, resumed, begun } = sign

interface Said {
  readonly at: number
  readonly thread?: number
  readonly activity?: number
  readonly stack?: number
  readonly found?: number
}

/** A millisecond is ten ticks. */
function runsOf(...events: readonly Said[]) {
  const runs = new WorkRuns(10_000)
  const segment = {
    timestamp: Float64Array.from(events, ({ at }) => at),
    threadIndex: Uint32Array.from(events, ({ thread = 0 }) => thread),
    stackIndex: Uint32Array.from(events, ({ stack = 0 }) => stack),
  } as unknown as TraceSegment
  for (const [row, { activity = 1, found = plain }] of events.entries()) runs.add(segment, row, activity, found)
  return Array.from({ length: runs.count }, (_, run) => ({
    thread: runs.thread.at(run),
    activity: runs.activity.at(run),
    ticks: [runs.firstTicks.at(run), runs.lastTicks[run]],
    signs: [runs.startsBy.at(run), runs.endsBy[run]],
    leftStack: runs.leftStack[run],
  }))
}

const timesOf = (...events: readonly Said[]) => runsOf(...events).map(({ ticks }) => ticks)

test('neighbouring events of a thread and an activity are a run, up to a millisecond apart', () => {
  expect(timesOf({ at: 0 }, { at: 10 }, { at: 20 })).toEqual([[0, 20]])
  expect(timesOf({ at: 0 }, { at: 11 })).toEqual([
    [0, 0],
    [11, 11],
  ])
  expect(timesOf({ at: 5 }, { at: 5 }, { at: 4 })).toEqual([
    [5, 5],
    [4, 4],
  ])
  expect(timesOf({ at: 0 }, { at: 1, activity: 2 }, { at: 2 })).toEqual([
    [0, 0],
    [1, 1],
    [2, 2],
  ])
})

test('threads have runs of their own', () => {
  expect(
    runsOf({ at: 0 }, { at: 1, thread: 3, activity: 2 }, { at: 2 }, { at: 3, thread: 3, activity: 2 }),
  ).toMatchObject([
    { thread: 0, activity: 1, ticks: [0, 2] },
    { thread: 3, activity: 2, ticks: [1, 3] },
  ])
})

test('a run says by what it starts and ends', () => {
  expect(runsOf({ at: 0, found: resumed }, { at: 1 }, { at: 2, found: left })[0]!.signs).toEqual([resumed, left])
})

test('a method that comes back after it left begins another run, and anything else goes on', () => {
  expect(timesOf({ at: 0, found: left }, { at: 1, found: resumed })).toEqual([
    [0, 0],
    [1, 1],
  ])
  expect(timesOf({ at: 0, found: left }, { at: 1, found: begun })).toEqual([
    [0, 0],
    [1, 1],
  ])
  expect(timesOf({ at: 0, found: left }, { at: 1 }, { at: 2, found: resumed })).toEqual([[0, 2]])
  expect(timesOf({ at: 0 }, { at: 1, found: begun })).toEqual([[0, 1]])
})

const stacksOf = (...events: readonly Said[]) => runsOf(...events).map(({ leftStack }) => leftStack)

test('the stack of the innermost method that left is kept', () => {
  expect(stacksOf({ at: 0, stack: 5, found: left }, { at: 1, stack: 6, found: left })).toEqual([5])
  expect(stacksOf({ at: 0, stack: 5 }, { at: 1, stack: 6, found: left }, { at: 2, stack: 7 })).toEqual([6])
  expect(stacksOf({ at: 0, stack: 5 })).toEqual([0])
})
