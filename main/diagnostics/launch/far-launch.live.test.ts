import fs from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { buildSample, buildStartupHook, canBuildSamples } from '../../../samples/start-target.ts'
import { makeBusyboxFolder, whyNoBusybox } from '../../machines/testing/busybox.ts'
import { farIds, forFarUser, whyNoSshServer, type SshServerOptions } from '../../machines/testing/ssh-server.ts'
import { SlowProxy } from '../../machines/testing/slow-proxy.ts'
import { isProcessAlive } from '../../os/process-alive.ts'
import { setEnvironmentVariable } from '../client-actions.ts'
import { lookAtFarHook } from '../environment/far-hook.ts'
import { applyHook } from '../environment/target-actions.ts'
import { knownTarget } from '../known-target.ts'
import { MachineBench } from '../machines/testing/machine-bench.ts'
import { endpointFound } from '../machines/testing/endpoint-found.ts'
import { PortService, type BeforeResume } from '../ports/port-service.ts'
import type { FarLaunchRequest } from './far-launch-entry.ts'
import { openFarLaunchList } from './far-launch-list.ts'
import { FarLaunchService } from './far-launch-service.ts'
import { held, launchSteps } from './testing/launch-steps.ts'

const missing = canBuildSamples() ? whyNoSshServer() : 'no .NET SDK'
const isFull = process.env['PIPESCOPE_FULL'] === '1'

/** Of launches, and nothing else. */
const foldersThere = (): readonly string[] =>
  fs.readdirSync('/tmp').filter((name) => /^pipescope-run-\w{8}$/.test(name))

describe.skipIf(missing !== null || !isFull)('a program that is launched on another machine', () => {
  let bench: MachineBench
  let ports: PortService
  let launches: FarLaunchService
  let proxy: SlowProxy | null = null
  let program = ''
  let before: readonly string[] = []

  async function open(
    options: SshServerOptions = {},
    beforeConnect = () => Promise.resolve(),
    graceSteps = 5,
  ): Promise<void> {
    bench = await MachineBench.start(options)
    before = foldersThere()
    program = forFarUser(buildSample('net10'), bench.folder)
    ports = new PortService({
      watcher: { watch: () => undefined, forget: () => undefined },
      onChange: () => undefined,
      startKeyOf: (pid) => bench.processes.startKeyOf(pid),
    })
    bench.processes.setPortResumer((key) => ports.resumeProcess(key))
    launches = begin(graceSteps)
    bench.service.setBeforeDisconnect((id) => launches.release(id))
    bench.service.onChange(() => launches.takeUp())
    await beforeConnect()
    await bench.connect()
  }

  /** As each run does. */
  const begin = (graceSteps = 5) =>
    new FarLaunchService({
      ports,
      processes: bench.processes,
      machineOf: (id) => {
        const name = bench.service.nameOf(id)
        return name === null ? null : { name, link: bench.service.linkTo(id) }
      },
      folder: fs.mkdtempSync(path.join(bench.folder, 'output-')),
      list: openFarLaunchList(path.join(bench.folder, 'far-launches.json'), Date.now),
      onChange: () => undefined,
      pace: { stepSeconds: 0.2, graceSteps },
    })

  afterEach(async () => {
    for (const { id, phase } of launches.list()) if (phase === 'running') await launches.stop(id, 'kill')
    await ports.closeAll(() => false)
    await bench.service.disconnectAll()
    launches.dispose()
    // oxlint-disable-next-line vitest/no-standalone-expect -- nothing is left there, whatever the test was
    for (const name of foldersOfLaunches()) await expect.poll(() => fs.existsSync(path.join('/tmp', name))).toBe(false)
    await proxy?.stop()
    proxy = null
    await bench.end()
  })

  const foldersOfLaunches = (): readonly string[] => foldersThere().filter((name) => !before.includes(name))
  const request = (args: readonly string[], more: Partial<FarLaunchRequest> = {}): FarLaunchRequest => ({
    machine: 'ssh:far',
    command: program,
    args,
    folder: '~',
    ...held,
    variables: { TMPDIR: null },
    ...more,
  })
  const { start, stateOf, runtimesOf, outputOf } = launchSteps(
    () => launches,
    () => ports,
  )

  async function runsFromItsStart(): Promise<void> {
    const { id, pid } = await start(request(['child'], { variables: { TMPDIR: null, GREETING: `it's "far" $HOME` } }))
    await expect
      .poll(() => runtimesOf(id))
      .toMatchObject([{ phase: 'waiting', targetPid: pid, waitsFor: ['this-port'] }])
    const [folder = ''] = foldersOfLaunches()
    const { uid, mode } = fs.statSync(path.join('/tmp', folder))
    expect([uid, mode & 0o777]).toEqual([farIds().userId, 0o700])
    // It is found in the list of that machine, and asked.
    await expect.poll(() => runtimesOf(id)[0]?.name).toBe('Pipescope.Sample')
    const { processKey } = runtimesOf(id)[0] ?? {}
    expect(processKey).toMatch(new RegExp(`^ssh:far/${String(pid)}:`))
    expect(outputOf(id)).toBe('')
    expect(fs.readFileSync(`/proc/${String(pid)}/environ`, 'utf8')).toContain(`GREETING=it's "far" $HOME\0`)

    const { portId } = stateOf(id) ?? {}
    expect(await ports.resume(portId ?? '', runtimesOf(id)[0]?.cookie ?? '')).toMatchObject({ ok: true })
    await expect.poll(() => outputOf(id)).toContain('ready ')
    await expect.poll(() => runtimesOf(id).filter(({ phase }) => phase === 'running').length).toBe(2)
    await launches.stop(id, 'terminate')
    await expect.poll(() => stateOf(id)?.phase).toBe('ended')
    expect(outputOf(id)).toContain('ready ')
    await expect.poll(foldersOfLaunches).toEqual([])
    expect(ports.list()).toEqual([])
  }

  it('waits before its first line, runs when it is resumed with what it starts, and ends with its output kept', async () => {
    await open()
    await runsFromItsStart()
  })

  it.skipIf(whyNoBusybox() !== null)('runs from its start on a machine with busybox alone', async () => {
    const busybox = makeBusyboxFolder()
    await open({ settings: busybox.settings })
    await runsFromItsStart()
    busybox.remove()
  })

  it('takes a variable and a startup hook before its first line, and no other file as a hook', async () => {
    await open()
    const log = path.join(bench.folder, 'hook.log')
    fs.writeFileSync(log, '')
    fs.chmodSync(log, 0o666)
    const hook = path.join(bench.folder, 'hook.dll')
    fs.copyFileSync(buildStartupHook(), hook)
    fs.chmodSync(hook, 0o644)
    const { id, portId } = await start(request(['idle'], { variables: { TMPDIR: null } }))
    await expect.poll(() => runtimesOf(id)[0]?.runtimeVersion).toMatch(/^10\./)
    const { cookie = '' } = runtimesOf(id)[0] ?? {}
    const ref = { kind: 'port', portId: portId ?? '', cookie } as const
    const linkOf = (key: string) => bench.service.linkOf(key)
    const target = () => {
      const known = knownTarget(ref, { directory: bench.processes, ports })
      if (!known.ok) throw new Error(known.error.kind)
      return known.value
    }
    expect(await lookAtFarHook(target(), program, linkOf)).toMatchObject({
      value: { isThere: true, isVerified: false },
    })
    expect(await lookAtFarHook(target(), '/nowhere/hook.dll', linkOf)).toMatchObject({ value: { isThere: false } })
    const facts = await lookAtFarHook(target(), hook, linkOf)
    if (facts?.ok !== true) throw new Error('the hook cannot be read')
    expect(facts.value).toEqual({ path: hook, visiblePath: null, isThere: true, isVerified: true })
    expect(await setEnvironmentVariable(target(), { name: 'PIPESCOPE_HOOK_LOG', value: log })).toMatchObject({
      ok: true,
    })
    expect(await applyHook(target(), facts.value)).toMatchObject({ ok: true })
    await ports.resume(portId ?? '', cookie)
    await expect.poll(() => outputOf(id)).toContain('ready ')
    expect(fs.readFileSync(log, 'utf8')).not.toBe('')
  })

  it('can be recorded from its first instruction', async () => {
    await open()
    const seen: Parameters<BeforeResume>[0][] = []
    const beforeResume: BeforeResume = (runtime) => {
      seen.push(runtime)
      expect(outputOf('far-launch-1')).toBe('')
      return Promise.resolve(null)
    }
    const { id } = await start(request(['idle'], { firstRule: 'record', beforeResume }))
    await expect.poll(() => outputOf(id)).toContain('ready ')
    expect(seen).toMatchObject([
      { info: { entryAssembly: 'Pipescope.Sample' }, processKey: runtimesOf(id)[0]?.processKey },
    ])
    expect(runtimesOf(id)).toMatchObject([{ recording: { error: null }, phase: 'running' }])
    expect(endpointFound(bench.processes, (seen[0]?.processKey ?? '') as never).transport).toBe('ssh')
  })

  const throughProxy = async (): Promise<void> => {
    proxy = await SlowProxy.start(bench.server.port)
    bench.server.writeClientConfig({ knowsHost: true, port: proxy.port })
  }

  it('that waits is found again after a reconnect, resumed, and followed to its end', async () => {
    await open({}, throughProxy, 150)
    const { id, pid } = await start(request(['idle']))
    await expect.poll(() => runtimesOf(id).length).toBe(1)
    proxy?.cut()
    await expect.poll(() => stateOf(id)?.phase).toBe('lost')
    await bench.connect()
    await expect.poll(() => runtimesOf(id)).toMatchObject([{ phase: 'waiting', targetPid: pid }])
    expect(stateOf(id)).toMatchObject({ phase: 'running', endedMs: null })
    expect(outputOf(id)).toBe('')
    await ports.resume(stateOf(id)?.portId ?? '', runtimesOf(id)[0]?.cookie ?? '')
    await expect.poll(() => outputOf(id)).toContain('ready ')
    // Once more, while it runs: it is only shown.
    proxy?.cut()
    await expect.poll(() => stateOf(id)?.phase).toBe('lost')
    await bench.connect()
    await expect.poll(() => runtimesOf(id)).toMatchObject([{ phase: 'running', targetPid: pid }])
    // And by the next run of Pipescope.
    proxy?.cut()
    await expect.poll(() => stateOf(id)?.phase).toBe('lost')
    launches.dispose()
    launches = begin(150)
    expect(launches.list()).toMatchObject([
      { id, phase: 'lost', isEarlier: true, command: 'Pipescope.Sample', args: [] },
    ])
    await bench.connect()
    await expect.poll(() => runtimesOf(id)).toMatchObject([{ phase: 'running', targetPid: pid }])
    expect(stateOf(id)).toMatchObject({ phase: 'running', pid, isEarlier: true })
    await expect.poll(() => outputOf(id)).toContain('ready ')
    await launches.stop(id, 'terminate')
    await expect.poll(() => stateOf(id)).toMatchObject({ phase: 'ended', exitCode: 143, unseenEnd: null })
    await expect.poll(foldersOfLaunches).toEqual([])
    expect(ports.list()).toEqual([])
  })

  it.each(['cut', 'freeze'] as const)('is ended when it waits and the link is lost for long (%s)', async (how) => {
    await open({}, throughProxy)
    const { id, pid } = await start(request(['idle']))
    await expect.poll(() => runtimesOf(id).length).toBe(1)
    proxy?.[how]()
    await expect.poll(() => stateOf(id)?.phase).toBe('lost')
    await expect.poll(() => isProcessAlive(pid ?? 0)).toBe(false)
    await expect.poll(foldersOfLaunches).toEqual([])
  })

  it.each([
    { state: 'waited', expectedRuntimes: 1 },
    { state: 'was just being started', expectedRuntimes: 0 },
  ])('goes on when the person disconnects, although it $state', async ({ expectedRuntimes }) => {
    await open()
    const { id, pid } = await start(request(['idle']))
    await expect.poll(() => runtimesOf(id).length).toBeGreaterThanOrEqual(expectedRuntimes)
    await bench.service.disconnect('ssh:far')
    expect(stateOf(id)).toMatchObject({ phase: 'lost' })
    // More threads than one has that waits.
    await expect.poll(() => fs.readdirSync(`/proc/${String(pid)}/task`).length).toBeGreaterThan(6)
    process.kill(pid ?? 0, 'SIGTERM')
    await expect.poll(foldersOfLaunches).toEqual([])
  })

  it('is refused with the cause where sshd leads no sockets back, and nothing is left there', async () => {
    await open({ settings: ['AllowStreamLocalForwarding local'] })
    const refused = await launches.start(request(['idle']))
    expect(refused).toMatchObject({
      ok: false,
      error: { kind: 'not-launched-there', machine: 'far', reason: 'forwarding-forbidden' },
    })
    expect(await launches.start(request([], { command: 'dotnet-is-not-here' }))).toMatchObject({
      ok: false,
      error: { reason: 'not-found', searched: expect.stringContaining('/usr/bin') as string },
    })
    expect(launches.list()).toEqual([])
    expect(ports.list()).toEqual([])
    await expect.poll(foldersOfLaunches).toEqual([])
  })
})
