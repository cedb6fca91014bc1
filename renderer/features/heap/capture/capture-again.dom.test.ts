import { expect, it } from 'vitest'
import type { ProcessRow } from '../../../../shared/model/process.ts'
import { isSameProcess } from './capture-again.tsx'

const taken = Date.parse('2026-03-01T10:00:00.000Z')
const heap = { source: 'events', processId: 4121, takenUtc: '2026-03-01T10:00:00.000Z' } as const
const row = {
  pid: 4121,
  startTimeMs: taken - 60_000,
  exitedAtMs: null,
  state: 'ready',
  isDemo: false,
  runtimeFlavour: 'coreclr',
} as ProcessRow

it('is the process of the heap while it runs and can be queried', () => {
  expect(isSameProcess(row, heap)).toBe(true)
  expect(isSameProcess({ ...row, runtimeFlavour: 'nativeaot', runtimeVersion: '10.0.12' }, heap)).toBe(true)
  expect(isSameProcess({ ...row, runtimeFlavour: 'nativeaot', runtimeVersion: '9.0.22' }, heap)).toBe(false)
  expect(isSameProcess({ ...row, state: 'suspended' }, heap)).toBe(false)
  expect(isSameProcess({ ...row, exitedAtMs: taken + 1 }, heap)).toBe(false)
})

it('is never another process with the same PID, and none for a file without a capture time', () => {
  expect(isSameProcess({ ...row, startTimeMs: taken + 60_000 }, heap)).toBe(false)
  expect(isSameProcess({ ...row, startTimeMs: null }, heap)).toBe(false)
  expect(isSameProcess(row, { ...heap, takenUtc: null })).toBe(false)
  expect(isSameProcess(row, { ...heap, source: 'gcdump' })).toBe(false)
})
