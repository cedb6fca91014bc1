import { describe, expect, it } from 'vitest'
import type { ProcessState } from '../../../../shared/model/process.ts'
import { processRow } from './process-row.test-support.ts'
import { rowReason } from './problem-words.ts'
import { canOpenLive, hasValues, identityWords, liveRefusal, rowAction, rowBadge, rowIcon } from './row-look.ts'

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
  it.each(states)('%s: either Live is offered or the reason is shown', (state) => {
    const row = processRow(1, { state })
    expect(liveRefusal(row) === null).toBe(canOpenLive(row))
  })
  it.each(states)('%s: a row that shows no values has no badge over them', (state) => {
    const row = processRow(1, { state })
    expect(!hasValues(row) && rowBadge(row) !== null).toBe(false)
  })
  it('says when it is not proven which process answers, with the reason, and nothing when it is', () => {
    expect(rowBadge(processRow(1, { identity: 'unverified' }))).toMatchObject({
      text: 'Unverified',
      hint: expect.stringContaining('doesn’t name the process') as string,
    })
    expect(rowBadge(processRow(1, { identity: 'verified' }))).toBeNull()
    expect(rowBadge(processRow(1, { identity: null }))).toBeNull()
    expect(identityWords(null).text).toBe('Unknown')
  })
  it('of an impostor names the other process', () => {
    const problem = { kind: 'impostor', peerPid: 12, peerName: 'nc', path: '/tmp/s' } as const
    const row = processRow(1, { state: 'no-endpoint', problem })
    expect(rowReason(row, 0)).toContain('nc (process 12)')
    expect(liveRefusal(row)).toBe('Another process listens on its port.')
    expect(rowAction(row)).toBe('how')
  })
  it.each([
    [{ kind: 'link-lost', machine: 'web03' }, /^Not connected to web03/, 'Its machine isn’t connected.'],
    [
      { kind: 'forwarding-refused', machine: 'web03' },
      /^The SSH server on web03 refused/,
      'The SSH server of its machine refused the connection to its port.',
    ],
  ] as const)('of another machine names what is in the way: %j', (problem, reason, refusal) => {
    const row = processRow(1, { state: 'no-endpoint', problem })
    expect(rowReason(row, 0)).toMatch(reason)
    expect(liveRefusal(row)).toBe(refusal)
    expect(rowAction(row)).toBe('how')
  })
  it('offers what helps in each state', () => {
    const actions = states.map((state) => rowAction(processRow(1, { state })))
    expect(actions).toEqual([null, null, null, 'resume', 'retry', null, 'how', 'how', 'retry', null])
  })
  it('distinguishes kinds of processes by their icon', () => {
    expect(rowIcon(processRow(1, { name: 'dotnet watch', isTool: true }))).toBe('watch')
    expect(rowIcon(processRow(1, { name: 'testhost' }))).toBe('test')
    expect(rowIcon(processRow(1, { isDemo: true }))).toBe('demo')
    expect(rowIcon(processRow(1, { state: 'no-permission', isDemo: true }))).toBe('locked')
    expect(rowIcon(processRow(1))).toBe('process')
  })
})
