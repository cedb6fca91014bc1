import { describe, expect, it } from 'vitest'
import { asProcessKey } from '../../../../shared/model/ids.ts'
import { applicationOf, findSuccessor } from './restart-match.ts'
import { testRow } from '../testing/fake-directory.ts'

const ended = testRow(10, { startTimeMs: 1000, state: 'exited', exitedAtMs: 50_000 })
const application = applicationOf(ended)
const after = { startTimeMs: 51_000, key: asProcessKey('11:2') }
const find = (...rows: Parameters<typeof testRow>[1][]) =>
  findSuccessor(
    application,
    50_000,
    rows.map((changes) => testRow(11, { ...after, ...changes })),
    (row) => row.key === 'taken',
  )

describe('the process that takes the place of one that ended', () => {
  it('has the same entry assembly and command line and started after the end', () => {
    expect(find({})?.pid).toBe(11)
    expect(find({ commandLine: '/opt/orders-demo --other' })).toBeNull()
    expect(find({ entryAssembly: 'other' })).toBeNull()
    expect(find({ startTimeMs: 20_000 })).toBeNull()
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
    expect(findSuccessor(unknown, 50_000, [testRow(11, { ...after, commandLine: null })], () => false)).toBeNull()
  })
})
