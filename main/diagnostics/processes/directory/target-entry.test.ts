import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { asPid, asProcessKey } from '../../../../shared/model/ids.ts'
import type { ProcessState } from '../../../../shared/model/process.ts'
import type { ProcessInfo } from '../../../protocol/decode.ts'
import type { Inspection } from '../inspection.ts'
import { FakeSystem } from '../testing/fake-system.ts'
import { nothingKnown, TargetEntry } from './target-entry.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const endpoint = { transport: 'unix', path: '/tmp/socket', pid: asPid(10) } as const
const entryOf = () => new TargetEntry(asProcessKey('10:1'), asPid(10), endpoint, 5)
const complete = { commandLine: '/srv/app --flag', entryAssembly: 'App' } as ProcessInfo

function found(state: ProcessState, change: Partial<Inspection> = {}): Inspection {
  return { ...entryOf().facts, state, isStale: false, ...change }
}

describe('when an entry is queried again', () => {
  it('no longer after a complete answer', () => {
    expect(entryOf().take(found('ready', { info: complete }))).toBeNull()
    expect(entryOf().take(found('ready'))).toBeNull()
    expect(entryOf().take(found('failed', { info: { ...complete, entryAssembly: null } }))).toBeNull()
  })

  it.each([
    ['its assembly', { ...complete, entryAssembly: null }],
    ['its command line', { ...complete, commandLine: null }],
    ['its arguments', { ...complete, commandLine: '/srv/app' }],
  ])('three times, at growing intervals, while an answer lacks %s', (_what, info) => {
    const entry = entryOf()
    const details = { ...nothingKnown, arguments: ['/srv/app', '--flag'] }
    const again = () => entry.take(found('ready', { info, details }))
    expect([again(), again(), again(), again()]).toEqual([1000, 3000, 10_000, null])
  })

  it('not for arguments of a program that has none', () => {
    const details = { ...nothingKnown, arguments: ['/srv/app'] }
    expect(entryOf().take(found('ready', { info: { ...complete, commandLine: '/srv/app' }, details }))).toBeNull()
  })

  it('at growing intervals while it is silent, and from the start after it answered', () => {
    const entry = entryOf()
    const silent = () => entry.take(found('silent'))
    expect([silent(), silent(), silent(), silent()]).toEqual([10_000, 30_000, 60_000, 60_000])
    entry.take(found('ready', { info: complete }))
    expect(silent()).toBe(10_000)
  })

  it('twenty times quickly while nothing serves its socket, and its row shows no problem until then', () => {
    const entry = entryOf()
    const stale = () => entry.take(found('no-endpoint', { isStale: true }))
    expect(Array.from({ length: 20 }, stale)).toEqual(Array(20).fill(100))
    expect(entry.facts.state).toBe('asking')
    expect(stale()).toBeNull()
    expect(entry.facts.state).toBe('no-endpoint')
  })
})

describe('an entry', () => {
  it('keeps what it knows when a later query brings less', () => {
    const entry = entryOf()
    const system = new FakeSystem()
    system.add(10, '1')
    const identity = { pid: 10 } as unknown as NonNullable<Inspection['identity']>
    entry.take(found('ready', { info: complete, os: system.process(10), identity }))
    entry.take(found('silent'))
    expect(entry.facts).toMatchObject({ state: 'silent', info: complete, os: { pid: 10 }, identity })
  })

  it('shows at once what the operating system knows', () => {
    const system = new FakeSystem()
    system.add(10, '1')
    const entry = entryOf()
    entry.glance(system)
    expect(entry.facts).toMatchObject({ os: { pid: 10 }, details: nothingKnown })
    entry.look(system)
    expect(entry.facts.details.executable).toBe('/srv/app10')
  })

  it('asks for its kind of runtime only where it may speak to it and does not know it', () => {
    const entry = entryOf()
    expect(entry.needsFlavour()).toBe(true)
    entry.setState('no-permission', null)
    expect(entry.needsFlavour()).toBe(false)
    entry.setState('no-endpoint', { kind: 'impostor', peerPid: asPid(3), peerName: null, path: '/tmp/socket' })
    expect([entry.needsFlavour(), entry.usableEndpoint]).toEqual([false, null])
    entry.setState('ready', null)
    expect(entry.usableEndpoint).toBe(endpoint)
    entry.flavour = 'mono'
    expect(entry.needsFlavour()).toBe(false)
  })

  it('does not take a program that still waits at its start for NativeAOT', async () => {
    const system = new FakeSystem()
    system.add(10, '1')
    const entry = entryOf()
    entry.setState('suspended', null)
    expect(await entry.recognise(system)).toBe(false)
    expect(entry.flavour).toBe('unknown')
    entry.setState('ready', null)
    expect(await entry.recognise(system)).toBe(true)
    expect(entry.flavour).toBe('nativeaot')
    entry.endpoint = null
    expect(await entry.recognise(system)).toBe(false)
  })

  it('takes a program that waits at its start for CoreCLR as soon as that is seen', async () => {
    const system = new FakeSystem()
    const entry = new TargetEntry(asProcessKey('900:1'), asPid(900), { ...endpoint, pid: asPid(900) }, 5)
    entry.setState('suspended', null)
    expect(await entry.recognise(system)).toBe(true)
    expect([entry.flavour, entry.osVersion]).toEqual(['coreclr', '10.0.12'])
  })

  it('learns nothing from a socket that it has lost in the meantime', async () => {
    const entry = entryOf()
    const asked = entry.recognise(new FakeSystem())
    entry.endpoint = null
    expect(await asked).toBe(false)
    expect(entry.flavour).toBe('unknown')
  })

  it('has one plan at a time', async () => {
    const entry = entryOf()
    const done: string[] = []
    entry.later(100, () => done.push('first'))
    entry.later(200, () => done.push('second'))
    await vi.advanceTimersByTimeAsync(200)
    expect(done).toEqual(['second'])
    entry.later(100, () => done.push('third'))
    entry.dispose()
    await vi.advanceTimersByTimeAsync(200)
    expect(done).toEqual(['second'])
  })

  it('gives up a query when it starts the next one, and at its end', () => {
    const entry = entryOf()
    const first = entry.newQuestion()
    expect(first.aborted).toBe(false)
    const second = entry.newQuestion()
    expect([first.aborted, second.aborted]).toEqual([true, false])
    entry.dispose()
    expect(second.aborted).toBe(true)
  })
})
