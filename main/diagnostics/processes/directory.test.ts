import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { must } from '../../../shared/base/assert.ts'
import { err, ok } from '../../../shared/base/result.ts'
import { asPid, asProcessKey } from '../../../shared/model/ids.ts'
import type { ProcessMessage, ProcessRow } from '../../../shared/model/process.ts'
import type { OperatingSystem, OsProcess, OsProcessDetails } from '../../os/operating-system.ts'
import type { Discovery, FoundEndpoint } from '../../transport/discovery.ts'
import type { Endpoint } from '../../transport/endpoint.ts'
import { ProcessDirectory } from './directory.ts'
import type { AskProcessInfo } from './inspection.ts'

type Answer = Awaited<ReturnType<AskProcessInfo>>

class FakeSystem implements OperatingSystem {
  readonly processes = new Map<number, OsProcess>()
  readonly detailChanges = new Map<number, Partial<OsProcessDetails>>()
  readonly environments = new Map<number, ReadonlyMap<string, string>>()

  add(pid: number, startKey: string, change: Partial<OsProcess> = {}): void {
    const startTimeMs = Date.now() - 60_000
    this.processes.set(pid, {
      pid,
      parentPid: 1,
      startKey,
      startTimeMs,
      shortName: `p${pid}`,
      isStopped: false,
      threadCount: 9,
      ...change,
    })
  }
  change(pid: number, change: Partial<OsProcess>): void {
    this.processes.set(pid, { ...must(this.processes.get(pid), 'it was added'), ...change })
  }
  listPids(): Promise<readonly number[]> {
    return Promise.resolve([...this.processes.keys()])
  }
  process(pid: number): OsProcess | null {
    return this.processes.get(pid) ?? null
  }
  details(pid: number): OsProcessDetails {
    return {
      userId: 1000,
      userName: 'anna',
      isSameUser: true,
      commandLine: `/srv/app${pid} --flag`,
      arguments: [`/srv/app${pid}`, '--flag'],
      commandLineBytes: 20,
      executable: `/srv/app${pid}`,
      workingFolder: '/srv',
      container: null,
      ...this.detailChanges.get(pid),
    }
  }
  environment(pid: number): ReadonlyMap<string, string> {
    return this.environments.get(pid) ?? new Map()
  }
  loadedRuntime(pid: number): ReturnType<OperatingSystem['loadedRuntime']> {
    return pid >= 900 ? { flavour: 'coreclr', version: '10.0.12' } : 'none'
  }
  usage(pids: readonly number[]): ReturnType<OperatingSystem['usage']> {
    return Promise.resolve(pids.map((pid) => ({ pid, cpuPercent: 12.5, workingSetBytes: 1000 * pid, threadCount: 9 })))
  }
  userName(): string {
    return 'anna'
  }
}

class FakeDiscovery implements Discovery {
  readonly endpoints = new Map<string, FoundEndpoint>()
  readonly searchedFolders = ['/tmp']
  notify: () => void = () => undefined

  add(pid: number, startKey: string): void {
    const path = `/tmp/dotnet-diagnostic-${pid}-${startKey}-socket`
    this.endpoints.set(path, { endpoint: { transport: 'unix', path, pid: asPid(pid) }, startKey })
  }
  start(onChange: () => void): Promise<void> {
    this.notify = onChange
    return Promise.resolve()
  }
  tick(): Promise<boolean> {
    return Promise.resolve(false)
  }
  dispose(): void {
    this.endpoints.clear()
  }
}

let system: FakeSystem
let discovery: FakeDiscovery
let directory: ProcessDirectory
let answers: Map<number, () => Promise<Answer>>
let asked: Endpoint[]
let folder: string

function answerOf(pid: number, change: object = {}): Answer {
  return ok({
    version: 3,
    info: {
      targetPid: pid,
      cookie: `cookie-${pid}`,
      commandLine: `/srv/app${pid} --flag`,
      operatingSystem: 'Linux',
      architecture: 'x64',
      entryAssembly: `App${pid}`,
      runtimeVersion: '10.0.12',
      runtimeIdentifier: 'linux-x64',
      ...change,
    },
  })
}

function make(): ProcessDirectory {
  return new ProcessDirectory({
    storageFolder: folder,
    os: system,
    discovery,
    ownPid: 77,
    ask: (endpoint) => {
      asked.push(endpoint)
      return answers.get(endpoint.pid)?.() ?? Promise.resolve(answerOf(endpoint.pid))
    },
  })
}

function target(pid: number, startKey = '100', change: Partial<OsProcess> = {}): void {
  system.add(pid, startKey, change)
  discovery.add(pid, startKey)
}

function row(pid: number): ProcessRow | undefined {
  return directory.rows().find((candidate) => candidate.pid === pid)
}

beforeEach(() => {
  vi.useFakeTimers({ now: 1_790_000_000_000 })
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ps-test-'))
  system = new FakeSystem()
  discovery = new FakeDiscovery()
  answers = new Map()
  asked = []
  directory = make()
})
afterEach(() => {
  directory.dispose()
  vi.useRealTimers()
  fs.rmSync(folder, { recursive: true, force: true })
})

/** Lets what is under way finish, up to a moment. */
const settle = (ms = 50): Promise<unknown> => vi.advanceTimersByTimeAsync(ms)

describe('rows', () => {
  it('are there at once, and complete when their runtime has answered', async () => {
    target(10)
    const messages: ProcessMessage[] = []
    directory.subscribe((message) => void messages.push(message))
    directory.start()
    await settle()
    expect(messages[0]).toEqual({ kind: 'snapshot', revision: 1, rows: [], isScanComplete: false })
    expect(messages[1]).toMatchObject({ kind: 'snapshot', isScanComplete: true, rows: [{ pid: 10, state: 'asking' }] })
    expect(row(10)).toMatchObject({
      key: '10:100',
      state: 'ready',
      name: 'App10',
      runtimeVersion: '10.0.12',
      cookie: 'cookie-10',
      commandLineSource: 'runtime',
      firstSeenMs: 1_790_000_000_000,
    })
    expect(messages.map(({ revision }) => revision)).toEqual(messages.map((_, index) => index + 1))
  })

  it('are asked for once, however long they live', async () => {
    target(10)
    directory.start()
    await settle(120_000)
    expect(asked).toHaveLength(1)
  })

  it('come as soon as discovery has noticed them', async () => {
    directory.start()
    await settle()
    target(10)
    discovery.notify()
    await settle(40)
    expect(row(10)?.state).toBe('ready')
  })

  it('of silent endpoints delay no others, and say how long was waited', async () => {
    for (let pid = 100; pid < 140; pid++) {
      target(pid)
      answers.set(
        pid,
        () =>
          new Promise((resolve) =>
            setTimeout(() => resolve(err({ kind: 'timeout', operation: 'ProcessInfo3', timeoutMs: 5000 })), 5000),
          ),
      )
    }
    for (let pid = 200; pid < 240; pid++) target(pid)
    directory.start()
    await settle(400)
    for (let pid = 200; pid < 240; pid++) expect(row(pid)?.state).toBe('ready')
    expect(row(100)?.state).toBe('asking')
    await settle(6000)
    expect(row(100)).toMatchObject({ state: 'silent', problem: { kind: 'silent', waitedMs: 5000 } })
  })

  it('of a silent endpoint are asked again gently, or when a person wants it', async () => {
    target(10)
    answers.set(10, () => Promise.resolve(err({ kind: 'timeout', operation: 'ProcessInfo3', timeoutMs: 5000 })))
    directory.start()
    await settle()
    expect(asked).toHaveLength(1)
    await settle(10_000)
    expect(asked).toHaveLength(2)
    answers.delete(10)
    expect(directory.retry(asProcessKey('10:100'))).toEqual({ ok: true, value: null })
    await settle()
    expect(row(10)?.state).toBe('ready')
    expect(directory.retry(asProcessKey('99:1'))).toMatchObject({ ok: false, error: { kind: 'not-found' } })
  })

  it('of a process that may not be asked say why, and it is not asked', async () => {
    target(10)
    system.detailChanges.set(10, { commandLineBytes: 40_000 })
    target(11, '100', { isStopped: true })
    target(12)
    system.detailChanges.set(12, { commandLineBytes: null })
    directory.start()
    await settle()
    expect(asked).toEqual([])
    expect(row(10)).toMatchObject({ state: 'limited', problem: { kind: 'command-line-too-long', sizeBytes: 40_000 } })
    expect(row(11)).toMatchObject({ state: 'stopped', problem: { kind: 'stopped' } })
    expect(row(12)).toMatchObject({ state: 'limited', problem: { kind: 'command-line-too-long', sizeBytes: null } })
  })

  it('of somebody else name the owner', async () => {
    target(10)
    system.detailChanges.set(10, { userName: 'root', userId: 0, isSameUser: false })
    answers.set(10, () => Promise.resolve(err({ kind: 'no-permission', path: '/tmp/x', owner: null })))
    directory.start()
    await settle()
    expect(row(10)).toMatchObject({ state: 'no-permission', problem: { kind: 'foreign-owner', owner: 'root' } })
  })

  it('of .NET Core 3 are limited to what the system knows', async () => {
    target(10)
    answers.set(10, () => Promise.resolve(ok(null)))
    directory.start()
    await settle()
    expect(row(10)).toMatchObject({
      state: 'limited',
      problem: { kind: 'no-process-commands' },
      name: 'app10',
      commandLine: '/srv/app10 --flag',
      commandLineSource: 'operating-system',
    })
    expect(directory.details(asProcessKey('10:100'))).toMatchObject({ value: { commandsAnswered: [0, 3] } })
  })

  it('keep asking a socket that is not served yet, for a while', async () => {
    target(10)
    let tries = 0
    answers.set(10, () => Promise.resolve(++tries < 4 ? err({ kind: 'endpoint-stale', path: '/tmp/x' }) : answerOf(10)))
    directory.start()
    await settle(250)
    expect(row(10)?.state).toBe('asking')
    await settle(250)
    expect(row(10)?.state).toBe('ready')
    expect(tries).toBe(4)
  })

  it('complete a name that was not there yet', async () => {
    target(10)
    answers.set(10, () =>
      Promise.resolve(answerOf(10, asked.length < 2 ? { entryAssembly: null, commandLine: '/srv/app10' } : {})),
    )
    directory.start()
    await settle()
    expect(row(10)).toMatchObject({ name: 'app10', commandLineSource: 'operating-system' })
    await settle(1000)
    expect(row(10)).toMatchObject({ name: 'App10', commandLineSource: 'runtime' })
    await settle(60_000)
    expect(asked).toHaveLength(2)
  })

  it('show an answer that makes no sense', async () => {
    target(10)
    answers.set(10, () =>
      Promise.resolve(err({ kind: 'malformed', what: 'answer to ProcessInfo3', offset: 3, expected: 'a', found: 'b' })),
    )
    directory.start()
    await settle()
    expect(row(10)).toMatchObject({ state: 'failed', problem: { kind: 'answer-not-understood' } })
  })
})

describe('the end of a process', () => {
  it('greys its row for 30 seconds, then takes it away', async () => {
    target(10)
    directory.start()
    await settle()
    system.processes.delete(10)
    discovery.endpoints.clear()
    await settle(1100)
    expect(row(10)).toMatchObject({ state: 'exited', exitedAtMs: Date.now() - 150, endpointPath: null, name: 'App10' })
    expect(directory.endpointOf(asProcessKey('10:100'))).toBeNull()
    await settle(28_000)
    expect(row(10)?.state).toBe('exited')
    await settle(3000)
    expect(row(10)).toBeUndefined()
  })

  it('is told from its successor with the same pid', async () => {
    target(10, '100')
    directory.start()
    await settle()
    discovery.endpoints.clear()
    target(10, '200')
    discovery.notify()
    await settle()
    expect(directory.rows().map(({ key, state }) => [key, state])).toEqual([
      ['10:100', 'exited'],
      ['10:200', 'ready'],
    ])
  })

  it('is not the loss of its socket', async () => {
    target(10)
    directory.start()
    await settle()
    discovery.endpoints.clear()
    await settle(2000)
    expect(row(10)).toMatchObject({ state: 'no-endpoint', problem: { kind: 'socket-lost' }, exitedAtMs: null })
  })

  it('in the middle of an answer wins over the answer', async () => {
    target(10)
    const pending: ((value: Answer) => void)[] = []
    answers.set(10, () => new Promise((resolve) => void pending.push(resolve)))
    directory.start()
    await settle()
    system.processes.delete(10)
    discovery.endpoints.clear()
    await settle(1100)
    pending[0]?.(answerOf(10))
    await settle()
    expect(row(10)?.state).toBe('exited')
  })
})

describe('what changes while a process lives', () => {
  it('is followed: stopped and going on', async () => {
    target(10)
    directory.start()
    await settle()
    system.change(10, { isStopped: true })
    await settle(1000)
    expect(row(10)?.state).toBe('stopped')
    system.change(10, { isStopped: false })
    await settle(1000)
    expect(row(10)?.state).toBe('ready')
  })

  it('is followed: waiting at the start, resumed by somebody else', async () => {
    target(10, '100', { threadCount: 3 })
    system.environments.set(10, new Map([['DOTNET_DefaultDiagnosticPortSuspend', '1']]))
    directory.start()
    await settle()
    expect(row(10)).toMatchObject({ state: 'suspended', problem: { kind: 'suspended-at-start' } })
    system.change(10, { threadCount: 8 })
    await settle(1000)
    expect(row(10)?.state).toBe('ready')
  })

  it('is measured each second while somebody can see it', async () => {
    target(10)
    const usages: ProcessMessage[] = []
    directory.subscribe((message) => void (message.kind === 'usage' && usages.push(message)))
    directory.start()
    await settle(3500)
    expect(usages).toHaveLength(3)
    expect(usages[0]).toMatchObject({ entries: [{ key: '10:100', cpuPercent: 12.5, workingSetBytes: 10_000 }] })
    directory.setVisible(false)
    await settle(20_000)
    expect(usages.length).toBeLessThanOrEqual(4)
    directory.setVisible(true)
    await settle(10)
    expect(usages.length).toBeGreaterThanOrEqual(4)
  })
})

describe('relations and marks', () => {
  it('nest a process under its nearest listed ancestor', async () => {
    target(10)
    system.add(11, '110', { parentPid: 10 })
    target(12, '120', { parentPid: 11 })
    target(13, '130', { parentPid: 12 })
    directory.start()
    await settle()
    expect([row(10)?.parentKey, row(12)?.parentKey, row(13)?.parentKey]).toEqual([null, '10:100', '12:120'])
    system.processes.delete(12)
    discovery.endpoints.delete('/tmp/dotnet-diagnostic-12-120-socket')
    system.change(13, { parentPid: 1 })
    await settle(1100)
    expect(row(13)?.parentKey).toBeNull()
  })

  it('make our own children tools, but not the demo target', async () => {
    system.add(77, '1')
    target(20, '200', { parentPid: 77 })
    target(21, '210', { parentPid: 77 })
    directory.setDemo(21, true)
    directory.start()
    await settle()
    expect(row(20)).toMatchObject({ isTool: true, isDemo: false })
    expect(row(21)).toMatchObject({ isTool: false, isDemo: true })
    directory.setDemo(21, false)
    expect(row(21)).toMatchObject({ isDemo: false })
  })

  it('remember applications and pins over a restart', async () => {
    target(10)
    directory.start()
    await settle()
    expect(directory.pin(asProcessKey('10:100'), true)).toEqual({ ok: true, value: null })
    expect(row(10)?.isPinned).toBe(true)
    expect(directory.pin(asProcessKey('99:1'), true)).toMatchObject({ ok: false })
    vi.useRealTimers()
    await directory.flush()
    directory.dispose()
    target(10)
    directory = make()
    expect(directory.seen()).toMatchObject([{ name: 'App10', runtimeVersion: '10.0.12', isPinned: true }])
    directory.start()
    await expect.poll(() => row(10)?.isPinned).toBe(true)
    const application = must(directory.seen()[0], 'it was seen').application
    expect(directory.forget(application)).toEqual({ ok: true, value: null })
    expect(row(10)?.isPinned).toBe(false)
    expect(directory.forget(application)).toMatchObject({ ok: false, error: { kind: 'not-found' } })
  })
})

describe('processes without an endpoint', () => {
  it('are listed with the switch that was found', async () => {
    system.add(900, '900')
    system.environments.set(900, new Map([['DOTNET_EnableDiagnostics', '0']]))
    directory.start()
    await settle(500)
    expect(row(900)).toMatchObject({
      state: 'no-endpoint',
      endpointPath: null,
      runtimeFlavour: 'coreclr',
      runtimeVersion: '10.0.12',
      problem: { kind: 'diagnostics-disabled', variable: 'DOTNET_EnableDiagnostics' },
    })
    const report = await directory.explain()
    expect(report).toMatchObject({ ok: true, value: { unlisted: [{ pid: 900 }], searchedFolders: ['/tmp'] } })
  })
})

describe('after dispose', () => {
  it('nothing is planned and nobody is told', async () => {
    target(10)
    const messages: ProcessMessage[] = []
    directory.start()
    await settle()
    directory.subscribe((message) => void messages.push(message))
    directory.dispose()
    const count = messages.length
    await settle(60_000)
    expect(messages).toHaveLength(count)
    expect(vi.getTimerCount()).toBeLessThanOrEqual(1)
  })
})
