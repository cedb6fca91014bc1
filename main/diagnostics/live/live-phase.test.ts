import { expect, test } from 'vitest'
import { phaseOf, type LiveFacts } from './live-phase.ts'

const running: LiveFacts = {
  isWanted: true,
  hasExited: false,
  isStopped: false,
  isSilent: false,
  hasValues: true,
  hasWorkerEnded: false,
  hasSessions: true,
  isRefused: false,
}
const phase = (changes: Partial<LiveFacts>) => phaseOf({ ...running, ...changes })

test('a target goes from starting over waiting to live', () => {
  expect(phase({ hasSessions: false, hasValues: false })).toBe('starting')
  expect(phase({ hasValues: false })).toBe('waiting')
  expect(phase({})).toBe('live')
})

test('silence is a pause only where values came before', () => {
  expect(phase({ isSilent: true })).toBe('paused')
  expect(phase({ isSilent: true, hasValues: false })).toBe('waiting')
  expect(phase({ isStopped: true, hasValues: false })).toBe('paused')
})

test('what ends a view comes before what delays it', () => {
  expect(phase({ hasExited: true, isStopped: true })).toBe('exited')
  expect(phase({ isWanted: false, hasExited: true })).toBe('closed')
  expect(phase({ hasSessions: false, isRefused: true })).toBe('failed')
  expect(phase({ hasWorkerEnded: true })).toBe('failed')
})
