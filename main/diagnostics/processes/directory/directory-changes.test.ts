import { describe, expect, it, vi } from 'vitest'
import { must } from '../../../../shared/base/assert.ts'
import { err } from '../../../../shared/base/result.ts'
import { asProcessKey } from '../../../../shared/model/ids.ts'
import type { ProcessMessage } from '../../../../shared/model/process.ts'
import {
  answerOf,
  answers,
  asked,
  directory,
  discovery,
  restart,
  row,
  settle,
  system,
  target,
  useDirectoryBench,
  type Answer,
} from '../testing/directory-bench.ts'

useDirectoryBench()

describe('the end of a process', () => {
  it('grays its row for 30 seconds, then takes it away', async () => {
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

  it('is distinguished from its successor with the same PID', async () => {
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
  it('is updated: stopped and running again', async () => {
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

const usagesOf = (): ProcessMessage[] => {
  const usages: ProcessMessage[] = []
  directory.subscribe((message) => void (message.kind === 'usage' && usages.push(message)))
  return usages
}

describe('what is looked at', () => {
  it('is looked at each second by rules as well, window or not', async () => {
    target(10)
    const usages = usagesOf()
    directory.setVisible(false)
    directory.start()
    await settle(4500)
    expect(usages).toHaveLength(0)
    directory.setWatched(true)
    await settle(10)
    expect(usages).toHaveLength(1)
    // Said again, it is nothing new.
    directory.setWatched(true)
    directory.setVisible(false)
    await settle(10)
    expect(usages).toHaveLength(1)
    await settle(3000)
    expect(usages).toHaveLength(4)
    directory.setWatched(false)
    await settle(4000)
    expect(usages.length).toBeLessThanOrEqual(5)
  })

  it('is not looked at before the start', async () => {
    target(10)
    const usages = usagesOf()
    directory.setWatched(true)
    await settle(3000)
    expect([usages.length, directory.rows()]).toEqual([0, []])
  })

  it('is measured without those that have ended, and not at all when nothing is known', async () => {
    target(10)
    target(11, '110')
    const usages = usagesOf()
    directory.start()
    await settle(1100)
    system.processes.delete(11)
    discovery.endpoints.delete('/tmp/dotnet-diagnostic-11-110-socket')
    await settle(2000)
    expect(usages.at(-1)).toMatchObject({ entries: [{ key: '10:100' }] })
    const count = usages.length
    system.usage = () => Promise.resolve([])
    await settle(3000)
    expect(usages).toHaveLength(count)
  })

  it('is a process that lost its socket: it stays one row, and is asked again when the socket is back', async () => {
    target(900, '900')
    directory.start()
    await settle()
    discovery.endpoints.clear()
    await settle(2000)
    expect(row(900)).toMatchObject({ state: 'no-endpoint', problem: { kind: 'socket-lost' } })
    expect(directory.rows()).toHaveLength(1)
    discovery.add(900, '900')
    await settle(1000)
    expect(row(900)?.state).toBe('ready')
  })
})

describe('while an answer is on its way', () => {
  it('a new row says so, and one that was answered before keeps what it says', async () => {
    target(10)
    const pending: ((value: Answer) => void)[] = []
    answers.set(10, () => new Promise((resolve) => void pending.push(resolve)))
    directory.start()
    await settle(60)
    expect(row(10)).toMatchObject({ state: 'asking', userName: 'anna', commandLine: '/srv/app10 --flag' })
    pending[0]?.(answerOf(10))
    await settle()
    expect(row(10)?.state).toBe('ready')
    system.change(10, { isStopped: true })
    await settle(1000)
    expect(row(10)?.state).toBe('stopped')
    system.change(10, { isStopped: false })
    await settle(1000)
    expect(pending).toHaveLength(2)
    expect(row(10)?.state).toBe('stopped')
    pending[1]?.(answerOf(10))
    await settle()
    expect(row(10)?.state).toBe('ready')
  })
})

const canCount = (pid: number): boolean | null => {
  const details = directory.details(asProcessKey(`${pid}:100`))
  return details.ok ? (details.value.capabilities.find(({ id }) => id === 'counters')?.isAvailable ?? null) : null
}

describe('what a process can do', () => {
  it('is known once it has answered', async () => {
    target(10)
    directory.start()
    await settle()
    expect([canCount(10), canCount(11)]).toEqual([true, null])
  })

  it('is unknown for a process that is silent, can’t be queried, or wasn’t queried yet', async () => {
    answers.set(10, () => Promise.resolve(err({ kind: 'timeout', operation: 'process-info', timeoutMs: 5000 })))
    answers.set(11, () => Promise.resolve(err({ kind: 'no-permission', path: '/tmp/s', owner: null })))
    answers.set(12, () => new Promise(() => undefined))
    for (const pid of [10, 11, 12]) target(pid)
    directory.start()
    await settle(100)
    expect([row(10)?.state, row(11)?.state, row(12)?.state]).toEqual(['silent', 'no-permission', 'asking'])
    expect([10, 11, 12].map(canCount)).toEqual([false, false, false])
  })
})

describe('the kind of a runtime', () => {
  it('is found when there is nothing else to do, and shown', async () => {
    target(900, '900')
    const mono = { flavour: 'mono', version: '10.0.1' } as const
    system.loadedRuntime = () => mono
    directory.start()
    await settle(20)
    expect(row(900)?.runtimeFlavour).not.toBe('mono')
    await settle(2000)
    expect(row(900)?.runtimeFlavour).toBe('mono')
  })
})

const impostorAt = (path: string) => Promise.resolve(err({ kind: 'impostor-endpoint' as const, path, peerPid: 50 }))

describe('an impostor', () => {
  it('is listed with the process that made the socket, and is not spoken to', async () => {
    system.add(50, '1', { shortName: 'nc' })
    target(10)
    answers.set(10, () => impostorAt('/tmp/s'))
    directory.start()
    await settle()
    expect(row(10)).toMatchObject({
      state: 'no-endpoint',
      problem: { kind: 'impostor', peerPid: 50, peerName: 'nc', path: '/tmp/s' },
      identity: null,
    })
    expect(directory.endpointOf(asProcessKey('10:100'))).toBeNull()
    await settle(120_000)
    expect(asked).toHaveLength(1)
  })

  it('hides no socket of the process itself', async () => {
    system.add(50, '1')
    target(10)
    discovery.add(10, '100', '/home/anna/tmp')
    answers.set(10, () => {
      const path = asked.at(-1)?.path ?? ''
      return path.startsWith('/tmp/') ? impostorAt(path) : Promise.resolve(answerOf(10))
    })
    directory.start()
    await settle()
    expect(row(10)).toMatchObject({ state: 'ready', endpointPath: '/home/anna/tmp/dotnet-diagnostic-10-100-socket' })
    await settle(5000)
    expect(row(10)?.state).toBe('ready')
    expect(asked).toHaveLength(2)
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

  it('make no tools of what was launched for the person, nor of what that starts', async () => {
    system.add(77, '1')
    target(30, '300', { parentPid: 77 })
    target(31, '310', { parentPid: 30 })
    // A part of the SDK that a person launched is meant; one that it starts beside it is a tool by its name.
    system.detailChanges.set(30, { executable: '/usr/bin/dotnet-serve', arguments: ['dotnet-serve'] })
    target(32, '320', { parentPid: 30 })
    system.detailChanges.set(32, { executable: '/usr/bin/VBCSCompiler', arguments: ['VBCSCompiler'] })
    directory.setLaunched((pid) => pid === 30)
    directory.start()
    await settle()
    expect([row(30)?.isTool, row(31)?.isTool, row(32)?.isTool]).toEqual([false, false, true])
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
    restart()
    target(10)
    expect(directory.seen()).toMatchObject([{ name: 'App10', runtimeVersion: '10.0.12', isPinned: true }])
    directory.start()
    await expect.poll(() => row(10)?.isPinned).toBe(true)
    const application = must(directory.seen()[0], 'it was seen').application
    expect(directory.forget(application)).toEqual({ ok: true, value: null })
    expect(row(10)?.isPinned).toBe(false)
    expect(directory.forget(application)).toMatchObject({ ok: false, error: { kind: 'not-found' } })
  })
})

const applications = () => directory.seen().map(({ application }) => application)

describe('applications that were seen', () => {
  it('are those that have run, without tools and the demo', async () => {
    system.add(77, '1')
    target(10)
    target(20, '200', { parentPid: 77 })
    target(21, '210')
    directory.setDemo(21, true)
    directory.start()
    await settle()
    expect(directory.seen().map(({ name, isPinned }) => [name, isPinned])).toEqual([['App10', false]])
  })

  it('are one each, under the newest of the names that became known', async () => {
    const names = [null, 'Orders', 'Orders.Api']
    answers.set(10, () => Promise.resolve(answerOf(10, { entryAssembly: names[asked.length - 1] })))
    target(10)
    directory.start()
    await settle()
    expect(applications()).toEqual(['app10\n/srv/app10 --flag'])
    await settle(1000)
    expect(applications()).toEqual(['Orders\n/srv/app10 --flag'])
    directory.retry(asProcessKey('10:100'))
    await settle()
    expect(applications()).toEqual(['Orders.Api\n/srv/app10 --flag'])
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
  it('nothing is scheduled and nobody is notified', async () => {
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
