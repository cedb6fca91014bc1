import { describe, expect, it } from 'vitest'
import type { ProcessState } from '../../../../shared/model/process.ts'
import { processRow } from './process-row.test-support.ts'
import { canOpenLive, hasValues, liveRefusal, rowAction, rowBadge, rowIcon } from './row-look.ts'

const states: readonly ProcessState[] = [
  'asking',
  'ready',
  'limited',
  'suspended',
  'silent',
  'stopped',
  'no-permission',
  'no-endpoint',
  'failed',
  'exited',
]

describe('look of a row', () => {
  it.each(states)('%s: either Live is offered or the reason why not is said', (state) => {
    const row = processRow(1, { state })
    expect(liveRefusal(row) === null).toBe(canOpenLive(row))
  })
  it.each(states)('%s: a row that shows no values has no badge over them', (state) => {
    const row = processRow(1, { state })
    expect(!hasValues(row) && rowBadge(row) !== null).toBe(false)
  })
  it('offers what helps in each state', () => {
    const actions = states.map((state) => rowAction(processRow(1, { state })))
    expect(actions).toEqual([null, null, null, 'resume', 'retry', null, 'how', 'how', 'retry', null])
  })
  it('tells kinds of processes apart by their icon', () => {
    expect(rowIcon(processRow(1, { name: 'dotnet watch', isTool: true }))).toBe('watch')
    expect(rowIcon(processRow(1, { name: 'testhost' }))).toBe('test')
    expect(rowIcon(processRow(1, { isDemo: true }))).toBe('demo')
    expect(rowIcon(processRow(1, { state: 'no-permission', isDemo: true }))).toBe('locked')
    expect(rowIcon(processRow(1))).toBe('process')
  })
})
