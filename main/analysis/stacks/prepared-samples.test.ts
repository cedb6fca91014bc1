import { describe, expect, it } from 'vitest'
import {
  classCounts,
  countClasses,
  endOf,
  endUpTo,
  passesFilter,
  type PreparedSamples,
  ruleCounts,
  type SampleFilter,
  weigh,
  weightIn,
} from './prepared-samples.ts'

/** A sample a tick: node, thread and class in turn. */
const counted: PreparedSamples = {
  count: 4,
  ticks: Float64Array.of(10, 20, 30, 40),
  threadIndex: Uint32Array.of(0, 1, 0, 1),
  node: Uint32Array.of(1, 2, 1, 1),
  sampleClass: Uint8Array.of(0, 2, 2, 4),
  rule: Uint8Array.of(0, 4, 4, 5),
  isCorrected: Uint8Array.of(0, 1, 0, 0),
}
/** The same, each as long as ten times its weight. */
const lasting: PreparedSamples = { ...counted, weight: Float64Array.of(1, 2, 3, 4), ticksPerWeight: 10 }
const { ticksPerWeight: _none, ...summed } = lasting

const passing = (samples: PreparedSamples, filter: SampleFilter) =>
  [0, 1, 2, 3].filter((index) => passesFilter(samples, index, filter))

describe('samples that each count once', () => {
  it.each<[string, SampleFilter, readonly number[]]>([
    ['everything', {}, [0, 1, 2, 3]],
    ['a range, its end excluded', { fromTicks: 20, toTicks: 40 }, [1, 2]],
    ['a range without an end', { fromTicks: 21 }, [2, 3]],
    ['a range without a start', { toTicks: 20 }, [0]],
    ['a thread', { threads: new Set([1]) }, [1, 3]],
    ['a class', { classes: new Set([2, 4]) }, [1, 2, 3]],
    ['all of these', { fromTicks: 20, threads: new Set([1]), classes: new Set([2]) }, [1]],
  ])('are selected by %s', (_name, filter, rows) => {
    expect(passing(counted, filter)).toEqual(rows)
    const nodes = [0, 0, 0]
    for (const row of rows) nodes[counted.node[row]!]!++
    expect([...weigh(counted, filter, 3)]).toEqual(nodes)
    const classes = [0, 0, 0, 0, 0]
    for (const row of rows) classes[counted.sampleClass[row]!]!++
    expect([...countClasses(counted, filter)]).toEqual(classes)
  })

  it('are counted by the name of their class', () => {
    expect(classCounts(counted, {})).toEqual({ running: 1, spinning: 0, waiting: 2, idle: 0, unknown: 1 })
  })

  it('are counted by the rule that found their class, the most first', () => {
    const rules = ruleCounts(counted, {}).map(({ rule, count, correctedCount }) => [rule, count, correctedCount])
    expect(rules).toEqual([
      ['sleep', 2, 1],
      ['managed-code', 1, 0],
      ['thread-join', 1, 0],
    ])
    expect(ruleCounts(counted, { threads: new Set([0]) }, (node) => node === 1).map(({ rule }) => rule)).toEqual([
      'managed-code',
      'sleep',
    ])
  })

  it('have no length', () => {
    expect([endOf(counted, 1), weightIn(counted, 1, { fromTicks: 25 })]).toEqual([20, 1])
  })
})

describe('samples that say how long they last', () => {
  it('are in a range that begins before they end', () => {
    // They last from 10 to 20, 20 to 40, 30 to 60 and 40 to 80.
    expect([0, 1, 2, 3].map((index) => endOf(lasting, index))).toEqual([20, 40, 60, 80])
    expect(passing(lasting, { fromTicks: 19 })).toEqual([0, 1, 2, 3])
    expect(passing(lasting, { fromTicks: 20 })).toEqual([1, 2, 3])
    expect(passing(lasting, { fromTicks: 39, toTicks: 40 })).toEqual([1, 2])
    expect([...countClasses(lasting, { fromTicks: 40, toTicks: 41 })]).toEqual([0, 0, 1, 0, 1])
  })

  it('count with the part that is in the range', () => {
    expect([...weigh(lasting, {}, 3)]).toEqual([0, 8, 2])
    expect([...weigh(lasting, { fromTicks: 15, toTicks: 35 }, 3)]).toEqual([0, 0.5 + 0.5, 1.5])
    expect([weightIn(lasting, 3, { toTicks: 50 }), weightIn(lasting, 3, { fromTicks: 50 })]).toEqual([1, 3])
    expect(weightIn(lasting, 0, { fromTicks: 50 })).toBe(0)
  })

  it('reach up to the next sample of their thread when no more than a rounding lies between', () => {
    expect([endUpTo(lasting, 0, 21.9), endUpTo(lasting, 0, 22), endUpTo(lasting, 0, 15)]).toEqual([21.9, 20, 15])
  })
})

describe('samples with weights that are no times', () => {
  it('count as a whole where they are', () => {
    expect([...weigh(summed, { fromTicks: 15, toTicks: 35 }, 3)]).toEqual([0, 3, 2])
    expect([endOf(summed, 3), weightIn(summed, 3, { toTicks: 41 })]).toEqual([40, 4])
    expect(passing(summed, { fromTicks: 21 })).toEqual([2, 3])
  })
})
