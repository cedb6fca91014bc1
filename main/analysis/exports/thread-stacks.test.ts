import { describe, expect, test } from 'vitest'
import type { PreparedSamples, SampleFilter } from '../stacks/prepared-samples.ts'
import { picture } from '../stacks/testing/picture.ts'
import { visitThreadStacks } from './thread-stacks.ts'

/** At a time on a thread, with a stack that lasts for a while where that is said. */
type Sample = readonly [thread: number, atTicks: number, stack: string, lastsTicks?: number]

function visited(list: readonly Sample[], filter: SampleFilter = {}, placeOf: Int32Array | null = null) {
  const { tree, leaves } = picture(list.map(([, , stack]) => stack))
  const isTimed = list.some(([, , , lasts]) => lasts !== undefined)
  const samples: PreparedSamples = {
    count: list.length,
    ticks: Float64Array.from(list, ([, at]) => at),
    threadIndex: Uint32Array.from(list, ([thread]) => thread),
    node: Uint32Array.from(leaves),
    sampleClass: Uint8Array.from(list, ([, , stack]) => (stack.endsWith('Wait') ? 2 : 0)),
    rule: new Uint8Array(list.length),
    isCorrected: new Uint8Array(list.length),
    ...(isTimed ? { weight: Float64Array.from(list, ([, , , lasts = 0]) => lasts), ticksPerWeight: 1 } : {}),
  }
  const name = (of: number) => tree.functions.get(of).name
  const lines: string[] = []
  visitThreadStacks(
    { tree, samples, filter, placeOf },
    {
      begin: (thread, from, to) => lines.push(`thread ${thread} ${from}-${to}`),
      open: (of, at) => lines.push(`${at} ${name(of)} {`),
      close: (of, at) => lines.push(`${at} } ${name(of)}`),
      end: () => lines.push('end'),
    },
  )
  return lines
}

describe('samples of a thread', () => {
  test('lend their stack to the time until the next one, which closes only what it has not', () => {
    expect(
      visited([
        [1, 10, 'Main;Work;Sort'],
        [1, 20, 'Main;Work'],
        [1, 30, 'Main;Read;Fill'],
        [1, 45, 'Main;Read;Fill'],
      ]),
    ).toEqual([
      'thread 1 10-45',
      '10 Main {',
      '10 Work {',
      '10 Sort {',
      '20 } Sort',
      '30 } Work',
      '30 Read {',
      '30 Fill {',
      '45 } Fill',
      '45 } Read',
      '45 } Main',
      'end',
    ])
  })

  test('are in order of time, and threads in that of their first sample', () => {
    expect(
      visited([
        [1, 30, 'B'],
        [2, 15, 'C'],
        [1, 20, 'A'],
      ]),
    ).toEqual([
      'thread 2 15-15',
      '15 C {',
      '15 } C',
      'end',
      'thread 1 20-30',
      '20 A {',
      '30 } A',
      '30 B {',
      '30 } B',
      'end',
    ])
  })

  test('that do not count are gaps, and a thread of those alone is none', () => {
    const running: SampleFilter = { classes: new Set([0]) }
    const waiting: readonly Sample[] = [
      [1, 10, 'Main'],
      [1, 20, 'Main;Wait'],
      [1, 30, 'Main'],
      [1, 40, 'Main'],
      [2, 10, 'Wait'],
    ]
    expect(visited(waiting, running)).toEqual([
      'thread 1 10-40',
      '10 Main {',
      '20 } Main',
      '30 Main {',
      '40 } Main',
      'end',
    ])
    expect(visited(waiting, { threads: new Set([2]) })).toEqual(['thread 2 10-10', '10 Wait {', '10 } Wait', 'end'])
  })

  test('in a part of the recording last until the first one after it, or until its end', () => {
    const list: readonly Sample[] = [
      [1, 10, 'A'],
      [1, 20, 'B'],
      [1, 40, 'C'],
      [1, 50, 'C'],
    ]
    expect(visited(list, { fromTicks: 20, toTicks: 40 })).toEqual(['thread 1 20-40', '20 B {', '40 } B', 'end'])
    expect(visited(list, { fromTicks: 15, toTicks: 30 })).toEqual(['thread 1 20-30', '20 B {', '30 } B', 'end'])
    expect(visited(list, { fromTicks: 60 })).toEqual([])
  })

  test('whose place in the tree was taken out are gaps', () => {
    const list: readonly Sample[] = [
      [1, 10, 'A'],
      [1, 20, 'B'],
      [1, 30, 'A'],
    ]
    expect(visited(list, {}, Int32Array.of(0, 1, -1))).toEqual([
      'thread 1 10-30',
      '10 A {',
      '20 } A',
      '30 A {',
      '30 } A',
      'end',
    ])
  })
})

describe('samples that say how long they lasted', () => {
  const list: readonly Sample[] = [
    [1, 10, 'Main;Work', 5],
    [1, 20, 'Main;Read', 10],
    [1, 30, 'Main', 5],
  ]

  test('leave a gap where the next one does not follow', () => {
    expect(visited(list)).toEqual([
      'thread 1 10-35',
      '10 Main {',
      '10 Work {',
      '15 } Work',
      '15 } Main',
      '20 Main {',
      '20 Read {',
      '30 } Read',
      '35 } Main',
      'end',
    ])
  })

  test('are cut to the part of the recording that they reach into', () => {
    expect(visited(list, { fromTicks: 12, toTicks: 25 })).toEqual([
      'thread 1 12-25',
      '12 Main {',
      '12 Work {',
      '15 } Work',
      '15 } Main',
      '20 Main {',
      '20 Read {',
      '25 } Read',
      '25 } Main',
      'end',
    ])
    // The first one is over when the part begins.
    expect(visited(list, { fromTicks: 15, toTicks: 22 })[0]).toBe('thread 1 20-22')
  })
})

test('a stack that lasts for a while ends before the next one begins, and stays where they meet', () => {
  expect(
    visited([
      [1, 10, 'Main;Work', 5],
      [1, 20, 'Main;Work', 10],
      [1, 30, 'Main;Read', 3],
      [1, 40, 'Main', 2],
    ]),
  ).toEqual([
    'thread 1 10-42',
    '10 Main {',
    '10 Work {',
    '15 } Work',
    '15 } Main',
    '20 Main {',
    '20 Work {',
    '30 } Work',
    '30 Read {',
    '33 } Read',
    '33 } Main',
    '40 Main {',
    '42 } Main',
    'end',
  ])
})
