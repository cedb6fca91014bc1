import { beforeEach, describe, expect, test } from 'vitest'
import { OpenCalls } from './open-calls.ts'
import { ProfileBuilder, unitOf } from './profile-builder.ts'

const facts = { format: 'speedscope', tool: '', name: '', unit: 'ms', statedUnit: '', startUnixMs: null } as const

let builder: ProfileBuilder
beforeEach(() => {
  builder = new ProfileBuilder()
})

/** Each sample as the names of its stack, its time and its weight. */
function samples(): readonly string[] {
  const { frames, stacks, samples: columns } = builder.build(facts, true)
  return Array.from(columns.weight, (weight, sample) => {
    const names: string[] = []
    for (let node = columns.stack[sample]!; node !== 0; node = stacks.parent[node]!)
      names.unshift(frames[stacks.frame[node]!]!.name)
    return `${names.join('>')} ${columns.timeMs![sample]}+${weight}`
  })
}

describe('a profile of another tool', () => {
  test('has each frame, stack and thread once', () => {
    const [a, b] = [builder.frame('a'), builder.frame('b')]
    expect([builder.frame('a'), builder.frame('a', 'f.cs'), builder.frame('a', 'f.cs', 2)]).toEqual([a, 3, 4])
    const stack = builder.child(builder.child(0, a), b)
    expect([stack, builder.child(1, b), builder.child(0, b), builder.frameCount]).toEqual([2, 2, 3, 5])
    expect([
      builder.thread('1', 1, ''),
      builder.thread('2', 2, 'two'),
      builder.thread('1', 1, 'one'),
      builder.thread('2', 2, ''),
    ]).toEqual([0, 1, 0, 1])
    const { stacks, threads } = builder.build(facts, false)
    expect([stacks.count, [...stacks.frame], [...stacks.parent]]).toEqual([4, [0, a, b, b], [0, 0, 1, 0]])
    expect(threads).toEqual([
      { id: 1, name: 'one' },
      { id: 2, name: 'two' },
    ])
  })

  test('has thousands of stacks with their callers', () => {
    let node = 0
    for (let depth = 1; depth <= 3000; depth++) {
      node = builder.child(node, builder.frame(`f${depth}`))
      expect(node).toBe(depth)
    }
    const { stacks } = builder.build(facts, false)
    expect([...stacks.parent]).toEqual(Array.from({ length: 3001 }, (_, index) => Math.max(0, index - 1)))
    expect(builder.child(2000, 2001)).toBe(2001)
  })

  test('has samples that weigh something, and no figures beyond what numbers hold', () => {
    const most = 2 ** 53
    const weights = [1, 0, -1, NaN, most, most * 2, Infinity]
    for (const weight of weights) builder.sample(0, 5, 0, weight)
    for (const time of [most, -most, most * 2, -most * 2]) builder.sample(0, time, 0, 1)
    expect(samples()).toEqual([' 5+1', ` 5+${most}`, ` ${most}+1`, ` ${-most}+1`])
    expect(builder.build(facts, true).notes).toEqual([
      { kind: 'excessive-figure', count: 4, firstPlace: 'sample 3', detail: '' },
    ])
    expect(builder.build(facts, false).samples.timeMs).toBeNull()
  })

  test('has methods of .NET with their module', () => {
    for (const name of [
      'My.App!Type.Run()',
      'a.dll!M',
      'b.NI!M',
      'c.dll.Tests!M',
      '!M',
      'M!',
      'no module',
      'a/b!M',
      `${'x'.repeat(257)}!M`,
    ])
      builder.frame(name)
    const { frames } = builder.build(facts, false)
    expect(frames.slice(1).map(({ module, name }) => [module, name])).toEqual([
      ['My.App', 'Type.Run()'],
      ['a', 'M'],
      ['b', 'M'],
      ['c.dll.Tests', 'M'],
      ['', '!M'],
      ['', 'M!'],
      ['', 'no module'],
      ['', 'a/b!M'],
      ['', `${'x'.repeat(257)}!M`],
    ])
  })

  test('has a unit where the file states one that is known', () => {
    const units = ['ns', 'Microseconds', 'ms', 's', 'bytes', 'Byte', 'samples', 'count', 'none'].map((stated) =>
      unitOf(stated),
    )
    expect(units.map(({ unit }) => unit)).toEqual([
      'ms',
      'ms',
      'ms',
      'ms',
      'bytes',
      'bytes',
      'samples',
      'count',
      'unstated',
    ])
    expect(units.map(({ factor }) => factor)).toEqual([1e-6, 1e-3, 1, 1000, 1, 1, 1, 1, 1])
  })
})

describe('calls that begin and end on a thread', () => {
  let calls: OpenCalls
  let a: number
  let b: number
  beforeEach(() => {
    ;[a, b] = [builder.frame('a'), builder.frame('b')]
    calls = new OpenCalls(builder, builder.thread('1', 1, ''))
  })

  test('are samples of what was open between two changes, and of nothing else', () => {
    calls.begin(a, 10)
    calls.begin(b, 12)
    calls.end(15)
    calls.end(16)
    calls.end(17)
    calls.begin(b, 20)
    expect(calls.depth).toBe(1)
    calls.finish(21)
    expect([samples(), calls.depth]).toEqual([['a 10+2', 'a>b 12+3', 'a 15+1', 'b 20+1'], 0])
  })

  test('have no length where the clock steps back', () => {
    calls.begin(a, 10)
    calls.begin(b, 8)
    calls.end(10)
    calls.end(11)
    expect(samples()).toEqual(['a 10+1'])
  })

  test('of a frame end with what they called, and it is known which are open', () => {
    calls.begin(a, 1)
    calls.begin(b, 2)
    calls.begin(b, 3)
    expect([calls.isOpen(a), calls.isOpen(b), calls.isOpen(0)]).toEqual([true, true, false])
    expect([calls.endOf(b, 4), calls.isOpen(b), calls.endOf(a, 5), calls.isOpen(a), calls.isOpen(b)]).toEqual([
      0,
      true,
      1,
      false,
      false,
    ])
    expect(samples()).toEqual(['a 1+1', 'a>b 2+1', 'a>b>b 3+1', 'a>b 4+1'])
  })
})
