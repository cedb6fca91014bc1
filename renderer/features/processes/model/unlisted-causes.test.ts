import { describe, expect, it } from 'vitest'
import { asPid } from '../../../../shared/model/ids.ts'
import type { UnlistedReport } from '../../../../shared/model/process.ts'
import { processRow } from './process-row.test-support.ts'
import { unlistedCauses, type CauseId } from './unlisted-causes.ts'

const nothing: UnlistedReport = {
  unlisted: [],
  searchedFolders: ['/tmp'],
  unwatchedFolderCount: 0,
  unreadableProcessCount: 0,
  isNamespaceScanPossible: true,
}
const cause = (id: CauseId, report: UnlistedReport, rows = [processRow(1)], platform = 'linux') =>
  unlistedCauses(report, rows, platform).find((one) => one.id === id)

describe('why a process is not listed', () => {
  it('says what was checked when nothing was found', () => {
    expect(cause('other-user', nothing)).toMatchObject({
      checked: 'Checked: no port of another user in /tmp.',
      verdict: 'nothing-found',
    })
    expect(cause('switched-off', nothing)?.verdict).toBe('nothing-found')
    expect(cause('out-of-sight', nothing)).toBeUndefined()
  })

  it('doesn’t claim certainty when processes could not be read', () => {
    expect(cause('other-user', { ...nothing, unreadableProcessCount: 2 })).toMatchObject({
      verdict: 'cannot-check',
      checked: 'Checked: no port of another user in /tmp. 2 processes of other users couldn’t be inspected.',
    })
  })

  it('names processes whose diagnostics are switched off', () => {
    const problem = { kind: 'diagnostics-disabled', variable: 'DOTNET_EnableDiagnostics=0' } as const
    const unlisted = [{ pid: asPid(2277), name: 'media-index', userName: 'mara', problem }]
    expect(cause('switched-off', { ...nothing, unlisted })).toMatchObject({
      checked: 'DOTNET_EnableDiagnostics=0 is set in 1 process: media-index (2277)',
      verdict: 'found',
    })
  })

  it('counts locked rows as found', () => {
    const locked = processRow(1402, {
      name: 'payments-gateway',
      state: 'no-permission',
      problem: { kind: 'foreign-owner', owner: 'svc-pay', path: '/tmp/x' },
    })
    expect(cause('other-user', nothing, [locked])).toMatchObject({
      verdict: 'found',
      checked: 'Found payments-gateway (1402).',
    })
  })

  it('does not claim to know about .NET Framework on Windows', () => {
    expect(cause('not-this-kind', nothing, [], 'win32')?.verdict).toBe('cannot-check')
    expect(cause('not-this-kind', nothing)?.verdict).toBe('not-here')
  })

  it('says when other namespaces are out of sight', () => {
    expect(cause('out-of-sight', { ...nothing, isNamespaceScanPossible: false })?.verdict).toBe('cannot-check')
  })
})
