import { describe, expect, it } from 'vitest'
import type { ProcessProblem } from '../../../../shared/model/process.ts'
import { problemWording, rowReason } from './problem-words.ts'
import { processRow } from './process-row.test-support.ts'

const all: readonly ProcessProblem[] = [
  { kind: 'command-line-too-long', sizeBytes: 32_610 },
  { kind: 'no-process-commands' },
  { kind: 'foreign-owner', owner: 'svc-pay', path: '/tmp/dotnet-diagnostic-1-1-socket' },
  { kind: 'silent', waitedMs: 1500 },
  { kind: 'stopped' },
  { kind: 'suspended-at-start', isDefaultPort: true, addresses: ['/tmp/p'] },
  { kind: 'impostor', peerPid: 12, peerName: 'nc', path: '/tmp/s' },
  { kind: 'diagnostics-disabled', variable: 'DOTNET_EnableDiagnostics=0' },
  { kind: 'temp-folder-missing', path: '/nowhere' },
  { kind: 'temp-path-too-long', path: '/a' },
  { kind: 'temp-folder-not-writable', path: '/root/t' },
  { kind: 'socket-lost' },
  { kind: 'unreadable-environment' },
  { kind: 'answer-not-understood', detail: 'magic' },
  { kind: 'exited', exitCode: 134, signal: 'SIGABRT' },
  { kind: 'exited', exitCode: null, signal: null, socket: 'left' },
  { kind: 'exited', exitCode: null, signal: null, socket: 'removed' },
]

const gone = (problem: ProcessProblem | null) =>
  rowReason(processRow(1, { state: 'exited', exitedAtMs: 1000, problem }), 19_500)

describe('words for a problem', () => {
  it.each(all)('says what, why and what to do about $kind', (problem) => {
    const wording = problemWording(problem)
    expect(wording.short).toMatch(/\.$/)
    expect(wording.cause).toMatch(/\.$/)
    expect(wording.steps.length).toBeGreaterThan(0)
    expect([wording.short, wording.cause, ...wording.steps].join(' ')).not.toMatch(/!|please|undefined|null/i)
  })

  it('says which user to connect as for a process of another user on another machine, or what sudoers needs', () => {
    const wording = problemWording({ kind: 'foreign-owner', owner: 'svc-pay', path: 'ssh://web03/tmp/x' })
    expect(wording.short).toBe('Owned by svc-pay. Connect to web03 as svc-pay.')
    // Pipescope uses what is installed there.
    expect(wording.snippet).toBe(
      'LOGIN ALL=(svc-pay) NOPASSWD: /usr/bin/socat - UNIX-CONNECT\\:/tmp/x, /usr/bin/nc -N -U /tmp/x',
    )
    expect(problemWording({ kind: 'foreign-owner', owner: '1001', path: 'ssh://web03/tmp/x' }).snippet).toContain(
      '(#1001)',
    )
    expect(problemWording({ kind: 'foreign-owner', owner: null, path: 'ssh://web03/tmp/x' }).snippet).toBeNull()
  })

  it('names the owner of a foreign process and the command to copy', () => {
    const wording = problemWording({ kind: 'foreign-owner', owner: 'svc-pay', path: '/tmp/x' })
    expect(wording.short).toBe('Owned by svc-pay. Run Pipescope as svc-pay or as an administrator.')
    expect(wording.snippet).toBe('sudo -u svc-pay pipescope')
  })

  it('gives the variable with the value that switches diagnostics on', () => {
    expect(problemWording({ kind: 'diagnostics-disabled', variable: 'DOTNET_EnableDiagnostics=0' }).snippet).toBe(
      'DOTNET_EnableDiagnostics=1',
    )
  })

  it('says when and how a process ended, as far as it is known', () => {
    expect(gone({ kind: 'exited', exitCode: 134, signal: 'SIGABRT' })).toBe('Exited 18 s ago with code 134 (SIGABRT).')
    expect(gone({ kind: 'exited', exitCode: null, signal: 'SIGKILL' })).toBe('Exited 18 s ago on signal SIGKILL.')
    expect(gone({ kind: 'exited', exitCode: null, signal: null })).toBe('Exited 18 s ago. The exit code is unknown.')
    expect(gone(null)).toBe('Exited 18 s ago. The exit code is unknown.')
  })

  it('says what an exit left behind when the exit code is unknown', () => {
    const unknown = { kind: 'exited', exitCode: null, signal: null } as const
    expect(problemWording({ ...unknown, socket: 'left' }).cause).toMatch(/left its diagnostic port behind.*SIGKILL/)
    expect(problemWording({ ...unknown, socket: 'removed' }).cause).toMatch(
      /removed its diagnostic port.*exited on its own/,
    )
  })

  it('gives no reason for a row without a problem', () => {
    expect(rowReason(processRow(1), 0)).toBeNull()
  })
})
