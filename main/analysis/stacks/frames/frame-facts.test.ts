import { describe, expect, test } from 'vitest'
import { sampleRules } from '../../../../shared/model/sample-rules.ts'
import type { PreparedSamples, SampleFilter } from '../prepared-samples.ts'
import { callsOf, picture } from '../testing/picture.ts'
import { sampleFacts, stackFacts, threadRows } from './frame-facts.ts'
import { namedFrames } from './named-frames.ts'
import { PlantedTrace } from '../../findings/testing/planted-trace.ts'

const drawn = picture(['Main;Work;Sort 3', 'Main;Work;Work;Sort 2', 'Main;Work 4', 'Timer;Work 1', 'Main 7'])
const calls = callsOf(drawn)
const numberOf = (name: string) => drawn.tree.functions.find(name, '')

const factsOf = (name: string) => {
  const { callers, callees, stack, ...sums } = stackFacts(calls, numberOf(name))
  const listed = ({ rows, count }: typeof callers) => [
    count,
    ...rows.map(({ method, samples }) => `${method} ${samples}`),
  ]
  return { ...sums, callers: listed(callers), callees: listed(callees), stack: stack.map(({ method }) => method) }
}

const stackOfLeaf = (...lines: readonly string[]) => {
  const several = picture(lines)
  return stackFacts(callsOf(several), several.tree.functions.find('Leaf', '')).stack.map(({ method }) => method)
}

describe('what the stacks say of a function', () => {
  test('are its own samples, those below it, its callers and callees, and its heaviest stack', () => {
    expect(factsOf('Work')).toEqual({
      sampleCount: 17,
      self: 5,
      total: 10,
      placeCount: 2,
      callers: [2, 'Main 9', 'Timer 1'],
      callees: [2, 'Sort 3', 'Work 2'],
      stack: ['Work', 'Main'],
    })
    expect(factsOf('Sort').stack).toEqual(['Sort', 'Work', 'Main'])
    expect(factsOf('Main')).toMatchObject({ self: 7, total: 16, callers: [0], callees: [1, 'Work 9'] })
  })

  test('are as their heaviest stack the one that has most samples, wherever it comes', () => {
    expect(stackOfLeaf('A;Leaf 1', 'B;Leaf 5', 'C;Leaf 2')).toEqual(['Leaf', 'B'])
    expect(stackOfLeaf('A;Leaf 5', 'B;Leaf 1')).toEqual(['Leaf', 'A'])
  })

  test('are none of a function that isn’t there', () => {
    expect(factsOf('Gone')).toEqual({
      sampleCount: 17,
      self: 0,
      total: 0,
      placeCount: 0,
      callers: [0],
      callees: [0],
      stack: [],
    })
  })

  test('are ten callers at most, and how many there are', () => {
    const many = picture(Array.from({ length: 12 }, (_, index) => `F${index};Work ${index + 1}`))
    const { callers } = stackFacts(callsOf(many), many.tree.functions.find('Work', ''))
    expect([callers.count, callers.rows.length, callers.rows[0]!.method]).toEqual([12, 10, 'F11'])
  })

  test('are no more of a deep stack than somebody can read', () => {
    const long = 'x'.repeat(10_000)
    const deep = picture([`${Array.from({ length: 40 }, (_, index) => `${long}${10 + index}`).join(';')} 1`])
    const { stack } = stackFacts(callsOf(deep), deep.tree.functions.find(`${long}49`, ''))
    const each = stack[0]!.method.length + stack[0]!.name.length
    expect(stack).toHaveLength(Math.floor(200_000 / each))
    expect(stack.length).toBeLessThan(40)
  })
})

const ruleAt = (id: string) => sampleRules.findIndex((rule) => rule.id === id)
const [managed, native] = [ruleAt('managed-code'), ruleAt('native-code')]

/** Two threads: Sort, Sort, Main and Sort. */
const samples: PreparedSamples = {
  count: 4,
  ticks: Float64Array.of(0, 25, 50, 99, 1e9),
  threadIndex: Uint32Array.of(0, 1, 0, 1, 7),
  node: Uint32Array.of(drawn.leaves[0]!, drawn.leaves[1]!, drawn.leaves[4]!, drawn.leaves[0]!, drawn.leaves[0]!),
  sampleClass: Uint8Array.of(0, 4, 0, 0, 0),
  rule: Uint8Array.of(managed, native, managed, managed, managed),
  isCorrected: Uint8Array.of(0, 1, 0, 1, 1),
}

function sampled(name: string, filter: SampleFilter = {}, changes: object = {}) {
  const source = { calls, places: null, samples, filter, range: { fromMs: 0, toMs: 10 }, ticksPerMs: 10, ...changes }
  const { threads, bins, rules } = sampleFacts(source, numberOf(name))
  const filled = [...bins.entries()].filter(([, count]) => count > 0)
  return {
    threads: [...threads],
    bins: filled,
    rules: rules.map(({ rule, count, correctedCount }) => [rule, count, correctedCount]),
  }
}

describe('what samples say of a function', () => {
  test('is when they were, on which threads, and doing what', () => {
    expect(sampled('Sort')).toEqual({
      threads: [
        [0, 1],
        [1, 2],
      ],
      bins: [
        [0, 1],
        [25, 1],
        [99, 1],
      ],
      rules: [
        ['managed-code', 2, 1],
        ['native-code', 1, 1],
      ],
    })
    expect(sampled('Main').threads).toEqual([
      [0, 2],
      [1, 2],
    ])
    expect(sampled('Timer')).toEqual({ threads: [], bins: [], rules: [] })
  })

  test('is of the range and the classes; rules are of every class', () => {
    const chosen = sampled('Sort', { fromTicks: 10, toTicks: 99, classes: new Set([0]) })
    expect(chosen).toEqual({ threads: [], bins: [], rules: [['native-code', 1, 1]] })
    expect(sampled('Sort', {}, { range: { fromMs: 5, toMs: 7 } }).bins).toEqual([
      [0, 2],
      [99, 1],
    ])
  })

  test('is of where a transform puts samples, and of none that it leaves out', () => {
    const places = Int32Array.from({ length: calls.tree.count }, (_, node) => node)
    places[drawn.leaves[0]!] = -1
    places[drawn.leaves[4]!] = drawn.leaves[1]!
    expect(sampled('Sort', {}, { places }).threads).toEqual([
      [1, 1],
      [0, 1],
    ])
  })

  test('that last for their weight are in every bin of their time', () => {
    const lasting = { ...samples, weight: Float64Array.of(3, 1, 1, 1, 1), ticksPerWeight: 1 }
    const { threads, bins } = sampled('Sort', { toTicks: 30 }, { samples: lasting })
    expect(threads).toEqual([
      [0, 3],
      [1, 1],
    ])
    expect(bins.map(([bin]) => bin)).toEqual([0, 1, 2, 3, 25, 26])
  })
})

test('threads are listed by their samples, those of as many by their number, ten at most', () => {
  const threads = new Map([
    [3, 5],
    [1, 5],
    [2, 9],
    ...Array.from({ length: 9 }, (_, index) => [10 + index, 1] as const),
  ])
  const { rows, count } = threadRows(threads, (index) =>
    index === 3 ? undefined : { id: 100 + index, name: `T${index}` },
  )
  expect(count).toBe(12)
  expect(rows).toHaveLength(10)
  expect(rows.slice(0, 3)).toEqual([
    { id: 102, name: 'T2', samples: 9 },
    { id: 101, name: 'T1', samples: 5 },
    { id: 0, name: '', samples: 5 },
  ])
})

test('frames and those of them that have a name are counted once for each sample', () => {
  const trace = new PlantedTrace()
  trace.samples(0, 3, 1, trace.stack('Shop!Shop.Main()', '[native]', 'Shop!Shop.Work()'))
  trace.samples(3, 5, 1, trace.stack('Shop!Shop.Main()'))
  expect(namedFrames(trace.parts.sampled)).toEqual({ frameCount: 11, namedFrameCount: 8 })
})
