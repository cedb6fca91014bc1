import { describe, expect, test } from 'vitest'
import type { PreparedSamples, SampleFilter } from '../stacks/prepared-samples.ts'
import { stepsOf } from '../../nettrace/work-steps.ts'
import { callsOf, picture } from '../stacks/testing/picture.ts'
import { writeFolded } from './folded.ts'
import { ExportTooLarge } from './limited-text.ts'
import { writeSpeedscope } from './speedscope.ts'

interface Profile {
  readonly name: string
  readonly startValue: number
  readonly endValue: number
  readonly events: readonly { readonly type: 'O' | 'C'; readonly frame: number; readonly at: number }[]
}
interface File {
  readonly shared: { readonly frames: readonly { readonly name: string }[] }
  readonly profiles: readonly Profile[]
}

const drawn = picture(['Main;Work', 'Main;Work;Sort', 'Main;Read', 'Loop', 'Main;Work'])
/** Two threads, a sample a millisecond; the third one waits. */
const samples: PreparedSamples = {
  count: 5,
  ticks: Float64Array.of(1e6, 2e6, 3e6, 2.5e6, 4e6),
  threadIndex: Uint32Array.of(0, 0, 0, 1, 0),
  node: Uint32Array.from(drawn.leaves),
  sampleClass: Uint8Array.of(0, 0, 1, 0, 0),
  rule: new Uint8Array(5),
  isCorrected: new Uint8Array(5),
}

function write(filter: SampleFilter = {}): File {
  let text = ''
  const options = { name: 'app', ticksPerMs: 1e6, threadName: (index: number) => `Thread ${index}` }
  writeSpeedscope({ tree: drawn.tree, samples, filter, placeOf: null }, options, (piece) => {
    text += piece
  })
  return JSON.parse(text) as File
}

const eventsOf = ({ shared }: File, profile: Profile): string[] =>
  profile.events.map(({ type, frame, at }) => `${at} ${type} ${shared.frames[frame]!.name}`)

test('each thread is a profile whose frames open and close with its samples', () => {
  const file = write()
  expect(file.profiles.map(({ name, startValue, endValue }) => [name, startValue, endValue])).toEqual([
    ['Thread 0', 1, 4],
    ['Thread 1', 2.5, 2.5],
  ])
  expect(eventsOf(file, file.profiles[0]!)).toEqual([
    '1 O Main',
    '1 O Work',
    '2 O Sort',
    '3 C Sort',
    '3 C Work',
    '3 O Read',
    '4 C Read',
    '4 O Work',
    '4 C Work',
    '4 C Main',
  ])
})

test('excluded samples become gaps, and every opened frame closes in order', () => {
  const file = write({ classes: new Set([0]) })
  expect(eventsOf(file, file.profiles[0]!).slice(2, 8)).toEqual([
    '2 O Sort',
    '3 C Sort',
    '3 C Work',
    '3 C Main',
    '4 O Main',
    '4 O Work',
  ])
  for (const { events } of file.profiles) {
    expect(events.map(({ at }) => at)).toEqual(events.map(({ at }) => at).toSorted((a, b) => a - b))
    const open: number[] = []
    const wronglyClosed = events.filter(({ type, frame }) => {
      if (type === 'C') return open.pop() !== frame
      open.push(frame)
      return false
    })
    expect([wronglyClosed, open]).toEqual([[], []])
  }
})

test('a selected range ends at the next sample or at its own end, whichever comes first', () => {
  const { profiles } = write({ fromTicks: 2e6, toTicks: 3.5e6 })
  expect(profiles.map(({ startValue, endValue }) => [startValue, endValue])).toEqual([
    [2, 3.5],
    [2.5, 2.5],
  ])
  expect(write({ fromTicks: 1e6, toTicks: 2e6 }).profiles[0]).toMatchObject({ startValue: 1, endValue: 2 })
})

test('transforms decide where a sample is shown, if at all', () => {
  let text = ''
  const placeOf = Int32Array.from({ length: drawn.tree.count }, (_, node) => (node === drawn.leaves[1] ? -1 : node))
  const options = { name: 'app', ticksPerMs: 1e6, threadName: () => 'T' }
  writeSpeedscope({ tree: drawn.tree, samples, filter: {}, placeOf }, options, (piece) => {
    text += piece
  })
  const file = JSON.parse(text) as File
  expect(eventsOf(file, file.profiles[0]!).slice(0, 4)).toEqual(['1 O Main', '1 O Work', '2 C Work', '2 C Main'])
})

test('a deep stack sampled repeatedly isn’t walked each time', () => {
  const depth = 2000
  const deep = picture([Array.from({ length: depth }, (_, index) => `F${index}`).join(';')])
  const count = 1000
  const many: PreparedSamples = {
    count,
    ticks: Float64Array.from({ length: count }, (_, index) => index),
    threadIndex: new Uint32Array(count),
    node: new Uint32Array(count).fill(deep.leaves[0]!),
    sampleClass: new Uint8Array(count),
    rule: new Uint8Array(count),
    isCorrected: new Uint8Array(count),
  }
  const options = { name: 'app', ticksPerMs: 1, threadName: () => 'T' }
  const selected = { tree: deep.tree, samples: many, filter: {}, placeOf: null }
  const steps = stepsOf(() => writeSpeedscope(selected, options, () => undefined))
  expect(steps).toBe(2 * depth)
})

test('an export longer than its limit stops at the limit', () => {
  const options = { name: 'app', ticksPerMs: 1e6, threadName: () => 'T' }
  const selected = { tree: drawn.tree, samples, filter: {}, placeOf: null }
  const whole = JSON.stringify(write()).length
  const limit = whole - 200
  let written = 0
  const take = (piece: string): void => void (written += piece.length)
  expect(() => writeSpeedscope(selected, options, take, limit)).toThrow(new ExportTooLarge(limit))
  expect(written).toBeLessThanOrEqual(limit)
  const lines: string[] = []
  expect(() => writeFolded(callsOf(drawn), (line) => lines.push(line), 25)).toThrow(new ExportTooLarge(25))
  expect(lines).toEqual(['Loop 1', 'Main;Read 1'])
})

describe('samples of another tool', () => {
  const weight = Float64Array.of(2, 3, 5, 7, 11)

  function sums(filter: SampleFilter = {}, unit?: 'bytes' | 'ms' | 'samples', placeOf: Int32Array | null = null) {
    let text = ''
    const options = { name: 'app', ticksPerMs: 1e6, threadName: (index: number) => `Thread ${index}` }
    const selected = { tree: drawn.tree, samples: { ...samples, weight }, filter, placeOf }
    writeSpeedscope(selected, unit === undefined ? options : { ...options, unit }, (piece) => (text += piece))
    const file = JSON.parse(text) as {
      shared: File['shared']
      profiles: { type: string; unit: string; name: string; endValue: number; samples: number[][]; weights: number[] }[]
    }
    const stackOf = (frames: readonly number[]) => frames.map((frame) => file.shared.frames[frame]!.name).join(';')
    return file.profiles.map(({ type, unit: of, name, endValue, samples: stacks, weights }) => {
      return [type, of, name, endValue, ...stacks.map((stack, index) => `${stackOf(stack)} ${weights[index]}`)]
    })
  }

  test('without times are sums of each stack, thread by thread', () => {
    expect(sums()).toEqual([
      ['sampled', 'none', 'Thread 0', 21, 'Main;Work 13', 'Main;Work;Sort 3', 'Main;Read 5'],
      ['sampled', 'none', 'Thread 1', 7, 'Loop 7'],
    ])
  })

  test('are in the unit of their weights', () => {
    expect((['bytes', 'ms', 'samples'] as const).map((unit) => sums({}, unit)[0]![1])).toEqual([
      'bytes',
      'milliseconds',
      'none',
    ])
  })

  test('that don’t count are in no sum', () => {
    expect(sums({ threads: new Set([0]), classes: new Set([0]) })).toEqual([
      ['sampled', 'none', 'Thread 0', 16, 'Main;Work 13', 'Main;Work;Sort 3'],
    ])
    const places = Int32Array.from({ length: drawn.tree.count }, (_, node) => (node === drawn.leaves[1] ? -1 : node))
    places[drawn.leaves[2]!] = drawn.leaves[0]!
    expect(sums({ threads: new Set([0]) }, 'ms', places)).toEqual([
      ['sampled', 'milliseconds', 'Thread 0', 18, 'Main;Work 18'],
    ])
  })

  test('that say how long they last end before the next one, and leave a gap', () => {
    let text = ''
    const lasting = { ...samples, weight: Float64Array.of(0.5, 1, 1, 1, 2), ticksPerWeight: 1e6 }
    const options = { name: 'app', ticksPerMs: 1e6, threadName: () => 'T' }
    writeSpeedscope(
      { tree: drawn.tree, samples: lasting, filter: {}, placeOf: null },
      options,
      (piece) => (text += piece),
    )
    const file = JSON.parse(text) as File
    expect(file.profiles.map(({ startValue, endValue }) => [startValue, endValue])).toEqual([
      [1, 6],
      [2.5, 3.5],
    ])
    expect(eventsOf(file, file.profiles[0]!).slice(0, 6)).toEqual([
      '1 O Main',
      '1 O Work',
      '1.5 C Work',
      '1.5 C Main',
      '2 O Main',
      '2 O Work',
    ])
    expect(eventsOf(file, file.profiles[0]!).slice(-2)).toEqual(['6 C Work', '6 C Main'])
  })
})

test('a thread whose samples are all left out has no profile', () => {
  expect(write({ classes: new Set([1]) }).profiles.map(({ name }) => name)).toEqual(['Thread 0'])
})
