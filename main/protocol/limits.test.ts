import { describe, expect, it } from 'vitest'
import { checkCollectRequest, collectLadder, type CollectRequest, type ProviderRequest } from './collect-request.ts'
import { encodeUserEvents, type UserEventsProvider } from './encode-user-events.ts'
import { encodeApplyStartupHook, encodeAttachProfiler, encodeGenerateCoreDump } from './encode.ts'
import { compareVersions, parseVersion } from './runtime-version.ts'
import { checkSupport, deleteVariableHarm, perfMapHarm, type TargetFacts } from './target-facts.ts'

/* Each value at both ends of what runtimes take: one more or less would be refused by them at best, and end them at worst. */

const net10: TargetFacts = { runtimeVersion: '10.0.14', flavour: 'coreclr', isSuspended: false, commandLineBytes: 100 }
const provider: ProviderRequest = { name: 'P', keywords: 1n, level: 4, arguments: null }
const plain: CollectRequest = { bufferMB: 256, providers: [provider], rundown: 'default', stacks: true }
const maxU32 = 0xffff_ffff
const maxU64 = 0xffff_ffff_ffff_ffffn

const isTaken = (change: Partial<CollectRequest>) => checkCollectRequest({ ...plain, ...change }).ok
const isProviderTaken = (change: Partial<ProviderRequest>) => isTaken({ providers: [{ ...provider, ...change }] })
const filterOf = (...ids: number[]) => ({ eventFilter: { mode: 'allow' as const, ids } })

describe('a session', () => {
  it('has a buffer of 1 MB to 32 bits', () => {
    expect([0, 1, maxU32, maxU32 + 1, 1.5].map((bufferMB) => isTaken({ bufferMB }))).toEqual([
      false,
      true,
      true,
      false,
      false,
    ])
  })

  it('has 1 to 1,000 providers', () => {
    const taken = [0, 1, 1000, 1001].map((length) => isTaken({ providers: Array.from({ length }, () => provider) }))
    expect(taken).toEqual([false, true, true, false])
  })

  it('has keywords of 64 bits', () => {
    const all = [-1n, 0n, maxU64, maxU64 + 1n]
    expect(all.map((rundown) => isTaken({ rundown }))).toEqual([false, true, true, false])
    expect(all.map((keywords) => isProviderTaken({ keywords }))).toEqual([false, true, true, false])
  })

  it('has levels of 0 to 5', () => {
    expect([-1, 0, 5, 6, 0.5].map((level) => isProviderTaken({ level }))).toEqual([false, true, true, false, false])
  })

  it('filters events by ids of 32 bits', () => {
    expect([-1, 0, maxU32, maxU32 + 1, 0.5].map((id) => isProviderTaken(filterOf(5, id)))).toEqual([
      false,
      true,
      true,
      false,
      false,
    ])
  })
})

function stepsOf(change: Partial<CollectRequest>) {
  const ladder = collectLadder({ ...plain, ...change }, null)
  return ladder.ok ? ladder.value.map(({ version, request, losses }) => ({ version, request, losses })) : []
}

describe('what an older runtime is asked for instead', () => {
  it('leaves a filter out when any provider has one', () => {
    const steps = stepsOf({ providers: [provider, { ...provider, ...filterOf(1) }] })
    expect(steps[0]).toMatchObject({ version: 5, losses: [] })
    expect(steps[1]).toMatchObject({ version: 2, losses: ['event-filter'] })
    expect(steps[1]?.request.providers.map(({ eventFilter }) => eventFilter)).toEqual([undefined, undefined])
  })

  it('has no rundown in place of that of the GC alone, else the whole one, and says which stacks and keywords it loses', () => {
    expect(stepsOf({ rundown: 1n })[1]).toMatchObject({ request: { rundown: 'none' }, losses: ['rundown-keyword'] })
    expect(stepsOf({ rundown: 0x18n })[1]).toMatchObject({ request: { rundown: 'default' } })
    expect(stepsOf({ rundown: 0x18n, stacks: false })[1]).toMatchObject({
      request: { stacks: true },
      losses: ['rundown-keyword', 'stacks-off'],
    })
    expect(stepsOf({ stacks: false })[1]).toMatchObject({ request: { stacks: true }, losses: ['stacks-off'] })
  })
})

const traced: UserEventsProvider = { ...provider, defaultTracepoint: 'all', tracepoints: [] }
const isTraced = (providers: readonly UserEventsProvider[], rundownKeywords = 0n) =>
  encodeUserEvents({ providers, rundownKeywords }, net10).ok
const withIds = (...eventIds: number[]) => isTraced([{ ...traced, tracepoints: [{ name: 'some', eventIds }] }])

describe('a session into tracepoints', () => {
  it('has 1 to 1,000 providers', () => {
    const taken = [0, 1, 1000, 1001].map((length) => isTraced(Array.from({ length }, () => traced)))
    expect(taken).toEqual([false, true, true, false])
  })

  it('has a rundown of 64 bits', () => {
    expect([-1n, 0n, maxU64, maxU64 + 1n].map((rundown) => isTraced([traced], rundown))).toEqual([
      false,
      true,
      true,
      false,
    ])
  })

  it('lists at least one event for each tracepoint, by ids of 32 bits', () => {
    expect(withIds()).toBe(false)
    expect([-1, 0, maxU32, maxU32 + 1, 0.5].map((id) => withIds(7, id))).toEqual([false, true, true, false, false])
  })
})

const profilerClsid = '11111111-2222-3333-4444-555555555555'
const attach = (timeoutMs: number) =>
  encodeAttachProfiler({ timeoutMs, profilerClsid, profilerPath: '/p.so', clientBytes: new Uint8Array(0) }, net10).ok
const dump = (flags: number, version: 1 | 2) =>
  encodeGenerateCoreDump({ path: '/tmp/x.dmp', type: 'heap', flags }, version, net10).ok

describe('other requests', () => {
  it('for a dump carry only flags that their version knows', () => {
    expect([-1, 0, 1, 2, 0.5].map((flags) => dump(flags, 1))).toEqual([false, true, true, false, false])
    expect([-1, 0, 15, 16].map((flags) => dump(flags, 2))).toEqual([false, true, true, false])
  })

  it('for a profiler carry a wait of 32 bits', () => {
    expect([-1, 0, maxU32, maxU32 + 1, 0.5].map(attach)).toEqual([false, true, true, false, false])
  })

  it.each([
    ['/opt/hook.dll', true],
    ['C:\\hook.dll', true],
    ['c:/hook.dll', true],
    ['\\\\server\\hook.dll', true],
    ['hook.dll', false],
    ['C:hook.dll', false],
    ['1:\\hook.dll', false],
    ['x/opt/hook.dll', false],
  ])('for a startup hook take absolute paths: %s %s', (path, isAbsolute) => {
    expect(encodeApplyStartupHook({ path, isVerified: true }, net10).ok).toBe(isAbsolute)
  })
})

const sign = (left: string, right: string) => Math.sign(compareVersions(left, right))
const isSupported = (runtimeVersion: string | null) =>
  checkSupport('ProcessInfo3', { ...net10, runtimeVersion }) === null

describe('versions of runtimes', () => {
  it.each([
    ['10.0.14', [10, 0, 14]],
    ['8.0.0-preview.1+abc', [8, 0, 0]],
    [' 9.10.101 ', [9, 10, 101]],
    ['3', [3, 0, 0]],
    ['3.1', [3, 1, 0]],
    ['v8.0', null],
    ['', null],
  ])('%j is %j', (text, version) => {
    expect(parseVersion(text)).toEqual(version)
  })

  it('are compared by major, minor and patch', () => {
    expect([sign('9.0.9', '10.0.0'), sign('9.1.0', '9.0.5'), sign('9.0.4', '9.0.5')]).toEqual([-1, 1, -1])
    expect([sign('9.0.5', '9.0.5'), sign('9.0.5-rc.1', '9.0.5'), sign('nonsense', '0.0')]).toEqual([0, 0, 0])
  })

  it('have a command from exactly the version on that brought it', () => {
    expect(['7.0.20', '8.0.0', '9.0.1', null, 'nonsense'].map(isSupported)).toEqual([false, true, true, true, true])
  })
})

describe('why a request is not sent', () => {
  it('says whether the kind of runtime or its state is known', () => {
    expect(deleteVariableHarm({ ...net10, flavour: 'nativeaot' })).toBe(
      'deleting a variable crashes a NativeAOT process',
    )
    expect(deleteVariableHarm({ ...net10, flavour: 'unknown' })).toContain('unknown')
    const net9 = { ...net10, runtimeVersion: '9.0.1' }
    expect(perfMapHarm({ ...net9, isSuspended: true })).toContain('it is suspended')
    expect(perfMapHarm({ ...net9, isSuspended: null })).toContain('it may be suspended')
  })
})
