import { describe, expect, it } from 'vitest'
import { err, ok } from '../../../../shared/base/result.ts'
import { asProcessKey } from '../../../../shared/model/ids.ts'
import type { ProcessMessage } from '../../../../shared/model/process.ts'
import {
  answerOf,
  answers,
  asked,
  directory,
  discovery,
  row,
  settle,
  system,
  target,
  useDirectoryBench,
} from '../testing/directory-bench.ts'

useDirectoryBench()

describe('rows', () => {
  it('appear at once, and are complete when their runtime has answered', async () => {
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

  it('are queried once, however long they live', async () => {
    target(10)
    directory.start()
    await settle(120_000)
    expect(asked).toHaveLength(1)
  })

  it('appear as soon as discovery finds them', async () => {
    directory.start()
    await settle()
    target(10)
    discovery.notify()
    await settle(40)
    expect(row(10)?.state).toBe('ready')
  })

  it('of silent endpoints don’t delay others, and say how long Pipescope waited', async () => {
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

  it('of a silent endpoint are queried again at growing intervals, or on request', async () => {
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

  it('of a process that must not be queried say why, and it isn’t queried', async () => {
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

  it('of another user name the owner', async () => {
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

  it('keep querying a socket that isn’t served yet, for a while', async () => {
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

  it('fill in a name that wasn’t known yet', async () => {
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

  it('report an invalid response', async () => {
    target(10)
    answers.set(10, () =>
      Promise.resolve(err({ kind: 'malformed', what: 'answer to ProcessInfo3', offset: 3, expected: 'a', found: 'b' })),
    )
    directory.start()
    await settle()
    expect(row(10)).toMatchObject({ state: 'failed', problem: { kind: 'answer-not-understood' } })
  })
})
