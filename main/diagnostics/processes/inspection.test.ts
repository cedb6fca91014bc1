import { describe, expect, it, test } from 'vitest'
import type { AppError } from '../../../shared/base/errors.ts'
import { err, ok } from '../../../shared/base/result.ts'
import { asPid } from '../../../shared/model/ids.ts'
import type { ProcessInfo } from '../../protocol/decode.ts'
import type { Endpoint } from '../../transport/endpoint.ts'
import { inspect, type AskProcessInfo } from './inspection.ts'
import { FakeSystem } from './testing/fake-system.ts'

const endpoint: Endpoint = { transport: 'unix', path: '/tmp/dotnet-diagnostic-10-1-socket', pid: asPid(10) }
const info = { targetPid: 10, cookie: 'c', commandLine: '/srv/app10 --flag', entryAssembly: 'App' } as ProcessInfo

function look(answer: Awaited<ReturnType<AskProcessInfo>>, system = new FakeSystem()) {
  if (system.process(10) === null) system.add(10, '1')
  const asked: Parameters<AskProcessInfo>[] = []
  const ask: AskProcessInfo = (...question) => {
    asked.push(question)
    return Promise.resolve(answer)
  }
  const looked: unknown[] = []
  const signal = new AbortController().signal
  const onLooked = (...seen: unknown[]) => void looked.push(seen)
  const whenDone = inspect(endpoint, { os: system, ask, answerTimeoutMs: 5000, signal, onLooked })
  return whenDone.then((inspection) => ({ inspection, asked, looked }))
}

test('a stopped process is not queried', async () => {
  const system = new FakeSystem()
  system.add(10, '1', { isStopped: true })
  const { inspection, asked, looked } = await look(ok(null), system)
  expect(inspection).toMatchObject({ state: 'stopped', problem: { kind: 'stopped' }, asked: 0, answered: 0 })
  expect([asked, looked]).toEqual([[], []])
})

test('a process with a dangerously long command line is shown but not queried', async () => {
  const system = new FakeSystem()
  system.detailChanges.set(10, { commandLineBytes: 50_000 })
  const { inspection, asked, looked } = await look(ok(null), system)
  expect(inspection).toMatchObject({ state: 'limited', problem: { kind: 'command-line-too-long', sizeBytes: 50_000 } })
  expect([asked.length, looked.length]).toEqual([0, 1])
})

test('the query carries its deadline and the length of the command line with the path of the executable', async () => {
  const { asked } = await look(ok({ version: 3, info }))
  expect(asked[0]?.[0]).toBe(endpoint)
  expect(asked[0]?.[1]).toMatchObject({ answerTimeoutMs: 5000, commandLineBytes: 20 + '/srv/app10'.length })
})

describe('an answer', () => {
  it.each([
    [3, 1],
    [2, 2],
    [1, 3],
  ] as const)('of version %i counts %i queries', async (version, asked) => {
    const { inspection } = await look(ok({ version, info }))
    expect(inspection).toMatchObject({ state: 'ready', problem: null, info, asked, answered: 1, isStale: false })
  })

  it('that knows no process command leaves a limited row', async () => {
    const { inspection } = await look(ok(null))
    expect(inspection).toMatchObject({
      state: 'limited',
      problem: { kind: 'no-process-commands' },
      asked: 3,
      answered: 0,
    })
  })

  it('of a runtime that has not started says what it waits for', async () => {
    const system = new FakeSystem()
    system.add(10, '1', { threadCount: 2 })
    system.environments.set(10, new Map([['DOTNET_DiagnosticPorts', '/tmp/port']]))
    const { inspection } = await look(ok({ version: 3, info }), system)
    expect(inspection).toMatchObject({
      state: 'suspended',
      problem: { kind: 'suspended-at-start', isDefaultPort: false, addresses: ['/tmp/port'] },
    })
  })

  it('of a running runtime overrides what its environment says about suspension', async () => {
    const system = new FakeSystem()
    system.add(10, '1')
    system.environments.set(10, new Map([['DOTNET_DefaultDiagnosticPortSuspend', '1']]))
    const { inspection } = await look(ok({ version: 3, info }), system)
    expect(inspection).toMatchObject({ state: 'ready', suspension: { isDefaultPortSuspended: false } })
  })

  it('shows the process as it is now, which may have become another program since the first look', async () => {
    const system = new FakeSystem()
    system.add(10, '1', { shortName: 'launcher' })
    const ask: AskProcessInfo = () => {
      system.change(10, { shortName: 'program' })
      return Promise.resolve(ok({ version: 3, info }))
    }
    const signal = new AbortController().signal
    const inspection = await inspect(endpoint, { os: system, ask, answerTimeoutMs: 1, signal })
    expect(inspection.os?.shortName).toBe('program')
  })
})

const failed = async (error: AppError, system = new FakeSystem()) => {
  const { state, problem, isStale, asked } = (await look(err(error), system)).inspection
  expect(asked).toBe(1)
  return [state, problem, isStale]
}

describe('a failure', () => {
  it('for lack of rights names the owner, by number where there is no name', async () => {
    const refused: AppError = { kind: 'no-permission', path: endpoint.path } as AppError
    const problem = (owner: string | null) => ({ kind: 'foreign-owner', owner, path: endpoint.path })
    expect(await failed(refused)).toEqual(['no-permission', problem('anna'), false])
    const system = new FakeSystem()
    system.detailChanges.set(10, { userName: null, userId: 1234 })
    expect(await failed(refused, system)).toEqual(['no-permission', problem('1234'), false])
    system.detailChanges.set(10, { userName: null, userId: null })
    expect(await failed(refused, system)).toEqual(['no-permission', problem(null), false])
  })

  it('by an impostor names it, when it can be seen', async () => {
    const error = { kind: 'impostor-endpoint', peerPid: 11, path: endpoint.path } as AppError
    const problem = (peerName: string | null) => ({ kind: 'impostor', peerPid: 11, peerName, path: endpoint.path })
    expect(await failed(error)).toEqual(['no-endpoint', problem(null), false])
    const system = new FakeSystem()
    system.add(11, '1', { shortName: 'evil' })
    expect(await failed(error, system)).toEqual(['no-endpoint', problem('evil'), false])
  })

  it('to answer in time means that it is unresponsive, or was stopped meanwhile', async () => {
    const error = { kind: 'timeout', timeoutMs: 5000 } as AppError
    expect(await failed(error)).toEqual(['silent', { kind: 'silent', waitedMs: 5000 }, false])
    const system = new FakeSystem()
    system.add(10, '1')
    const ask: AskProcessInfo = () => {
      system.change(10, { isStopped: true })
      return Promise.resolve(err(error))
    }
    const signal = new AbortController().signal
    const stopped = await inspect(endpoint, { os: system, ask, answerTimeoutMs: 1, signal })
    expect(stopped).toMatchObject({ state: 'stopped', problem: { kind: 'stopped' }, isStale: false })
  })

  it.each(['endpoint-stale', 'process-gone'])('of kind %s is a socket that nobody serves', async (kind) => {
    expect(await failed({ kind } as AppError)).toEqual(['no-endpoint', { kind: 'socket-lost' }, true])
  })

  it('of a server that forwards no sockets is the problem of the row at once', async () => {
    const refused = { kind: 'forwarding-refused', machine: 'web03' } as const
    expect(await failed(refused)).toEqual(['no-endpoint', refused, false])
  })

  it.each([
    [
      { kind: 'runtime-error', command: 'ProcessInfo3', code: 1, name: 'E_FAIL', text: null },
      'ProcessInfo3: E_FAIL',
      false,
    ],
    [
      { kind: 'malformed', what: 'answer', offset: 3, expected: 'magic', found: 'byte 0x41' },
      'answer, byte 3: expected magic, found byte 0x41',
      false,
    ],
    [{ kind: 'connection-closed', receivedBytes: 7 }, 'closed after 7 bytes', true],
    [{ kind: 'io', operation: 'read', path: '/x', code: 'EIO' }, 'EIO', false],
    [{ kind: 'cancelled' }, 'cancelled', false],
  ])('of %j is described', async (error, detail, isStale) => {
    expect(await failed(error as AppError)).toEqual(['failed', { kind: 'answer-not-understood', detail }, isStale])
  })
})
