import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, it, vi } from 'vitest'
import { beforeSleep } from '../../app/quit/session-end.ts'
import { connect } from '../../transport/connection.ts'
import type { Endpoint } from '../../transport/endpoint.ts'
import { ProcessDirectory } from '../processes/directory/directory.ts'
import { SessionRegistry } from '../session-registry.ts'
import type { Session } from '../session-model.ts'
import { cleanUps, endWithTests, isStop, request, scriptManySessions } from '../testing/scripted-sessions.ts'
import { AllProcesses } from './all-processes.ts'
import { MachineService } from './machine-service.ts'
import { MachineStore } from './machine-store.ts'

const listeners = vi.hoisted(() => new Map<string, () => void>())
vi.mock('electron', () => ({
  powerMonitor: { on: (name: string, listener: () => void) => listeners.set(name, listener) },
}))

endWithTests()

it('before this machine sleeps every session over a link is stopped, and those of this machine continue', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ps-test-'))
  cleanUps.push(() => fs.rmSync(folder, { recursive: true, force: true }))
  const registry = new SessionRegistry({ journalPath: null })
  const processes = new AllProcesses(new ProcessDirectory({ storageFolder: null }))
  cleanUps.push(() => processes.dispose())
  const service = new MachineService({
    processes,
    registry,
    store: new MachineStore(path.join(folder, 'machines.json'), Date.now),
    answer: () => () => Promise.resolve(null),
    readHosts: () => Promise.resolve(['web03', 'mara@db01']),
  })
  await service.refresh()
  const runtime = await scriptManySessions()
  const open = async (endpoint: Endpoint): Promise<Session> => {
    const nothing = { onChunk: () => undefined, onEnd: () => undefined }
    const opened = await registry.open(endpoint, request, nothing, { runtimeVersion: '10.0.14' })
    if (!opened.ok) throw new Error(JSON.stringify(opened.error))
    return opened.value
  }
  const over = (machine: string): Endpoint => {
    const endpoint: Endpoint = {
      transport: 'ssh',
      path: `ssh://${machine}/tmp/socket`,
      pid: runtime.endpoint.pid,
      open: async (options) => {
        const connected = await connect(runtime.endpoint, options)
        if (connected.ok) connected.value.identify(endpoint)
        return connected
      },
    }
    return endpoint
  }
  const far = [await open(over('web03')), await open(over('mara@db01')), await open(over('mara@db01'))]
  const here = await open(runtime.endpoint)
  const stopsBefore = runtime.requests.filter(isStop).length

  const app = { whenReady: () => Promise.resolve() } as unknown as Parameters<typeof beforeSleep>[0]
  const slept: Promise<void>[] = []
  beforeSleep(app, () => void slept.push(service.disconnectAll()))
  await Promise.resolve()
  listeners.get('suspend')?.()
  await Promise.all(slept)

  expect(slept).toHaveLength(1)
  expect(await Promise.all(far.map(({ whenEnded }) => whenEnded))).toMatchObject(far.map(() => ({ reason: 'stopped' })))
  expect(runtime.requests.filter(isStop)).toHaveLength(stopsBefore + 3)
  expect(here.state).toBe('streaming')
  await registry.stopAll()
})
