import { describe, expect, it } from 'vitest'
import { classIndex } from '../stacks/sample-class.ts'
import type { WorkRun } from './request-runs.ts'
import { workPieces, type WorkSource } from './thread-work.ts'

const { running, idle } = classIndex
const never = Number.POSITIVE_INFINITY

function run(fromTicks: number, toTicks: number, change: Partial<WorkRun> = {}): WorkRun {
  return {
    threadIndex: 0,
    fromTicks,
    toTicks,
    queuedTicks: null,
    isBegin: true,
    isLeft: false,
    leftStackIndex: 0,
    freeFromTicks: -never,
    freeToTicks: never,
    ...change,
  }
}

/** Samples of the first of two threads. */
function source(samples: readonly (readonly [ticks: number, sampleClass: number])[], change: Partial<WorkSource> = {}) {
  return {
    samples: {
      starts: Uint32Array.of(0, samples.length, samples.length),
      ticks: Float64Array.from(samples, ([ticks]) => ticks),
      sampleClass: Uint8Array.from(samples, ([, sampleClass]) => sampleClass),
    },
    paceTicks: null,
    hasTaskEvents: false,
    ticksPerMs: 10,
    ...change,
  }
}

const piecesOf = (runs: readonly WorkRun[], of: WorkSource = source([]), endTicks = 1000) =>
  workPieces(runs, endTicks, of).map(({ threadIndex, fromTicks, toTicks, rule }) => [
    threadIndex,
    fromTicks,
    toTicks,
    rule,
  ])

const awaits = { isLeft: true }
const goesOn = { isBegin: false }

describe('the work of a thread', () => {
  it('is where its events are, by the task library when that tells begin and end', () => {
    expect(piecesOf([run(100, 120)])).toEqual([[0, 100, 120, 'activity-id']])
    expect(piecesOf([run(100, 120, awaits)])).toEqual([[0, 100, 120, 'task-events']])
    expect(piecesOf([run(100, 120, { ...awaits, ...goesOn })])).toEqual([[0, 100, 120, 'activity-id']])
    expect(piecesOf([run(100, 100)])).toEqual([])
  })

  it('goes on behind them as long as samples say so, and not beyond the first idle one', () => {
    const samples = source([
      [125, running],
      [135, running],
      [145, idle],
      [155, running],
    ])
    expect(piecesOf([run(100, 120)], samples)).toEqual([
      [0, 100, 120, 'activity-id'],
      [0, 120, 135, 'until-idle'],
    ])
    expect(piecesOf([run(100, 120, awaits)], samples)).toEqual([[0, 100, 120, 'task-events']])
  })

  it('goes on no longer than the request, the thread, or until another thread works for the request', () => {
    const samples = source([
      [125, running],
      [135, running],
      [145, running],
    ])
    const last = (runs: readonly WorkRun[], endTicks?: number) =>
      piecesOf(runs, samples, endTicks).find(([, , , rule]) => rule === 'until-idle')
    expect(last([run(100, 120)])).toEqual([0, 120, 145, 'until-idle'])
    expect(last([run(100, 120)], 140)).toEqual([0, 120, 135, 'until-idle'])
    expect(last([run(100, 120, { freeToTicks: 130 })])).toEqual([0, 120, 125, 'until-idle'])
    expect(last([run(100, 120), run(136, 138, { threadIndex: 1 })])).toEqual([0, 120, 135, 'until-idle'])
  })

  it('began before them as far back as samples say so, when no event says that it begins', () => {
    const samples = source([
      [60, running],
      [70, idle],
      [80, running],
      [90, running],
    ])
    expect(piecesOf([run(100, 120, goesOn)], samples)).toEqual([
      [0, 80, 100, 'since-idle'],
      [0, 100, 120, 'activity-id'],
    ])
    expect(piecesOf([run(100, 120)], samples)).toEqual([[0, 100, 120, 'activity-id']])
  })

  it('did not begin before them where the thread did something else: nothing is assumed', () => {
    const busy = source([
      [60, running],
      [80, running],
      [90, running],
    ])
    expect(piecesOf([run(100, 120, { ...goesOn, freeFromTicks: 75 })], busy)).toEqual([[0, 100, 120, 'activity-id']])
  })
})

const pair = (from: number, change: Partial<WorkRun> = {}, first: Partial<WorkRun> = {}) => [
  run(100, 120, first),
  run(from, from + 10, { ...goesOn, freeFromTicks: 120, ...change }),
]

const between = (runs: readonly WorkRun[], of?: WorkSource) => piecesOf(runs, of).filter(([, from]) => from === 120)

describe('the time between two events of a request on one thread', () => {
  it('belongs to it when they are close, or samples of the thread are as far apart', () => {
    expect(between(pair(130))).toEqual([[0, 120, 130, 'same-thread']])
    expect(between(pair(131))).toEqual([])
    expect(between(pair(140), source([], { paceTicks: 20 }))).toEqual([[0, 120, 140, 'same-thread']])
    expect(between(pair(141), source([], { paceTicks: 20 }))).toEqual([])
  })

  it('belongs to it however long it is when the task library would have told otherwise', () => {
    expect(between(pair(500), source([], { hasTaskEvents: true }))).toEqual([[0, 120, 500, 'same-thread']])
  })

  it('belongs to it when no sample between them is idle, and up to the last one before the first idle one otherwise', () => {
    expect(
      between(
        pair(200),
        source([
          [140, running],
          [180, running],
        ]),
      ),
    ).toEqual([[0, 120, 200, 'same-thread']])
    expect(
      between(
        pair(200),
        source([
          [140, running],
          [160, running],
          [180, idle],
        ]),
      ),
    ).toEqual([[0, 120, 160, 'until-idle']])
    expect(
      between(
        pair(200),
        source([
          [140, idle],
          [180, running],
        ]),
      ),
    ).toEqual([])
  })

  it('is not its own where the next one begins by itself, or the thread did something else', () => {
    expect(between(pair(130, { isBegin: true }))).toEqual([])
    expect(between(pair(130, { freeFromTicks: 125 }))).toEqual([])
    expect(between([...pair(130), run(125, 127, { threadIndex: 1 })])).toEqual([])
  })

  it('is its own behind a method that awaits only when they are close: its caller may have more to do', () => {
    expect(between(pair(130, {}, awaits))).toEqual([[0, 120, 130, 'same-thread']])
    expect(between(pair(131, {}, awaits), source([], { hasTaskEvents: true }))).toEqual([])
    expect(between(pair(130, { isBegin: true }, awaits))).toEqual([])
  })
})

describe('pieces of a thread', () => {
  it('do not overlap, and those of another thread begin anew', () => {
    const samples = source([
      [105, running],
      [115, running],
    ])
    const pieces = piecesOf([run(100, 120), run(110, 130), run(105, 125, { threadIndex: 1 })], samples)
    expect(pieces).toEqual([
      [0, 100, 120, 'activity-id'],
      [0, 120, 130, 'activity-id'],
      [1, 105, 125, 'activity-id'],
    ])
  })
})
