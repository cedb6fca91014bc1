import { describe, expect, it } from 'vitest'
import { err, ok } from '../../../shared/base/result.ts'
import { asProcessKey } from '../../../shared/model/ids.ts'
import type { ProcessMessage, ProcessRow, ProcessState } from '../../../shared/model/process.ts'
import type { Endpoint } from '../../transport/endpoint.ts'
import type { FarRelay } from '../../machines/far-relay.ts'
import { SudoPorts, type SudoPlan } from './sudo-ports.ts'

const key = asProcessKey('ssh:web03/7:9')
const farPath = '/tmp/dotnet-diagnostic-7-9-socket'
const command = `sudo -n -u '#1001' socat - UNIX-CONNECT:${farPath}`

const row = (state: ProcessState) => ({ key, pid: 7, name: 'orders', userName: 'svc', state }) as ProcessRow

function setUp({ tools = 'sudo\nsocat', refusal = null as string | null, isForeign = true } = {}) {
  const done: string[] = []
  const listeners = new Set<(message: ProcessMessage) => void>()
  const link = {
    isOpen: true,
    ask: (request: string) => {
      done.push(request)
      return Promise.resolve(ok({ isAwake: true, parts: new Map([['tools', Buffer.from(tools)]]) }))
    },
    relay: (path: string, text: string) => {
      done.push(`relay ${path}: ${text}`)
      return Promise.resolve(
        ok({ refusal, whenRefused: refusal === null ? new Promise(() => undefined) : Promise.resolve() } as FarRelay),
      )
    },
    stopRelay: (path: string) => void done.push(`stop ${path}`),
  }
  const processes = {
    rowOf: () => row('no-permission'),
    endpointOf: () => ({ path: `ssh://web03${farPath}` }) as Endpoint,
    retry: () => {
      done.push('ask the process')
      const state = refusal === null ? 'ready' : 'failed'
      for (const listener of listeners) listener({ kind: 'changes', revision: 1, upserted: [row(state)], removed: [] })
      return ok(null)
    },
    subscribe: (listener: (message: ProcessMessage) => void) => {
      listeners.add(listener)
      return { dispose: () => void listeners.delete(listener) }
    },
  }
  const discovery = { foreignSocket: () => (isForeign ? { farPath, userId: 1001 } : null) }
  const ports = new SudoPorts(processes, () => ({ name: 'web03', link, discovery }))
  return { ports, done, link }
}

async function planOf(ports: SudoPorts): Promise<SudoPlan> {
  const planned = await ports.plan(key)
  if (!planned.ok) throw new Error(JSON.stringify(planned.error))
  return planned.value
}

describe('ports of other users on another machine', () => {
  it('a plan has the whole command and starts nothing', async () => {
    const { ports, done } = setUp()
    expect(await planOf(ports)).toMatchObject({ command, machine: 'web03', owner: 'svc' })
    expect(done).toEqual(['tools'])
  })

  it.each([
    ['socat', 'no-sudo'],
    ['sudo', 'no-program'],
    ['sudo\nnc', 'no-program'],
  ])('with only %j there, it says what is missing', async (tools, reason) => {
    const { ports } = setUp({ tools })
    expect(await ports.plan(key)).toMatchObject({ ok: false, error: { kind: 'sudo-refused', reason } })
  })

  it('there is no plan for a process that can be opened without it', async () => {
    const { ports, done } = setUp({ isForeign: false })
    expect(await ports.plan(key)).toMatchObject({ ok: false, error: { kind: 'not-found' } })
    expect(done).toEqual([])
  })

  it('nothing is opened that nobody has agreed to, and what was agreed to is opened once', async () => {
    const { ports, done } = setUp()
    const plan = await planOf(ports)
    expect(await ports.open(key)).toEqual(err({ kind: 'cancelled' }))
    ports.agree(plan)
    expect(await ports.open(key)).toEqual(ok(null))
    expect(await ports.open(key)).toEqual(err({ kind: 'cancelled' }))
    expect(done).toEqual(['tools', `relay ${farPath}: ${command}`, 'ask the process'])
  })

  it('consent ends with the connection that it was given for', async () => {
    const { ports, done, link } = setUp()
    ports.agree(await planOf(ports))
    link.isOpen = false
    expect(await ports.open(key)).toEqual(err({ kind: 'link-lost', machine: 'web03' }))
    expect(done).toEqual(['tools'])
  })

  it('after a refusal the process is closed as before, and what sudo said is passed on', async () => {
    const { ports, done } = setUp({ refusal: 'sudo: a password is required' })
    ports.agree(await planOf(ports))
    expect(await ports.open(key)).toMatchObject({
      ok: false,
      error: { kind: 'sudo-refused', reason: 'not-allowed', said: 'sudo: a password is required' },
    })
    expect(done.slice(-2)).toEqual([`stop ${farPath}`, 'ask the process'])
  })
})
