import { spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  buildSample,
  canBuildSamples,
  startTarget,
  tryBuild,
  variants,
  wantedVariants,
  type SampleTarget,
  type SampleVariant,
} from '../../../samples/start-target.ts'
import type { PortRuntimeState } from '../../../shared/model/port.ts'
import { createDiscovery } from '../../transport/create-discovery.ts'
import { setEnvironmentVariable } from '../client-actions.ts'
import { processEnvironment, processInfo, resumeRuntime } from '../client.ts'
import { openSession } from '../session.ts'
import { endpointOf, factsOfSample } from '../testing/live-target.ts'
import type { PortRuntime } from './port-runtime.ts'
import { diagnosticPortsValue } from './port-address.ts'
import { PortService } from './port-service.ts'
import { pause } from '../../os/pause.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ports-'))
const system = createDiscovery().os
const nobody = { watch: () => undefined, forget: () => undefined }
let service: PortService
let targets: SampleTarget[] = []

beforeEach(() => {
  service = new PortService({ watcher: nobody, onChange: () => undefined, detailsOf: (pid) => system.details(pid) })
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

async function come(
  variant: SampleVariant,
  address: string,
  args = ['counters'],
  env: Readonly<Record<string, string>> = {},
): Promise<SampleTarget> {
  const target = await startTarget({
    variant,
    args,
    env: { DOTNET_DiagnosticPorts: diagnosticPortsValue(address, true), ...env },
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

describe.skipIf(!canBuildSamples()).each(withPorts)('a runtime at a port of Pipescope: %s', (variant) => {
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
    'is distinguished from others, connects again to a new port in the same place, and never waits for one that closed',
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

describe.skipIf(!canBuildSamples())('what is proven about a runtime at a port of Pipescope', () => {
  it('is that it waits, though the port suspends nobody: by its own text for this port', async () => {
    const { id, address } = await openPort('own-suspend', false)
    // Without a tag the variable suspends.
    const target = await come('net10', address, ['idle'], { DOTNET_DiagnosticPorts: address })
    const [state] = await arrived(id)
    expect(state).toMatchObject({ phase: 'waiting', waitsFor: ['this-port'], pid: target.pid, identity: 'verified' })
    await service.close(id)
    await expect.poll(() => isReady(target)).toBe(true)
  })

  it('is that it waits because of its own default port: it is left alone at the close, and resumed by a person', async () => {
    const { id, address } = await openPort('own-default', false)
    const env = {
      DOTNET_DiagnosticPorts: diagnosticPortsValue(address, false),
      DOTNET_DefaultDiagnosticPortSuspend: '1',
    }
    const left = await come('net10', address, ['idle'], env)
    const [state] = await arrived(id)
    expect(state).toMatchObject({ phase: 'waiting', waitsFor: ['default-port'], decided: null })
    await service.close(id)
    const again = await openPort('own-default', false)
    const [back] = await arrived(again.id)
    expect(back).toMatchObject({ phase: 'waiting', waitsFor: ['default-port'] })
    expect(isReady(left)).toBe(false)
    expect(await service.resume(again.id, back?.cookie ?? '')).toEqual({ ok: true, value: null })
    await expect.poll(() => isReady(left)).toBe(true)
  })

  it('is still that it waits while a session reads its events, until somebody else has resumed it', async () => {
    const { id, address } = await openPort('session-while-waiting')
    await come('net10', address, ['idle'])
    const runtime = await first(id)
    const session = await openSession(
      runtime.endpoint,
      {
        bufferMB: 16,
        providers: [{ name: 'Microsoft-Windows-DotNETRuntime', keywords: 0x8n, level: 4, arguments: null }],
        rundown: 'none',
        stacks: false,
      },
      { onChunk: () => undefined, onEnd: () => undefined },
      { runtimeVersion: '10.0.0' },
    )
    if (!session.ok) throw new Error(JSON.stringify(session.error))
    await pause(1200)
    expect(runtime.phase).toBe('waiting')
    expect(await resumeRuntime(runtime.endpoint)).toMatchObject({ ok: true })
    await expect.poll(() => runtime.phase).toBe('running')
    await session.value.stop()
  })

  it('is the length of its command line: the question that would end it is not sent', async () => {
    const { id, address } = await openPort('long', false)
    const long = ['longargs', '--', 'x'.repeat(32_600)]
    const target = await come('net10', address, long, {
      DOTNET_DiagnosticPorts: diagnosticPortsValue(address, false),
    })
    const [state] = await arrived(id)
    expect(state).toMatchObject({ phase: 'running', identity: 'verified', runtimeVersion: null })
    await expect.poll(() => service.list()[0]?.runtimes[0]?.decided?.rule).toBe('hold')
    await expect.poll(() => isReady(target)).toBe(true)
    // Asked like this it would end (protocol-facts 1.3); it lives.
    expect(service.list()[0]?.runtimes[0]).toMatchObject({ phase: 'running', connectionCount: 1 })
    target.send('env PATH')
    await expect.poll(() => target.lines.some((line) => line.startsWith('env PATH='))).toBe(true)
  })

  const unshare = ['--pid', '--fork', '--kill-child', '--mount-proc']
  const canUnshare = spawnSync('unshare', [...unshare, 'true']).status === 0
  it.skipIf(!canUnshare)('is which process each is, when two have the same pid inside their namespaces', async () => {
    const { id, address } = await openPort('namespaces')
    const program = buildSample('net10')
    const env = { ...process.env, DOTNET_DiagnosticPorts: diagnosticPortsValue(address, true) }
    const both = [0, 1].map(() => spawn('unshare', [...unshare, program, 'idle'], { env, stdio: 'ignore' }))
    try {
      const states = await arrived(id, 2)
      expect(states.map(({ targetPid }) => targetPid)).toEqual([1, 1])
      const parents = states.map(({ pid }) => system.process(pid ?? 0)?.parentPid)
      expect(new Set(parents)).toEqual(new Set(both.map(({ pid }) => pid)))
      expect(states.every(({ phase, identity }) => phase === 'waiting' && identity === 'verified')).toBe(true)
      const [one, other] = states
      await service.resume(id, one?.cookie ?? '')
      const phaseOf = (cookie?: string) => service.runtime(id, cookie ?? '')?.phase
      expect([phaseOf(one?.cookie), phaseOf(other?.cookie)]).toEqual(['running', 'waiting'])
    } finally {
      for (const child of both) child.kill('SIGKILL')
    }
  })
})

describe.skipIf(!canBuildSamples() || !wantedVariants().includes('net31'))('.NET Core 3.1', () => {
  it.skipIf(!canBuildSamples() || tryBuild('net31') === null)('knows no ports and just runs', async () => {
    const { id, address } = await openPort('old')
    const target = await come('net31', address)
    await expect.poll(() => isReady(target)).toBe(true)
    await arrived(id, 0)
  })
})
