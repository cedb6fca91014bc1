import { describe, expect, it } from 'vitest'
import { err, ok } from '../../../shared/base/result.ts'
import type { ProviderSpec } from '../../../shared/model/recording.ts'
import type { FileVerdict } from '../../workers/watch/watch-protocol.ts'
import type { RecordingEnd } from '../session-recording.ts'
import { judge } from './verdict.ts'

const end: RecordingEnd = {
  path: '/x/a.nettrace',
  sizeBytes: 100,
  receivedBytes: 100,
  discardedBytes: 0,
  isComplete: true,
  lastWholeBlockOffset: 100,
  reason: 'stopped',
  errorCode: null,
  pieces: [],
}
const read: FileVerdict = {
  sizeBytes: 100,
  eventCount: 10,
  lostCount: 0,
  isComplete: true,
  isRundownWhole: true,
  methodCount: 5,
  damageCount: 0,
  contentCount: 8,
  helperCount: 2,
  firstMs: 1000,
  lastMs: 3500,
}
const judged = (
  ends: Partial<RecordingEnd>,
  reads: Partial<FileVerdict>,
  rundown: 'default' | 'none' | `0x${string}` = 'default',
  flavour: 'coreclr' | 'nativeaot' = 'coreclr',
) => {
  const { verdict, reasons } = judge(
    { end: { ...end, ...ends }, verdict: ok({ ...read, ...reads }) },
    { rundown, providers: [] },
    flavour,
  )
  return [verdict, ...reasons]
}

describe('the verdict on a recording', () => {
  it('is complete only when the stream and the file on the disk are', () => {
    expect(judged({}, {})).toEqual(['complete'])
    expect(judged({ isComplete: false }, { isComplete: false })).toEqual(['partial', 'cut-off'])
    expect(judged({}, { isComplete: false, damageCount: 1 })).toEqual(['partial', 'damaged'])
  })

  it('is partial when only the stream or only the file is cut, or bytes were thrown away', () => {
    expect(judged({ isComplete: false }, {})).toEqual(['partial', 'cut-off'])
    expect(judged({}, { isComplete: false })).toEqual(['partial', 'cut-off'])
    expect(judged({ discardedBytes: 1, reason: 'disk-full' }, {})).toEqual(['partial', 'disk-full'])
    expect(judged({ discardedBytes: 1 }, { isRundownWhole: false })).toEqual(['partial', 'cut-off'])
  })

  it('names what ended it early', () => {
    const cut = { isComplete: false } as const
    expect(judged({ ...cut, reason: 'stopped-without-rundown' }, cut)).toEqual(['partial', 'names-missing'])
    expect(judged({ ...cut, reason: 'target-ended' }, cut)).toEqual(['partial', 'target-ended'])
    expect(judged({ ...cut, reason: 'link-lost' }, cut)).toEqual(['partial', 'link-lost'])
    expect(judged({ ...cut, reason: 'disk-full', discardedBytes: 7 }, cut)).toEqual(['partial', 'disk-full'])
    expect(judged({ ...cut, reason: 'abandoned' }, cut)).toEqual(['partial', 'no-answer'])
    expect(judged({ ...cut, reason: 'locked-up' }, cut)).toEqual(['partial', 'locked-up'])
  })

  it('does not call a file checked that was not, when the runtime locked up', () => {
    const verdict = err({ kind: 'timeout' as const, operation: 'verify', timeoutMs: 12_000 })
    const unread = judge(
      { end: { ...end, reason: 'locked-up' }, verdict },
      { rundown: 'default', providers: [] },
      'coreclr',
    )
    expect(unread.reasons).toEqual(['not-verified', 'no-answer'])
    const unreadable = err({ kind: 'io' as const, operation: 'read' as const, path: '/x', code: 'EIO' })
    const reasons = (reason: RecordingEnd['reason']) =>
      judge({ end: { ...end, reason }, verdict: unreadable }, { rundown: 'none', providers: [] }, 'coreclr').reasons
    expect([reasons('locked-up'), reasons('link-lost'), reasons('stopped')]).toEqual([
      ['no-answer'],
      ['link-lost'],
      ['damaged'],
    ])
  })

  it('is complete when the process ended in order and wrote its end', () => {
    expect(judged({ reason: 'target-ended' }, {})).toEqual(['complete'])
  })

  it('reports missing symbols only where they were requested and possible', () => {
    expect(judged({}, { isRundownWhole: false })).toEqual(['partial', 'names-missing'])
    expect(judged({}, { isRundownWhole: false }, 'none')).toEqual(['complete'])
    expect(judged({}, { isRundownWhole: false }, '0x1')).toEqual(['complete'])
    expect(judged({}, { isRundownWhole: false }, '0x2')).toEqual(['partial', 'names-missing'])
    expect(judged({}, { isRundownWhole: false }, '0x18')).toEqual(['partial', 'names-missing'])
    expect(judged({}, { isRundownWhole: false }, 'default', 'nativeaot')).toEqual(['complete'])
  })

  it('is unverified, with what else is known, when the disk did not give the file back in time', () => {
    const verdict = err({ kind: 'timeout' as const, operation: 'verify', timeoutMs: 12_000 })
    expect(judge({ end, verdict }, { rundown: 'default', providers: [] }, 'coreclr')).toEqual({
      verdict: 'unverified',
      reasons: ['not-verified'],
      facts: {},
      error: null,
    })
    const cut = judge(
      { end: { ...end, reason: 'disk-too-slow' }, verdict },
      { rundown: 'default', providers: [] },
      'coreclr',
    )
    expect(cut.reasons).toEqual(['not-verified', 'too-slow-disk'])
  })

  it('has an error when the file cannot be read', () => {
    const failed = judge(
      { end, verdict: err({ kind: 'io', operation: 'read', path: '/x', code: 'ENOENT' }) },
      { rundown: 'none', providers: [] },
      'coreclr',
    )
    expect(failed).toMatchObject({ verdict: 'partial', error: { kind: 'io' } })
  })

  it('counts symbols and activities only where they were requested', () => {
    const runtime = 'Microsoft-Windows-DotNETRuntime'
    // oxlint-disable-next-line unicorn/consistent-function-scoping -- of this test alone
    const collected = (...asked: readonly (readonly [string, `0x${string}`])[]) => {
      const providers = asked.map(
        ([name, keywords]) => ({ name, keywords, level: 4, arguments: [], eventFilter: null }) satisfies ProviderSpec,
      )
      const empty: FileVerdict = { ...read, contentCount: 0, helperCount: 7 }
      return judge({ end, verdict: ok(empty) }, { rundown: 'none', providers }, 'coreclr').facts['collectedCount']
    }
    expect(collected([runtime, '0x39'])).toBe(0)
    expect(collected(['Microsoft-Extensions-Logging', '0x4'])).toBe(0)
    expect(collected([runtime, '0x38'])).toBe(7)
    expect(collected([runtime, '0x100000003c'])).toBe(7)
    const tasks = 'System.Threading.Tasks.TplEventSource'
    // Each beside something else: names and activities make it readable, unless they are asked for themselves.
    expect(collected([runtime, '0x38'], [tasks, '0x80'])).toBe(7)
    expect(collected([runtime, '0x38'], ['Acme', '0x1'])).toBe(0)
    expect(collected(['Acme', '0x1000000004'])).toBe(0)
    expect(collected([runtime, '0x3c'], ['Acme', '0x1'])).toBe(7)
    expect(collected([tasks, '0x80'], ['Acme', '0x1'])).toBe(0)
    expect(collected([tasks, '0x81'], ['Acme', '0x1'])).toBe(7)
  })
})

const facts = (reads: Partial<FileVerdict>) =>
  judge({ end, verdict: ok({ ...read, ...reads }) }, { rundown: 'default', providers: [] }, 'coreclr').facts

it('says what is in a recording, and how long it is where it has events', () => {
  expect(facts({ lastMs: 3500.6 })).toEqual({
    eventCount: 10,
    lostCount: 0,
    collectedCount: 10,
    methodCount: 5,
    spanMs: 2501,
    firstMs: 1000,
    lastMs: 3500.6,
  })
  expect([facts({ firstMs: null })['spanMs'], facts({ lastMs: null })['spanMs']]).toEqual([null, null])
})

it('judges a recording of a provider that is called like a property of every object', () => {
  const providers: ProviderSpec[] = [
    { name: 'constructor', keywords: '0x1', level: 5, arguments: [], eventFilter: null },
  ]
  expect(judge({ end, verdict: ok(read) }, { rundown: 'default', providers }, 'coreclr').verdict).toBe('complete')
})
