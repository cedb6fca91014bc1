import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  canBuildSamples,
  startTarget,
  tryBuild,
  variants,
  wantedVariants,
  type SampleTarget,
  type SampleVariant,
} from '../../../samples/start-target.ts'
import type { PortRuntimeState } from '../../../shared/model/port.ts'
import { setEnvironmentVariable } from '../client-actions.ts'
import { processEnvironment, processInfo, resumeRuntime } from '../client.ts'
import { openSession } from '../session.ts'
import { endpointOf, factsOfSample } from '../testing/live-target.ts'
import type { PortRuntime } from './port-runtime.ts'
import { diagnosticPortsValue } from './port-address.ts'
import { PortService } from './port-service.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ports-'))
const nobody = { watch: () => undefined, forget: () => undefined }
let service: PortService
let targets: SampleTarget[] = []

beforeEach(() => {
  service = new PortService({ watcher: nobody, onChange: () => undefined })
  targets = []
})
afterEach(async () => {
  await service.closeAll(() => false)
  for (const target of targets) await target.dispose()
})

async function openPort(name: string, suspends = true): Promise<{ id: string; address: string }> {
  const opened = await service.open({
    address: { transport: 'unix', path: path.join(folder, name) },
    rule: 'hold',
    suspends,
  })
  if (!opened.ok) throw new Error(JSON.stringify(opened.error))
  return opened.value
}

async function come(variant: SampleVariant, address: string, args = ['counters']): Promise<SampleTarget> {
  const target = await startTarget({
    variant,
    args,
    env: { DOTNET_DiagnosticPorts: diagnosticPortsValue(address, true) },
    waitsForReady: false,
  })
  targets.push(target)
  return target
}

async function arrived(portId: string, count = 1): Promise<readonly PortRuntimeState[]> {
  const runtimes = (): readonly PortRuntimeState[] =>
    service
      .list()
      .find(({ id }) => id === portId)
      ?.runtimes.filter(({ phase }) => phase !== 'gone') ?? []
  await expect.poll(() => runtimes().length).toBe(count)
  return runtimes()
}

async function first(portId: string): Promise<PortRuntime> {
  const [state] = await arrived(portId)
  const runtime = service.runtime(portId, state?.cookie ?? '')
  if (runtime === null) throw new Error('no runtime')
  return runtime
}

const isReady = (target: SampleTarget) => target.lines.some((line) => line.startsWith('ready '))

const withPorts = wantedVariants().filter((variant) => variant !== 'net31')

describe.skipIf(!canBuildSamples()).each(withPorts)('a runtime at a port of ours: %s', (variant) => {
  const isBuilt = canBuildSamples() && tryBuild(variant) !== null

  it.skipIf(!isBuilt)(
    'waits, answers several commands on a connection each, and is seen from its very start',
    async () => {
      const { id, address } = await openPort(`start-${variant}`)
      const target = await come(variant, address)
      const runtime = await first(id)
      expect(runtime).toMatchObject({ phase: 'waiting', pid: target.pid, targetPid: target.pid })

      const { endpoint } = runtime
      const answer = await processInfo(endpoint, { commandLineBytes: 0 })
      expect(answer).toMatchObject({ ok: true, value: { info: { cookie: runtime.cookie, targetPid: target.pid } } })
      const facts = factsOfSample(variants[variant], true)
      for (const value of ['one', 'two'])
        expect(await setEnvironmentVariable({ endpoint, facts }, { name: 'PIPESCOPE_SET', value })).toMatchObject({
          ok: true,
        })
      const environment = await processEnvironment(endpoint)
      expect(environment.ok && environment.value.find(({ name }) => name === 'PIPESCOPE_SET')?.value).toBe('two')

      let bytes = 0
      const session = await openSession(
        endpoint,
        {
          bufferMB: 16,
          providers: [
            { name: 'Microsoft-Windows-DotNETRuntime', keywords: 0x8n, level: 4, arguments: null },
            { name: 'System.Runtime', keywords: 0n, level: 4, arguments: 'EventCounterIntervalSec=1' },
          ],
          rundown: 'none',
          stacks: true,
        },
        { onChunk: (chunk) => void (bytes += chunk.byteLength), onEnd: () => undefined },
        { runtimeVersion: facts.runtimeVersion },
      )
      if (!session.ok) throw new Error(JSON.stringify(session.error))
      // The default endpoint answers as well, but a resume there is for nothing.
      expect(await resumeRuntime(endpointOf(target.pid))).toMatchObject({ ok: true })
      expect(isReady(target)).toBe(false)

      expect(await service.resume(id, runtime.cookie)).toEqual({ ok: true, value: null })
      await expect.poll(() => isReady(target)).toBe(true)
      expect(runtime.phase).toBe('running')
      target.send('env PIPESCOPE_SET')
      await expect.poll(() => target.lines).toContain('env PIPESCOPE_SET=two')

      // More than the header of a stream: modules loaded before any code of the program ran, or its counters.
      await expect.poll(() => bytes).toBeGreaterThan(300)
      expect(await session.value.stop()).toMatchObject({ ok: true, value: { reason: 'stopped' } })
      expect(await processEnvironment(endpoint)).toMatchObject({ ok: true })
      // Resuming what runs is nothing.
      expect(await runtime.resume()).toEqual({ ok: true, value: null })

      target.send('exit 0')
      await expect.poll(() => runtime.phase).toBe('gone')
      expect(await processInfo(endpoint, { commandLineBytes: 0 })).toMatchObject({
        ok: false,
        error: { kind: 'process-gone' },
      })
    },
  )

  it.skipIf(!isBuilt)(
    'is told apart from others, comes again to a new port in the same place, and never waits for one that closed',
    async () => {
      const { id, address } = await openPort(`many-${variant}`)
      const both = [await come(variant, address), await come(variant, address)]
      const states = await arrived(id, 2)
      expect(new Set(states.map(({ cookie }) => cookie)).size).toBe(2)
      expect(new Set(states.map(({ pid }) => pid))).toEqual(new Set(both.map(({ pid }) => pid)))
      // One goes on, the other still waits.
      await service.resume(id, states.find(({ pid }) => pid === both[0]?.pid)?.cookie ?? '')
      await expect.poll(() => both.filter(isReady).length).toBe(1)

      await service.close(id)
      await expect.poll(() => both.filter(isReady).length).toBe(2)
      const again = await openPort(`many-${variant}`)
      const back = await arrived(again.id, 2)
      expect(new Set(back.map(({ cookie }) => cookie))).toEqual(new Set(states.map(({ cookie }) => cookie)))
      // They run: nobody has to resume them.
      expect(back.map(({ phase }) => phase)).toEqual(['running', 'running'])
    },
  )
})

describe.skipIf(!canBuildSamples() || !wantedVariants().includes('net31'))('.NET Core 3.1', () => {
  it.skipIf(!canBuildSamples() || tryBuild('net31') === null)('knows no ports and just runs', async () => {
    const { id, address } = await openPort('old')
    const target = await come('net31', address)
    await expect.poll(() => isReady(target)).toBe(true)
    await arrived(id, 0)
  })
})
