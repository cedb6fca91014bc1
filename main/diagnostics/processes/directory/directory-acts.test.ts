import { describe, expect, it, vi } from 'vitest'
import { err, ok } from '../../../../shared/base/result.ts'
import { asProcessKey } from '../../../../shared/model/ids.ts'
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

const key = asProcessKey('10:100')
const suspended = () => {
  target(10, '100', { threadCount: 3 })
  system.environments.set(10, new Map([['DOTNET_DefaultDiagnosticPortSuspend', '1']]))
}

const connect = async () => {
  restart({ machine: { id: 'ssh:far', name: 'far' } })
  target(10)
  directory.start()
  await settle()
}

describe('a process on another machine', () => {
  const far = asProcessKey('ssh:far/10:100')
  it('has a key that names the machine, also when it has no endpoint', async () => {
    system.add(900, '900')
    await connect()
    await settle(500)
    expect(directory.rows().map((shown) => shown.key)).toEqual(['ssh:far/10:100', 'ssh:far/900:900'])
    expect(directory.rowOf(far)).toMatchObject({ state: 'ready', machine: { id: 'ssh:far', name: 'far' } })
  })

  it('is not said to have ended when the link breaks, and is asked again when it is back', async () => {
    await connect()
    directory.setLink(false)
    expect(row(10)).toMatchObject({
      state: 'no-endpoint',
      problem: { kind: 'link-lost', machine: 'far' },
      exitedAtMs: null,
    })
    expect(asked).toHaveLength(1)
    directory.setLink(true)
    await settle()
    expect(row(10)?.state).toBe('ready')
    expect(asked).toHaveLength(2)
  })

  it('that was silent is not queried over a link that is gone', async () => {
    answers.set(10, () => Promise.resolve(err({ kind: 'timeout', operation: 'ProcessInfo3', timeoutMs: 5000 })))
    await connect()
    expect(row(10)?.state).toBe('silent')
    directory.setLink(false)
    await settle(60_000)
    expect(asked).toHaveLength(1)
    directory.setLink(true)
    await settle()
    expect(asked).toHaveLength(2)
  })

  it('that has ended before the link broke stays ended', async () => {
    await connect()
    system.processes.delete(10)
    discovery.endpoints.clear()
    await settle(1100)
    directory.setLink(false)
    expect(row(10)?.state).toBe('exited')
    directory.setLink(true)
    await settle()
    expect([row(10)?.state, asked.length]).toEqual(['exited', 1])
  })

  it('is not one of this machine, which has no link', async () => {
    target(10)
    directory.start()
    await settle()
    directory.setLink(false)
    expect(row(10)?.state).toBe('ready')
  })
})

describe('a runtime that waits at its start', () => {
  it('is resumed through the port that it waits at', async () => {
    suspended()
    directory.start()
    await settle()
    const resumed: string[] = []
    directory.setPortResumer((at) => {
      resumed.push(at)
      system.change(10, { threadCount: 8 })
      system.environments.clear()
      return Promise.resolve(ok(null))
    })
    // Its own socket is not there: what counts is said by it.
    expect(await directory.resume(key)).toMatchObject({ ok: false })
    expect(resumed).toEqual(['10:100'])
  })

  it('is not asked again when it could not be resumed', async () => {
    suspended()
    directory.start()
    await settle()
    const before = asked.length
    expect(await directory.resume(key)).toMatchObject({ ok: false })
    await settle()
    expect(asked).toHaveLength(before)
  })

  it('is the only one that can be resumed', async () => {
    target(10)
    directory.start()
    await settle()
    const resumer = vi.fn(() => null)
    directory.setPortResumer(resumer)
    expect(await directory.resume(key)).toMatchObject({ ok: false, error: { kind: 'invalid-request', what: 'resume' } })
    expect(await directory.resume(asProcessKey('99:1'))).toMatchObject({ ok: false, error: { kind: 'not-found' } })
    expect(resumer).not.toHaveBeenCalled()
  })
})

describe('the environment of a process', () => {
  it('is given out one value at a time, and forgotten with the process', async () => {
    target(10, '100', { isStopped: true })
    system.environments.set(10, new Map([['PATH', '/bin']]))
    directory.start()
    await settle()
    expect(directory.reveal(key, 'PATH')).toMatchObject({ ok: false })
    const loaded = await directory.environment(key)
    expect(loaded).toMatchObject({ ok: true, value: [{ name: 'PATH' }] })
    expect(directory.reveal(key, 'PATH')).toEqual({ ok: true, value: { value: '/bin' } })
    system.processes.delete(10)
    discovery.endpoints.clear()
    await settle(1100)
    expect(row(10)?.state).toBe('exited')
    expect(directory.reveal(key, 'PATH')).toMatchObject({ ok: false })
  })

  it('is not known of a process that is not on the list', async () => {
    expect(await directory.environment(key)).toMatchObject({ ok: false, error: { kind: 'not-found', what: 'process' } })
    expect(directory.details(key)).toMatchObject({ ok: false, error: { kind: 'not-found', what: 'process' } })
  })
})

describe('what a process has answered', () => {
  it('comes with how often it was asked', async () => {
    target(10)
    directory.start()
    await settle()
    expect(directory.details(key)).toMatchObject({ ok: true, value: { key: '10:100', commandsAnswered: [1, 1] } })
  })

  it('is asked again while an earlier question is open, whose answer counts no more', async () => {
    target(10)
    const pending: ((value: Answer) => void)[] = []
    answers.set(10, () => new Promise((resolve) => void pending.push(resolve)))
    directory.start()
    await settle()
    expect(directory.retry(key)).toEqual({ ok: true, value: null })
    await settle()
    expect(pending).toHaveLength(2)
    pending[0]?.(answerOf(10, { entryAssembly: 'Old' }))
    await settle()
    expect(row(10)?.state).toBe('asking')
    pending[1]?.(answerOf(10, { entryAssembly: 'New' }))
    await settle()
    expect(row(10)).toMatchObject({ state: 'ready', name: 'New' })
  })

  it('is waited for in a queue that says how full it is', async () => {
    for (let pid = 100; pid < 140; pid += 1) {
      target(pid)
      answers.set(pid, () => new Promise(() => undefined))
    }
    directory.start()
    await settle(10)
    expect(directory.queues()).toEqual([
      { name: 'process-asks', owner: 'processes', limit: 10_000, fill: 8, peak: 8, droppedCount: 0, unit: 'items' },
    ])
  })
})

describe('what the operating system knows', () => {
  it('is there for any process that runs', () => {
    system.add(55, '77')
    expect([directory.startKeyOf(55), directory.startKeyOf(56)]).toEqual(['77', null])
    expect(directory.detailsOf(55)).toMatchObject({ commandLine: '/srv/app55 --flag' })
  })
})

describe('looking', () => {
  it('begins once, and not again after the end', async () => {
    const start = vi.spyOn(discovery, 'start')
    const tick = vi.spyOn(discovery, 'tick')
    directory.start()
    directory.start()
    await settle()
    expect(start).toHaveBeenCalledTimes(1)
    await directory.refresh()
    expect(tick).toHaveBeenCalledTimes(1)
    directory.dispose()
    await directory.refresh()
    expect(tick).toHaveBeenCalledTimes(1)
  })

  it('now puts the next look a second off, and joins one that is under way', async () => {
    const tick = vi.spyOn(discovery, 'tick')
    directory.start()
    await settle(600)
    await Promise.all([directory.refresh(), directory.refresh()])
    expect(tick).toHaveBeenCalledTimes(1)
    await settle(990)
    expect(tick).toHaveBeenCalledTimes(1)
    await settle(20)
    expect(tick).toHaveBeenCalledTimes(2)
  })

  it('is done every five seconds while nobody sees it, and at once when somebody does', async () => {
    const tick = vi.spyOn(discovery, 'tick')
    directory.setVisible(false)
    directory.start()
    await settle(4990)
    expect(tick).toHaveBeenCalledTimes(0)
    await settle(20)
    expect(tick).toHaveBeenCalledTimes(1)
    directory.setVisible(true)
    directory.setVisible(true)
    await settle(10)
    expect(tick).toHaveBeenCalledTimes(2)
  })

  it('that ends in the middle of it changes nothing any more', async () => {
    const begun: (() => void)[] = []
    vi.spyOn(discovery, 'start').mockReturnValue(new Promise<void>((resolve) => void begun.push(resolve)))
    target(10)
    directory.start()
    directory.dispose()
    begun[0]?.()
    await settle(5000)
    expect([directory.rows(), vi.getTimerCount()]).toEqual([[], 0])
  })

  it('that ends while discovery looks lists nothing any more', async () => {
    directory.start()
    await settle()
    const looked: ((value: boolean) => void)[] = []
    vi.spyOn(discovery, 'tick').mockReturnValue(new Promise((resolve) => void looked.push(resolve)))
    void directory.refresh()
    directory.dispose()
    target(10)
    looked[0]?.(true)
    await settle(5000)
    expect([directory.rows(), asked]).toEqual([[], []])
  })

  it('slowly begins a round after the last look began, or after a short pause when the look took longer', async () => {
    restart({ roundMs: 2000 })
    let takesMs = 500
    const tick = vi.spyOn(discovery, 'tick')
    tick.mockImplementation(() => new Promise((resolve) => void setTimeout(() => resolve(false), takesMs)))
    directory.start()
    await settle(0)
    await vi.advanceTimersToNextTimerAsync()
    const begunMs = Date.now()
    expect(tick).toHaveBeenCalledTimes(1)
    await settle(1999)
    expect(tick).toHaveBeenCalledTimes(1)
    takesMs = 5000
    await settle(1)
    expect([tick.mock.calls.length, Date.now() - begunMs]).toEqual([2, 2000])
    await settle(5299)
    expect(tick).toHaveBeenCalledTimes(2)
    await settle(1)
    expect(tick).toHaveBeenCalledTimes(3)
  })
})
