import { describe, expect, it } from 'vitest'
import { testRow } from '../live/testing/fake-directory.ts'
import { namesBeside } from './recording-target.ts'

describe('sessions for names beside a recording', () => {
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
