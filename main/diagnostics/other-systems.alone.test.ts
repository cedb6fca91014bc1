import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { asPid } from '../../shared/model/ids.ts'
import { onPlatform } from '../os/testing/on-platform.ts'
import { unknownTarget } from '../protocol/target-facts.ts'
import { steps } from './cases/collect/collect-steps.ts'
import type { StepContext } from './cases/collect/step-context.ts'
import { restrictToOwner } from './dumps/made-file.ts'
import { startPerfMap } from './environment/target-actions.ts'
import { ownOperatingSystem } from './known-target.ts'
import { LaunchService } from './launch/launch-service.ts'
import { innerPidOf } from './ports/peer-facts.ts'
import { makePrivateAddress } from './ports/port-address.ts'
import { PortService } from './ports/port-service.ts'
import { explainUnlisted } from './processes/explain.ts'
import { FakeDiscovery, FakeSystem } from './processes/testing/fake-system.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ps-test-'))
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

describe('on Windows', () => {
  it('a port of Pipescope is a pipe with a name that nobody can guess, and no folder', async () => {
    const made = await onPlatform('win32', makePrivateAddress)
    expect(made.folder).toBeNull()
    expect(made.address.transport).toBe('pipe')
    expect(made.address.path).toMatch(/^\\\\\.\\pipe\\pipescope-[0-9a-f-]{36}$/)
    expect((await onPlatform('win32', makePrivateAddress)).address.path).not.toBe(made.address.path)
  })

  it('the rights of a dump are left to its folder', async () => {
    const file = path.join(folder, 'a.dmp')
    fs.writeFileSync(file, 'memory')
    fs.chmodSync(file, 0o644)
    expect(await onPlatform('win32', () => restrictToOwner(file, () => null))).toBeNull()
    expect(fs.statSync(file).mode & 0o777).toBe(0o644)
  })

  it('a launched program is stopped by its own id, not by that of a group', async () => {
    const ports = new PortService({
      watcher: { watch: () => undefined, forget: () => undefined },
      onChange: () => undefined,
    })
    const service = new LaunchService({ ports, folder, onChange: () => undefined, environment: {} })
    const kill = vi.spyOn(process, 'kill')
    await onPlatform('win32', async () => {
      const launched = await service.start({
        command: '/bin/sleep',
        args: ['60'],
        folder,
        variables: {},
        suspends: true,
        firstRule: 'hold',
        rule: 'resume',
      })
      expect(launched).toMatchObject({ ok: true })
      const [state] = service.list()
      await service.stop(state?.id ?? '', 'terminate')
      expect(kill.mock.calls.map(([pid]) => pid)).toContain(state?.pid)
    })
    kill.mockRestore()
    await ports.closeAll(() => false)
  })
})

describe.each(['win32', 'darwin'] as const)('on %s', (platform) => {
  it('there are no perf maps, and nothing is sent', async () => {
    const endpoint = { transport: 'unix', path: '/nowhere', pid: asPid(1) } as const
    const started = await onPlatform(platform, () => startPerfMap({ endpoint, facts: unknownTarget }, 'perfMap'))
    expect(started).toMatchObject({ ok: false, error: { kind: 'unsupported', feature: 'perf-map' } })
  })

  it('a process has one id everywhere', async () => {
    expect(await onPlatform(platform, () => innerPidOf(4711))).toBe(4711)
  })

  it('other namespaces are not offered', async () => {
    const system = new FakeSystem()
    system.add(10, '1')
    const report = await onPlatform(platform, () => explainUnlisted(system, new FakeDiscovery(), new Set()))
    expect(report.isNamespaceScanPossible).toBe(false)
  })

  it('a case without the modules of a process that nobody can look at has not failed for it', async () => {
    const gone = { pid: 2 ** 22 + 1 } as unknown as StepContext
    expect(await onPlatform('linux', () => steps.modules(gone))).toMatchObject({ state: 'failed' })
    expect(await onPlatform('darwin', () => steps.modules(gone))).toMatchObject({ state: 'not-applicable' })
  })

  it('the system has the name that runtimes give it', async () => {
    const names = { win32: 'Windows', darwin: 'macOS' }
    expect(await onPlatform(platform, ownOperatingSystem)).toBe(names[platform])
  })
})
