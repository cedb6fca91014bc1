import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { asPid, asProcessKey } from '../../../shared/model/ids.ts'
import { ScriptedRuntime } from '../../demo/scripted-runtime/scripted-runtime.ts'
import type { FaultRule } from '../../demo/scripted-runtime/faults.ts'
import type { Endpoint } from '../../transport/endpoint.ts'
import { EnvironmentVault } from './environment-vault.ts'
import { FakeSystem } from './testing/fake-system.ts'

const pid = 10
let folder: string
let system: FakeSystem
let vault: EnvironmentVault
const runtimes: ScriptedRuntime[] = []

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'vault-'))
  system = new FakeSystem()
  system.add(pid, '1')
  vault = new EnvironmentVault()
})
afterEach(() => {
  for (const runtime of runtimes.splice(0)) runtime.dispose()
  fs.rmSync(folder, { recursive: true, force: true })
})

const key = (number: number) => asProcessKey(`${number}:1`)
const fromSystem = () => ({ pid, endpoint: null, os: system })

async function runtime(generation: 3 | 10, faults: readonly FaultRule[] = []): Promise<Endpoint> {
  const socketPath = path.join(folder, 's')
  const started = new ScriptedRuntime({
    socketPath,
    identity: {
      pid,
      cookie: new Uint8Array(16),
      commandLine: '/opt/orders',
      operatingSystem: 'Linux',
      architecture: 'x64',
      entryAssembly: 'orders',
      version: '10.0.0',
      runtimeIdentifier: 'linux-x64',
    },
    generation,
    environment: { ORDERS_PASSWORD: 'hunter2', TZ: 'UTC' },
    seed: 1,
    faults,
  })
  await started.listen()
  runtimes.push(started)
  return { transport: 'unix', path: socketPath, pid: asPid(pid) }
}

describe('the environment of a process', () => {
  it('comes from its runtime, by name and length; a value is revealed one at a time', async () => {
    const endpoint = await runtime(10)
    expect(await vault.load(key(10), { pid, endpoint, os: system })).toEqual({
      ok: true,
      value: [
        { name: 'ORDERS_PASSWORD', valueLength: 7, plainValue: null },
        { name: 'TZ', valueLength: 3, plainValue: 'UTC' },
      ],
    })
    expect(vault.reveal(key(10), 'ORDERS_PASSWORD')).toEqual({ ok: true, value: { value: 'hunter2' } })
    expect(vault.reveal(key(10), 'OTHER')).toEqual({ ok: false, error: { kind: 'not-found', what: 'variable' } })
    expect(vault.reveal(key(11), 'TZ')).toMatchObject({ ok: false })
  })

  it('comes from the system where the runtime can’t report it, is stopped or has no endpoint', async () => {
    system.environments.set(pid, new Map([['TZ', 'Asia/Tokyo']]))
    const fromStart = { ok: true, value: [{ name: 'TZ', valueLength: 10, plainValue: 'Asia/Tokyo' }] }
    expect(await vault.load(key(10), fromSystem())).toEqual(fromStart)
    const endpoint = await runtime(3)
    expect(await vault.load(key(10), { pid, endpoint, os: system })).toEqual(fromStart)
    runtimes.pop()?.dispose()
    const silent = await runtime(10, [{ command: 'environment', fault: { kind: 'never-answers' } }])
    system.change(pid, { isStopped: true })
    expect(await vault.load(key(10), { pid, endpoint: silent, os: system })).toEqual(fromStart)
  })

  it('is unknown when nothing reports it, with the runtime’s reason where it gave one', async () => {
    system.environment = () => null as never
    expect(await vault.load(key(10), fromSystem())).toMatchObject({ ok: false, error: { kind: 'unsupported' } })
    const endpoint = await runtime(10, [{ command: 'environment', fault: { kind: 'error', code: 0x80004005 } }])
    const refused = await vault.load(key(10), { pid, endpoint, os: system })
    expect(refused.ok).toBe(false)
    expect(refused.ok ? null : refused.error.kind).not.toBe('unsupported')
  })

  it('is kept for the last four processes that were looked at, and not for one that has ended', async () => {
    system.environments.set(pid, new Map([['A', 'b']]))
    for (const number of [1, 2, 3, 4, 1, 5]) await vault.load(key(number), fromSystem())
    const known = () => [1, 2, 3, 4, 5].filter((number) => vault.reveal(key(number), 'A').ok)
    expect(known()).toEqual([1, 3, 4, 5])
    vault.drop(key(4))
    expect(known()).toEqual([1, 3, 5])
  })
})
