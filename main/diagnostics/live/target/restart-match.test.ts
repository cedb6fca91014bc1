import { describe, expect, it } from 'vitest'
import { asProcessKey } from '../../../../shared/model/ids.ts'
import { applicationOf, findSuccessor } from './restart-match.ts'
import { testRow } from '../testing/fake-directory.ts'

const ended = testRow(10, { startTimeMs: 1000, state: 'exited', exitedAtMs: 50_000 })
const application = applicationOf(ended)
const after = { startTimeMs: 51_000, key: asProcessKey('11:2') }
const candidates = (...rows: Parameters<typeof testRow>[1][]) => ({
  rows: rows.map((changes) => testRow(11, { ...after, ...changes })),
  ageMs: (startTimeMs: number) => 60_000 - startTimeMs,
  isTaken: ({ key }: { readonly key: string }) => key === 'taken',
})
const find = (...rows: Parameters<typeof testRow>[1][]) => findSuccessor(application, 10_000, candidates(...rows))

describe('the process that takes the place of one that ended', () => {
  it('has the same entry assembly and command line and started after the end', () => {
    expect(find({})?.pid).toBe(11)
    expect(find({ commandLine: '/opt/orders-demo --other' })).toBeNull()
    expect(find({ entryAssembly: 'other' })).toBeNull()
    expect(find({ startTimeMs: 20_000 })).toBeNull()
    // The clocks of its end and of its start need not agree to the second.
    expect([find({ startTimeMs: 48_000 })?.pid, find({ startTimeMs: 47_999 })?.pid]).toEqual([11, undefined])
  })

  it('can answer, and is nobody else’s view', () => {
    expect(find({ state: 'asking' })).toBeNull()
    expect(find({ state: 'suspended' })).toBeNull()
    expect(find({ key: asProcessKey('taken') })).toBeNull()
  })

  it('is the first of several', () => {
    const second = { key: asProcessKey('b'), startTimeMs: 53_000 }
    expect(find(second, { key: asProcessKey('a'), startTimeMs: 52_000 })?.key).toBe('a')
  })

  it('cannot be found without a command line', () => {
    const unknown = { ...application, commandLine: null }
    expect(findSuccessor(unknown, 10_000, candidates({ commandLine: null }))).toBeNull()
  })
})
