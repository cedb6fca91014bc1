import { describe, expect, test } from 'vitest'
import { asPid, asProcessKey } from '../../shared/model/ids.ts'
import type { ProcessRow } from '../../shared/model/process.ts'
import type { TourSeries } from '../../shared/model/tour.ts'
import { isMoving, pickTargets, problemOfTarget, sortSeries, whyNoLive } from './tour-report.ts'

function row(pid: number, changes: Partial<ProcessRow> = {}): ProcessRow {
  return {
    key: asProcessKey(`${pid}:1`),
    pid: asPid(pid),
    parentKey: null,
    name: `app-${pid}`,
    detail: null,
    state: 'ready',
    problem: null,
    isTool: false,
    isDemo: false,
    isPinned: false,
    runtimeFlavour: 'coreclr',
    runtimeVersion: '10.0.0',
    architecture: 'x64',
    operatingSystem: 'Linux',
    runtimeIdentifier: 'linux-x64',
    userName: 'me',
    userId: 1000,
    isSameUser: true,
    commandLine: 'app',
    commandLineSource: 'runtime',
    entryAssembly: 'app',
    cookie: null,
    startTimeMs: 0,
    container: null,
    endpointPath: null,
    identity: 'verified',
    firstSeenMs: 0,
    exitedAtMs: null,
    ...changes,
  }
}

function series(pid: number, values: readonly number[], changes: Partial<TourSeries> = {}): TourSeries {
  return {
    pid,
    isDemo: false,
    provider: 'System.Runtime',
    instrument: 'cpu',
    tags: {},
    unit: null,
    measure: 'value',
    values: values.map((value, index) => ({ timeMs: index * 1000, value })),
    ...changes,
  }
}

const pidsOf = (rows: readonly ProcessRow[]) => rows.map((one) => one.pid)

describe('the processes to open in Live', () => {
  test('that the app would not open are named with what they are, and not waited for', () => {
    expect(whyNoLive(row(7, { state: 'stopped' }))).toBe('app-7 (7): not opened in Live, its state is "stopped"')
    expect(whyNoLive(row(7, { state: 'limited' }))).toBeNull()
  })

  test('are at most three real ones that are ready', () => {
    const rows = [
      row(1, { isTool: true }),
      row(2, { isDemo: true }),
      row(3, { state: 'silent' }),
      row(4),
      row(5),
      row(6),
      row(7),
    ]
    expect(pidsOf(pickTargets(rows, []))).toEqual([4, 5, 6])
  })

  test('are different applications as long as there are any', () => {
    const rows = [row(1, { name: 'a' }), row(2, { name: 'a' }), row(3, { name: 'b' }), row(4, { name: 'c' })]
    expect(pidsOf(pickTargets(rows, []))).toEqual([1, 3, 4])
  })

  test('are the named ones, tools too', () => {
    expect(pidsOf(pickTargets([row(1), row(2, { isTool: true })], [2]))).toEqual([2])
  })
})

describe('a process that was looked at', () => {
  test('is well when one series has five samples and moves', () => {
    expect(problemOfTarget(row(1), [series(1, [1, 1, 1, 1, 1]), series(1, [1, 1, 1, 1, 2])])).toBeNull()
  })

  test.each([
    ['no series', []],
    ['only 4 samples', [series(1, [1, 2, 3, 4])]],
    ['no value moved', [series(1, [7, 7, 7, 7, 7])]],
    ['no series', [series(2, [1, 2, 3, 4, 5])]],
  ])('has a problem called "%s"', (problem, live) => {
    expect(problemOfTarget(row(1), live)).toContain(problem)
  })
})

test('four values that differ are too few to count as moving', () => {
  expect(isMoving(series(1, [1, 2, 3, 4]))).toBe(false)
})

test('series come in the order of their names, the measure that a chart shows first', () => {
  const sorted = sortSeries([
    series(1, [], { measure: 'total' }),
    series(1, [], { measure: 'rate' }),
    series(1, [], { instrument: 'alloc', measure: 'p95' }),
  ])
  expect(sorted.map((one) => `${one.instrument} ${one.measure}`)).toEqual(['alloc p95', 'cpu rate', 'cpu total'])
})
