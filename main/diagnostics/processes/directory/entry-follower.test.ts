import { describe, expect, it } from 'vitest'
import { err } from '../../../../shared/base/result.ts'
import { asProcessKey } from '../../../../shared/model/ids.ts'
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
  type Answer,
} from '../testing/directory-bench.ts'

useDirectoryBench()

const socketOf = (pid: number, startKey = '100') => `/tmp/dotnet-diagnostic-${pid}-${startKey}-socket`

/** The answers of a process come when the test says so. */
function holdAnswers(pid: number): ((answer: Answer) => void)[] {
  const pending: ((answer: Answer) => void)[] = []
  answers.set(pid, () => new Promise((resolve) => void pending.push(resolve)))
  return pending
}

describe('a process that was killed', () => {
  it('is shown as exited although its socket is still there', async () => {
    target(10)
    directory.start()
    await settle()
    system.processes.delete(10)
    await settle(1100)
    expect(row(10)).toMatchObject({ state: 'exited', problem: { kind: 'exited' }, endpointPath: null })
    await settle(5000)
    expect(asked).toHaveLength(1)
  })

  it('long after its socket was removed may have ended in any way', async () => {
    target(10)
    directory.start()
    await settle()
    discovery.endpoints.clear()
    await settle(10_000)
    system.processes.delete(10)
    await settle(1100)
    expect(row(10)).toMatchObject({ state: 'exited', problem: { kind: 'exited', exitCode: null, signal: null } })
    expect(row(10)?.problem).not.toHaveProperty('socket')
  })

  it('is shown as exited when another process has its PID', async () => {
    target(10)
    directory.start()
    await settle()
    system.add(10, '200')
    await settle(1100)
    expect(directory.rows().map(({ key, state }) => [key, state])).toEqual([['10:100', 'exited']])
  })

  it('is shown as exited when its socket is gone and another process has its PID', async () => {
    target(10)
    directory.start()
    await settle()
    system.add(10, '200')
    discovery.endpoints.clear()
    discovery.notify()
    await settle()
    expect(row(10)?.state).toBe('exited')
  })
})

describe('a socket that was removed', () => {
  it('is reported after half a second, since the process may just be ending', async () => {
    target(10)
    directory.start()
    await settle()
    discovery.endpoints.clear()
    discovery.notify()
    await settle(499)
    expect(row(10)?.state).toBe('ready')
    await settle(1)
    expect(row(10)).toMatchObject({ state: 'no-endpoint', problem: { kind: 'socket-lost' } })
  })

  it('is not reported when a new one is there by then, even while a question is open', async () => {
    target(10)
    holdAnswers(10)
    directory.start()
    await settle(60)
    discovery.endpoints.clear()
    discovery.notify()
    discovery.add(10, '100', '/home/anna/tmp')
    discovery.notify()
    await settle(600)
    expect(row(10)?.state).toBe('asking')
  })

  it('was an impostor’s only until somebody creates it again', async () => {
    system.add(50, '1')
    target(10)
    answers.set(10, () => Promise.resolve(err({ kind: 'impostor-endpoint', path: socketOf(10), peerPid: 50 })))
    directory.start()
    await settle()
    expect(row(10)?.problem?.kind).toBe('impostor')
    discovery.endpoints.clear()
    discovery.notify()
    await settle(600)
    answers.delete(10)
    discovery.add(10, '100')
    discovery.add(10, '100', '/home/anna/tmp')
    discovery.notify()
    await settle()
    expect(row(10)).toMatchObject({ state: 'ready', endpointPath: socketOf(10) })
  })
})

describe('a socket that was an impostor’s', () => {
  it('is the process’s own once the process answers there, whatever other sockets come', async () => {
    system.add(50, '1')
    target(10)
    answers.set(10, () => Promise.resolve(err({ kind: 'impostor-endpoint', path: socketOf(10), peerPid: 50 })))
    directory.start()
    await settle()
    answers.delete(10)
    directory.retry(asProcessKey('10:100'))
    await settle()
    discovery.add(10, '100', '/home/anna/tmp')
    discovery.notify()
    await settle()
    expect(row(10)).toMatchObject({ state: 'ready', endpointPath: socketOf(10) })
  })
})

describe('a new process', () => {
  it('behind many that are silent shows its user 50 ms after its turn, before it has answered', async () => {
    const pids = Array.from({ length: 33 }, (_, index) => 100 + index)
    for (const pid of pids) {
      holdAnswers(pid)
      target(pid)
    }
    directory.start()
    await settle(199)
    expect(row(132)).toMatchObject({ state: 'asking', userName: null })
    await settle(1)
    expect(row(132)).toMatchObject({ state: 'asking', userName: 'anna' })
  })

  it('that has ended before its answer is asked nothing more', async () => {
    const pending = holdAnswers(10)
    target(10)
    directory.start()
    await settle()
    system.processes.delete(10)
    discovery.endpoints.clear()
    discovery.notify()
    pending[0]?.(err({ kind: 'timeout', operation: 'process-info', timeoutMs: 5000 }))
    await settle(29_000)
    expect([row(10)?.state, asked.length]).toEqual(['exited', 1])
  })
})

describe('a process that is followed', () => {
  it('is asked nothing while nothing changes', async () => {
    target(10)
    directory.start()
    await settle(20_000)
    expect(asked).toHaveLength(1)
  })

  it('that was started with its runtime suspended is asked again once it is resumed, not before', async () => {
    target(10, '100', { threadCount: 3 })
    system.environments.set(10, new Map([['DOTNET_DefaultDiagnosticPortSuspend', '1']]))
    directory.start()
    await settle(5000)
    expect([row(10)?.state, asked.length]).toEqual(['suspended', 1])
    system.change(10, { threadCount: 9 })
    await settle(1000)
    expect([row(10)?.state, asked.length]).toEqual(['ready', 2])
  })

  it('that was stopped and continued is not asked a second time while a question is open', async () => {
    target(10)
    holdAnswers(10)
    directory.start()
    await settle()
    system.change(10, { isStopped: true })
    await settle(1000)
    expect(row(10)?.state).toBe('stopped')
    system.change(10, { isStopped: false })
    await settle(1000)
    expect(asked).toHaveLength(1)
  })

  it('moves in the tree when its parent has ended and another has taken it in', async () => {
    target(10)
    target(11, '110', { parentPid: 10 })
    directory.start()
    await settle()
    expect(row(11)?.parentKey).toBe('10:100')
    system.change(11, { parentPid: 1 })
    await settle(1000)
    expect(row(11)?.parentKey).toBeNull()
  })
})

describe('after dispose', () => {
  it('an answer that was on its way changes no row', async () => {
    const pending = holdAnswers(10)
    target(10)
    directory.start()
    await settle(60)
    directory.dispose()
    pending[0]?.(answerOf(10))
    await settle()
    expect(row(10)?.state).toBe('asking')
  })

  it('a runtime that was being recognized stays as it was', async () => {
    target(10)
    system.loadedRuntime = () => {
      directory.dispose()
      return { flavour: 'mono', version: '10.0.1' }
    }
    directory.start()
    await settle(2000)
    expect(row(10)?.runtimeFlavour).toBe('unknown')
  })
})

describe('runtimes without an endpoint', () => {
  it('are not listed as such when they have one by the time they are looked at', async () => {
    system.add(900, '900')
    directory.start()
    await settle(100)
    discovery.add(900, '900')
    discovery.notify()
    await settle(2000)
    expect(row(900)).toMatchObject({ state: 'ready', endpointPath: socketOf(900, '900') })
    expect(await directory.explain()).toMatchObject({ ok: true, value: { unlisted: [] } })
  })

  it('are not listed any more after dispose', async () => {
    system.add(900, '900')
    const loadedRuntime = system.loadedRuntime.bind(system)
    system.loadedRuntime = (pid) => {
      directory.dispose()
      return loadedRuntime(pid)
    }
    directory.start()
    await settle(2000)
    expect(directory.rows()).toEqual([])
  })
})
