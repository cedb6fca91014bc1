import { describe, expect, test } from 'vitest'
import { wholeTrace } from '../../../shared/model/trace/trace-selection.ts'
import { TraceTables } from '../tables/trace-tables.ts'
import { TraceParts } from '../trace/trace-parts.ts'
import type { ImportedFrame, ImportedProfile } from './imported-profile.ts'
import { importedTrace } from './imported-trace.ts'

const frame = (name: string, module = '', file = ''): ImportedFrame => ({ name, module, file, line: 0 })
const root = frame('')

/** Main calls Work: two samples of it, one of Main alone. */
const profile: ImportedProfile = {
  format: 'speedscope',
  tool: 'perf',
  name: 'orders',
  unit: 'ms',
  statedUnit: 'milliseconds',
  startUnixMs: 1000,
  frames: [root, frame('Shop.Program.Main(string[])', 'Shop.dll'), frame('Shop.Cart..ctor()', 'Shop.dll')],
  stacks: { count: 3, frame: Uint32Array.of(0, 1, 2), parent: Uint32Array.of(0, 0, 1) },
  samples: {
    count: 3,
    timeMs: Float64Array.of(7, 5, 12),
    thread: Uint32Array.of(0, 0, 1),
    stack: Uint32Array.of(2, 1, 2),
    weight: Float64Array.of(3, 2, 4),
  },
  threads: [
    { id: 42, name: 'Thread 42 main' },
    { id: 42, name: 'again' },
  ],
  notes: [],
}

function opened(change: Partial<ImportedProfile> = {}) {
  const parts = new TraceParts()
  const trace = importedTrace({ ...profile, ...change }, parts)
  const tables = new TraceTables(parts, trace, () => new Uint8Array(0))
  const overview = tables.overview(wholeTrace)
  return { parts, trace, overview, own: overview.self.map(({ method, module, count }) => [method, module, count]) }
}

describe('a profile of another tool', () => {
  test('is a document of its stacks, which weigh what they weighed there', () => {
    const { own, overview, trace } = opened()
    expect(own).toEqual([
      ['Shop.Cart..ctor()', 'Shop', 7],
      ['Shop.Program.Main(string[])', 'Shop', 2],
    ])
    // From the first sample to the end of the last.
    expect(overview).toMatchObject({ durationMs: 11, threadCount: 2 })
    expect(trace).toMatchObject({ isComplete: true, header: { syncUnixMs: 1000, pid: 0, ticksPerSecond: 1e9 } })
  })

  test('begins with its first sample, whatever the clock of its file', () => {
    const { parts } = opened()
    expect([...parts.sampled.samples.ticks.subarray(0, 3)]).toEqual([2e6, 0, 7e6])
    expect([parts.span.firstTicks, parts.span.lastTicks]).toEqual([0, 11e6])
  })

  test('without times has none, nor has one whose weights aren’t times', () => {
    const timeless = opened({ samples: { ...profile.samples, timeMs: null }, startUnixMs: null })
    expect(timeless.parts.imported).toMatchObject({ hasTimes: false, hasStart: false })
    expect(timeless.parts.span.isEmpty).toBe(true)
    expect(timeless.trace.header?.syncUnixMs).toBe(0)
    const bytes = opened({ unit: 'bytes' })
    expect([bytes.parts.span.isEmpty, bytes.parts.sampled.samples.ticksPerWeight]).toEqual([true, null])
  })

  test('says what it is, and where it is from', () => {
    expect(opened().parts.imported).toEqual({
      format: 'speedscope',
      tool: 'perf',
      name: 'orders',
      unit: 'ms',
      statedUnit: 'milliseconds',
      hasTimes: true,
      hasDotNet: true,
      hasStart: true,
      notes: [],
    })
  })
})

describe('threads of a profile', () => {
  test('that have the same number, or none, get one that no other has', () => {
    const threads = [
      { id: null, name: 'GC' },
      { id: 7, name: 'Thread 7 worker' },
      { id: 7, name: 'Thread 70' },
      { id: null, name: 'Thread 7' },
    ]
    expect(opened({ threads }).trace.threads.map(({ id, name }) => [id, name])).toEqual([
      [8, 'GC'],
      [7, 'worker'],
      [9, 'Thread 70'],
      [10, 'Thread 7'],
    ])
  })

  test('get one that is exact also beside the largest number that is', () => {
    const threads = [Number.MAX_SAFE_INTEGER, 2, null, null].map((id) => ({ id, name: '' }))
    expect(opened({ threads }).trace.threads.map(({ id }) => id)).toEqual([Number.MAX_SAFE_INTEGER, 2, 1, 3])
  })
})

const nameOf = (name: string, module = '', others: readonly ImportedFrame[] = []) => {
  const { own, parts } = opened({ frames: [root, frame('main'), frame(name, module, 'file.c'), ...others] })
  return [own[0]?.[0], own[0]?.[1], parts.imported?.hasDotNet]
}

describe('frames of a profile', () => {
  test('of .NET have a type, a method and arguments', () => {
    const { parts } = opened()
    const { methods } = parts.sampled.code
    expect(parts.sampled.prepare().tree.functions.count).toBeGreaterThan(2)
    expect(methods.count).toBe(2)
  })

  test.each<[string, string, string, boolean]>([
    ['Shop.Cart.Save(int32)', 'Shop.dll', 'Shop', true],
    ['Shop.Cart.Save(int32)', '', 'file.c', true],
    ['Shop.Cart.Save', '', 'file.c', false],
    ['std::sort(int)', '', 'file.c', false],
    ['v8 run (native)', '', 'file.c', false],
    ['Save()', 'Shop.dll', 'Shop', true],
    ['.Save()', 'Shop.dll', 'Shop', true],
  ])('keep their name: %s of %j', (name, module, shownModule, hasDotNet) => {
    expect(nameOf(name, module)).toEqual([name, shownModule, hasDotNet])
  })

  test('without a name stay unnamed', () => {
    const { parts } = opened({ frames: [root, frame('?!?'), frame('?!?', 'libc.so')] })
    expect(parts.sampled.code.methods.count).toBe(0)
  })
})
