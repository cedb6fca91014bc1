import { describe, expect, it } from 'vitest'
import { IndexColumn, NumberColumn } from '../grown-column.ts'
import { classIndex } from '../stacks/sample-class.ts'
import type { Span } from '../timeline/spans.ts'
import { laneParts, type LaneSource } from './lane-parts.ts'
import { WaitIndex } from './thread-events.ts'
import type { WorkPiece } from './thread-work.ts'

const { running, spinning, waiting, idle } = classIndex

interface Wait {
  readonly at: number
  readonly for: number
  readonly thread?: number
  readonly activity?: number
}

function waits(...all: readonly Wait[]): WaitIndex {
  const columns = {
    count: all.length,
    startTicks: new NumberColumn(),
    durationTicks: new NumberColumn(),
    threadIndex: new IndexColumn(),
    activityIndex: new IndexColumn(),
  }
  for (const { at, for: duration, thread = 0, activity = 0 } of all) {
    columns.startTicks.push(at)
    columns.durationTicks.push(duration)
    columns.threadIndex.push(thread)
    columns.activityIndex.push(activity)
  }
  return new WaitIndex(columns)
}

/** Samples of the second of two threads. */
function samplesOf(...samples: readonly (readonly [ticks: number, sampleClass: number])[]) {
  return {
    starts: Uint32Array.of(0, 0, samples.length),
    ticks: Float64Array.from(samples, ([ticks]) => ticks),
    sampleClass: Uint8Array.from(samples, ([, sampleClass]) => sampleClass),
  }
}

const nothing: LaneSource = {
  samples: samplesOf(),
  paceTicks: null,
  closeTicks: 5,
  contention: waits(),
  waits: waits(),
  pausesWithin: () => [],
}

const piece = (change: Partial<WorkPiece> = {}): WorkPiece => {
  return { threadIndex: 1, fromTicks: 100, toTicks: 200, rule: 'same-thread', ...change }
}

const partsOf = (source: Partial<LaneSource>, ...pieces: readonly WorkPiece[]) =>
  laneParts(pieces, { ...nothing, ...source }).map(({ layer, fromTicks, toTicks }) => [layer.kind, fromTicks, toTicks])

describe('the time of a thread without samples', () => {
  it('is running where events say that it worked, or where two of them are close; otherwise nobody knows', () => {
    expect(partsOf({}, piece({ rule: 'task-events' }))).toEqual([['running', 100, 200]])
    expect(partsOf({}, piece({ rule: 'activity-id' }))).toEqual([['running', 100, 200]])
    expect(partsOf({}, piece())).toEqual([['unknown', 100, 200]])
    expect(partsOf({}, piece({ toTicks: 105 }), piece({ fromTicks: 300, toTicks: 306 }))).toEqual([
      ['running', 100, 105],
      ['unknown', 300, 306],
    ])
    expect(partsOf({}, piece({ toTicks: 105, rule: 'since-idle' }))).toEqual([['unknown', 100, 105]])
  })
})

const sampled = (...samples: readonly (readonly [number, number])[]) =>
  partsOf({ samples: samplesOf(...samples), paceTicks: 10 }, piece())

describe('samples', () => {
  it('say what the thread does until the next one, and the first also what it did just before', () => {
    expect(sampled([110, running], [120, running], [130, waiting], [140, idle])).toEqual([
      ['running', 100, 130],
      ['wait', 130, 140],
      ['unknown', 140, 150],
      ['unknown', 150, 200],
    ])
    expect(sampled([111, running])).toEqual([
      ['unknown', 100, 111],
      ['running', 111, 121],
      ['unknown', 121, 200],
    ])
  })

  it('of one kind are two parts where nobody knows what lies between them', () => {
    expect(sampled([100, running], [150, running])).toEqual([
      ['running', 100, 110],
      ['unknown', 110, 150],
      ['running', 150, 160],
      ['unknown', 160, 200],
    ])
  })

  it('count spinning as running', () => {
    expect(sampled([100, spinning])).toEqual([
      ['running', 100, 110],
      ['unknown', 110, 200],
    ])
  })

  it('stand for their thread until a late one comes, three times the usual at most', () => {
    expect(sampled([100, running], [130, waiting])).toEqual([
      ['running', 100, 130],
      ['wait', 130, 140],
      ['unknown', 140, 200],
    ])
    expect(sampled([100, running], [131, waiting])).toEqual([
      ['running', 100, 110],
      ['unknown', 110, 131],
      ['wait', 131, 141],
      ['unknown', 141, 200],
    ])
  })

  it('from before the time and behind it say nothing', () => {
    expect(sampled([99, running], [200, running])).toEqual([['unknown', 100, 200]])
    expect(sampled([190, running], [200, waiting])).toEqual([
      ['unknown', 100, 190],
      ['running', 190, 200],
    ])
  })

  it('of a recording without a pace are none', () => {
    expect(partsOf({ samples: samplesOf([100, running]), paceTicks: null }, piece())).toEqual([['unknown', 100, 200]])
  })
})

const pause = (startTicks: number, endTicks: number): Span => ({ startTicks, endTicks, level: 0 })

describe('what stops a thread', () => {
  const asked: (readonly [number, number])[] = []
  const source: Partial<LaneSource> = {
    samples: samplesOf(...Array.from({ length: 10 }, (_, index) => [100 + index * 10, running] as const)),
    paceTicks: 10,
    waits: waits({ at: 120, for: 60, thread: 1, activity: 4 }, { at: 110, for: 5, thread: 0 }),
    contention: waits({ at: 130, for: 30, thread: 1 }),
    pausesWithin: (from, to) => {
      asked.push([from, to])
      return [pause(140, 150)]
    },
  }

  it('is a collection before a lock, a lock before a wait, and a wait before what samples say', () => {
    expect(partsOf(source, piece())).toEqual([
      ['running', 100, 120],
      ['wait', 120, 130],
      ['lock', 130, 140],
      ['gc', 140, 150],
      ['lock', 150, 160],
      ['wait', 160, 180],
      ['running', 180, 200],
    ])
    expect(asked).toEqual([[100, 200]])
  })

  it('is found again by its row, and known by the id of the activity when its event has one', () => {
    const parts = laneParts([piece()], { ...nothing, ...source })
    const of = (kind: string) => {
      const { rule, of: row, threadIndex } = parts.find(({ layer }) => layer.kind === kind)!.layer
      return [rule, row, threadIndex]
    }
    expect(of('wait')).toEqual(['activity-id', 0, 1])
    expect(of('lock')).toEqual(['same-thread', 0, 1])
    expect(of('gc')).toEqual(['same-thread', -1, 1])
    expect(of('running')).toEqual(['same-thread', -1, 1])
  })
})

describe('waits of a thread', () => {
  const index = waits(
    { at: 50, for: 10, thread: 1 },
    { at: 10, for: 20, thread: 1 },
    { at: 30, for: 5, thread: 1, activity: 3 },
    { at: 30, for: 5, thread: 2 },
  )

  it('within a time are those that overlap it, in order; those that only touch it do not', () => {
    expect(index.within(1, 0, 100)).toEqual([1, 2, 0])
    expect(index.within(1, 29, 31)).toEqual([1, 2])
    expect(index.within(1, 30, 50)).toEqual([2])
    expect(index.within(1, 35, 50)).toEqual([])
    expect(index.within(1, 35, 51)).toEqual([0])
    expect(index.within(1, 60, 90)).toEqual([])
    expect(index.within(3, 0, 100)).toEqual([])
  })

  it('have a start, an end and perhaps an activity', () => {
    expect([index.timeOf(1), index.hasActivity(1), index.hasActivity(2)]).toEqual([[10, 30], false, true])
  })
})
