import { describe, expect, it } from 'vitest'
import { commands, type CommandName } from './commands.ts'
import {
  encodeApplyStartupHook,
  encodeEnablePerfMap,
  encodeGenerateCoreDump,
  encodeProcessInfo,
  encodeSetEnvironmentVariable,
  encodeStartupProfiler,
} from './encode.ts'
import { checkSupport, commandLineLimitBytes, unknownTarget, type TargetFacts } from './target-facts.ts'

/** A running runtime with a short command line. */
function running(runtimeVersion: string | null, change: Partial<TargetFacts> = {}): TargetFacts {
  return { runtimeVersion, flavour: 'coreclr', isSuspended: false, commandLineBytes: 200, ...change }
}

const refused = { ok: false, error: { kind: 'refused-harmful' } }
const sent = { ok: true }

describe('a request that would end this target', () => {
  it.each([
    ['short', running('10.0.14'), sent],
    ['at the limit', running('9.0.22', { commandLineBytes: commandLineLimitBytes }), sent],
    ['past the limit', running('9.0.22', { commandLineBytes: commandLineLimitBytes + 1 }), refused],
    ['of unknown length', running('10.0.14', { commandLineBytes: null }), refused],
    ['of unknown length on a runtime that can cope', running('11.0.0', { commandLineBytes: null }), sent],
    ['of a target nobody knows anything about', unknownTarget, refused],
  ])('is not sent: ProcessInfo with a command line %s', (_name, facts, outcome) => {
    for (const version of [1, 2, 3] as const) expect(encodeProcessInfo(version, facts)).toMatchObject(outcome)
  })

  it.each([
    ['coreclr', sent],
    ['mono', sent],
    ['nativeaot', refused],
    ['unknown', refused],
  ] as const)('is not sent: deleting a variable on %s', (flavour, outcome) => {
    const facts = running('9.0.22', { flavour })
    expect(encodeSetEnvironmentVariable('A', null, facts)).toMatchObject(outcome)
    expect(encodeSetEnvironmentVariable('A', 'x', facts)).toMatchObject(sent)
  })

  it.each([
    ['8.0.33', false, sent],
    ['8.0.33', true, refused],
    ['9.0.22', true, refused],
    ['9.0.22', null, refused],
    ['10.0.14', true, sent],
    [null, true, refused],
    [null, null, refused],
  ])('is not sent: a perf map on %s, suspended: %s', (version, isSuspended, outcome) => {
    expect(encodeEnablePerfMap('all', running(version, { isSuspended }))).toMatchObject(outcome)
  })

  it.each([
    ['8.0.33', false, false, sent],
    ['9.0.22', false, false, refused],
    ['10.0.14', false, false, refused],
    ['10.0.14', false, true, sent],
    ['8.0.33', true, false, refused],
    ['8.0.33', null, false, refused],
    [null, false, false, refused],
  ])('is not sent: a startup hook on %s, suspended: %s, checked: %s', (version, isSuspended, isVerified, outcome) => {
    expect(encodeApplyStartupHook({ path: '/h.dll', isVerified }, running(version, { isSuspended }))).toMatchObject(
      outcome,
    )
  })

  it.each([
    ['/tmp/%s.dmp', '3.1.3', refused],
    ['/tmp/%s.dmp', null, refused],
    ['/tmp/%%s-%d.dmp', '3.1.3', sent],
    ['/tmp/%e.dmp', '8.0.33', sent],
  ])('is not sent: a dump to %s on %s', (path, version, outcome) => {
    expect(encodeGenerateCoreDump({ path, type: 'mini', flags: 0 }, 1, running(version))).toMatchObject(outcome)
  })
})

describe('a command that a runtime does not have', () => {
  it('is refused with the version that has it', () => {
    expect(encodeEnablePerfMap('all', running('7.0.20'))).toEqual({
      ok: false,
      error: { kind: 'unsupported', feature: 'EnablePerfMap', neededVersion: '8.0', actualVersion: '7.0.20' },
    })
    expect(encodeSetEnvironmentVariable('A', 'b', running('3.1.3'))).toMatchObject({
      error: { kind: 'unsupported', neededVersion: '6.0' },
    })
  })

  it('is refused without a version when no version of this kind of runtime has it', () => {
    const native = running('9.0.22', { flavour: 'nativeaot' })
    const lacking: readonly CommandName[] = ['GenerateCoreDump3', 'AttachProfiler', 'EnablePerfMap', 'ApplyStartupHook']
    for (const command of lacking)
      expect(checkSupport(command, native)).toMatchObject({ kind: 'unsupported', neededVersion: null })
    expect(encodeStartupProfiler('01234567-89ab-cdef-0123-456789abcdef', '/p', native)).toMatchObject({ ok: false })
    expect(checkSupport('CollectTracing2', native)).toBeNull()
  })

  it('is asked for when the version is not known: the answer to an unknown command harms nobody', () => {
    for (const command of Object.keys(commands) as CommandName[])
      expect(checkSupport(command, unknownTarget)).toBeNull()
  })
})
