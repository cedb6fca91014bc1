import { describe, expect, it } from 'vitest'
import { type AppError, dumpUnreadableReasons } from '../base/errors.ts'
import { errorSentences, sentencesOf, wordError } from './error-wording.ts'

const errors: readonly AppError[] = [
  { kind: 'process-gone', pid: 41 },
  { kind: 'link-lost', machine: 'web03' },
  { kind: 'forwarding-refused', machine: 'web03' },
  { kind: 'no-permission', path: '/tmp/s', owner: 'svc-pay' },
  { kind: 'no-permission', path: '/tmp/s', owner: null },
  { kind: 'endpoint-stale', path: '/tmp/s' },
  { kind: 'timeout', operation: 'ProcessInfo', timeoutMs: 1500 },
  { kind: 'timeout', operation: 'StopTracing', timeoutMs: 30_000 },
  { kind: 'locked-up', silentMs: 30_000 },
  { kind: 'connection-closed', operation: 'ProcessInfo', receivedBytes: 12 },
  { kind: 'runtime-error', command: 'CollectTracing4', code: 0x80131384, name: 'UNKNOWN_ERROR', text: null },
  { kind: 'runtime-error', command: 'CollectTracing4', code: 0x8badf00d, name: '', text: 'told so' },
  { kind: 'malformed', what: 'file', offset: 812, expected: 'Nettrace', found: 'PK' },
  { kind: 'unsupported', feature: 'meters', neededVersion: '8.0', actualVersion: '6.0.1' },
  { kind: 'unsupported', feature: 'dumps', neededVersion: null, actualVersion: null },
  { kind: 'refused-harmful', operation: 'ProcessInfo', reason: 'Its command line is too long.' },
  { kind: 'session-limit', limit: 64, owner: 'target' },
  { kind: 'session-limit', limit: 8, owner: 'pipescope' },
  { kind: 'recorder-limit', limit: 8 },
  { kind: 'document-limit', of: 'heap', limit: 8 },
  { kind: 'bad-expression', reason: 'missing closing ]', column: 6 },
  { kind: 'document-limit', of: 'trace', limit: 16 },
  { kind: 'io', operation: 'write', path: '/x/y.csv', code: 'ENOSPC' },
  { kind: 'io', operation: 'write', path: '/x/y.csv', code: 'EWEIRD' },
  { kind: 'io', operation: 'read', path: '/x/y.dmp', code: 'NOT_A_FILE' },
  { kind: 'export-too-large', limitBytes: 2 ** 32 },
  { kind: 'import-too-large', what: 'bytes', limit: 2 ** 29 },
  { kind: 'invalid-request', what: 'provider', detail: 'empty name' },
  ...dumpUnreadableReasons.map((reason): AppError => ({
    kind: 'dump-unreadable',
    reason,
    needed: null,
    actual: null,
    details: '',
  })),
  { kind: 'dump-unreadable', reason: 'missing-dac', needed: 'libmscordaccore.so', actual: '8.0.33', details: '' },
  { kind: 'not-found', what: 'live-3' },
  { kind: 'worker-ended', what: 'trace document', reason: 'ERR_WORKER_OUT_OF_MEMORY', isOutOfMemory: true },
  { kind: 'worker-ended', what: 'live worker', reason: 'boom', isOutOfMemory: false },
  { kind: 'worker-ended', what: 'trace document', reason: 'silent', isOutOfMemory: false, silentMs: 120_000 },
  { kind: 'internal', reference: 'log 17' },
]

function refused(operation: string, reason: string): string {
  return wordError({ kind: 'refused-harmful', operation, reason }).why
}

describe('wordError', () => {
  it.each(errors.map((error) => [error.kind, error] as const))('says what happened and why for %s', (_kind, error) => {
    const words = wordError(error)
    expect(words.what.length).toBeGreaterThan(5)
    expect(words.why.length).toBeGreaterThan(5)
    expect(`${words.what} ${words.why} ${words.next}`).not.toMatch(/undefined|null|NaN|!|please|oops/i)
    expect(JSON.parse(words.details)).toEqual(error)
  })

  it('names the owner, the needed version and the code where they are known', () => {
    expect(wordError({ kind: 'no-permission', path: '/tmp/s', owner: 'svc-pay' }).next).toContain('svc-pay')
    expect(
      wordError({ kind: 'unsupported', feature: 'meters', neededVersion: '8.0', actualVersion: '6.0.1' }).why,
    ).toBe('It requires .NET 8.0 or later; this process runs on 6.0.1.')
    expect(
      wordError({ kind: 'runtime-error', command: 'X', code: 0x80131385, name: 'UNKNOWN_COMMAND', text: null }).why,
    ).toContain('UNKNOWN_COMMAND, 0x80131385')
  })

  it('does not advise another attempt where a stop was not answered', () => {
    for (const error of [
      { kind: 'locked-up', silentMs: 30_000 },
      { kind: 'timeout', operation: 'StopTracing', timeoutMs: 30_000 },
    ] as const) {
      const { why, next } = wordError(error)
      expect(why).toContain('.NET Core 3.1')
      expect(next).toContain('restart')
      expect(next).not.toContain('try again')
    }
  })

  it('does not blame the runtime for a port that another tool has to release', () => {
    const words = wordError({
      kind: 'unsupported',
      feature: 'resume-other-port',
      neededVersion: null,
      actualVersion: null,
    })
    expect(words.what).toBe('The process is still waiting for another tool')
    expect(words.next).toContain('Resume it in that tool')
  })

  it('makes a sentence of why something was not sent', () => {
    expect(refused('payload', '3 bytes are left after its last field')).toBe('3 bytes are left after its last field.')
    expect(refused('ProcessInfo2', 'its command line is too long')).toBe('Its command line is too long.')
    expect(refused('CollectTracing', 'It would wake a session.')).toBe('It would wake a session.')
    expect(refused('dump', 'suspended, file-exists')).toBe('Checks that failed: suspended, file-exists.')
  })

  it.each([
    ['read', 'Couldn’t read /srv/a'],
    ['connect', 'Couldn’t connect to /srv/a'],
    ['listen', 'Couldn’t listen on /srv/a'],
    ['launch', 'Couldn’t start /srv/a'],
    ['scandir', 'Couldn’t use /srv/a'],
  ])('says in a whole sentence that %s failed', (operation, what) => {
    const words = wordError({ kind: 'io', operation, path: '/srv/a', code: 'ENOSPC' })
    expect(sentencesOf(words)).toBe(`${what}. The disk is full. Free some space or choose another folder.`)
  })

  it('is silent about a cancellation', () => {
    expect(errorSentences({ kind: 'cancelled' })).toBe('Cancelled.')
    expect(wordError({ kind: 'cancelled' })).toMatchObject({ why: '', next: '' })
  })
})
