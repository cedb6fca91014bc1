import { describe, expect, it } from 'vitest'
import { testRow } from '../live/testing/fake-directory.ts'
import type { Job } from '../../../shared/model/job.ts'
import { mayLookInto, namesBeside } from './recording-target.ts'

describe('symbol sessions during a recording', () => {
  const atMs = 1_000_000
  const firstLook = (row: Parameters<typeof testRow>[1]) => namesBeside(testRow(1, row), atMs).firstLookAfterMs

  it('wait until a process that starts has settled', () => {
    expect(firstLook({ state: 'suspended', startTimeMs: atMs - 60_000 })).toBe(5000)
    expect(firstLook({ startTimeMs: atMs - 1000 })).toBe(4000)
    expect(firstLook({ startTimeMs: null })).toBe(5000)
  })

  it('come at once in a process that has run for a while, never to NativeAOT', () => {
    expect(firstLook({ startTimeMs: atMs - 60_000 })).toBe(0)
    expect(namesBeside(testRow(1, { runtimeFlavour: 'nativeaot' }), atMs).wantsNames).toBe(false)
  })
})

const job = (kind: Job['kind'], pid: number) => ({ kind, target: { pid } }) as unknown as Job

describe('a query of a process during its recording', () => {
  const row = testRow(7)

  it('doesn’t run while the process is stopped or gone', () => {
    expect(mayLookInto(row, [])).toBe(true)
    expect(mayLookInto(null, [])).toBe(false)
    for (const state of ['stopped', 'suspended', 'silent'] as const)
      expect(mayLookInto({ ...row, state }, [])).toBe(false)
  })

  it('doesn’t run while the process is dumped; other jobs and dumps of others don’t matter', () => {
    expect(mayLookInto(row, [job('recording', 7), job('dump', 8)])).toBe(true)
    expect(mayLookInto(row, [job('dump', 8), job('dump', 7)])).toBe(false)
  })
})
