import fs from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { canBuildSamples, startTarget } from '../../../samples/start-target.ts'
import { farUser, whyNoSshServer } from '../../machines/testing/ssh-server.ts'
import { SlowProxy } from '../../machines/testing/slow-proxy.ts'
import type { CollectRequest } from '../../protocol/collect-request.ts'
import { endpointFound } from './testing/endpoint-found.ts'
import { bundleWorker } from '../../workers/testing/bundle-worker.ts'
import { startRecording } from '../session-recording.ts'
import { openSession } from '../session.ts'
import type { Session } from '../session-model.ts'
import { endpointOf } from '../testing/endpoint-of.ts'
import { MachineBench } from './testing/machine-bench.ts'
import { pause } from '../../os/pause.ts'
import { defaultSettings } from '../../../shared/model/settings.ts'
import { LiveService } from '../live/live-service.ts'
import { liveSessionOpener } from '../live/sessions/open-live-session.ts'
import { RecordingSink } from '../live/testing/recording-sink.ts'

const missing = canBuildSamples() ? whyNoSshServer() : 'no .NET SDK'
const counters: CollectRequest = {
  bufferMB: 16,
  providers: [{ name: 'System.Runtime', keywords: 0n, level: 4, arguments: 'EventCounterIntervalSec=1' }],
  rundown: 'none',
  stacks: false,
}
const quiet: CollectRequest = {
  bufferMB: 16,
  providers: [{ name: 'Nobody-Writes-This', keywords: 0n, level: 4, arguments: null }],
  rundown: 'none',
  stacks: false,
}

describe.skipIf(missing !== null)(`processes over SSH${missing === null ? '' : ` (skipped: ${missing})`}`, () => {
  let bench: MachineBench
  let proxy: SlowProxy | null = null
  beforeEach(async () => {
    bench = await MachineBench.start()
  })
  afterEach(async () => {
    await proxy?.stop()
    proxy = null
    await bench.end()
  })

  /** Everything between us and the server goes through it. */
  async function throughProxy(): Promise<SlowProxy> {
    proxy = await SlowProxy.start(bench.server.port)
    bench.server.writeClientConfig({ knowsHost: true, port: proxy.port })
    return proxy
  }

  it('a process of the other machine is on the list, says which machine it is on, and shows its environment', async () => {
    await bench.connect()
    // Processes of other tests may be there already; without one it is not being tested.
    expect(bench.hop('forwarding')?.state).not.toBe('running')
    const target = await bench.target({ args: ['idle'], env: { FAR_AWAY: 'yes' } })
    const row = await bench.ready(target.pid)
    expect(row).toMatchObject({ machine: { id: 'ssh:far', name: 'far' }, userName: farUser, isSameUser: true })
    expect(row.key).toMatch(/^ssh:far\/\d+:\d+$/)
    expect(row.runtimeVersion).toMatch(/^10\./)
    expect(bench.machine().state).toBe('connected')
    expect(bench.machine().hops.map(({ hop, state }) => [hop, state])).toEqual(
      ['client', 'network', 'host-key', 'sign-in', 'shell', 'proc', 'forwarding', 'processes'].map((hop) => [
        hop,
        'passed',
      ]),
    )
    const loaded = await bench.processes.environment(row.key)
    expect(loaded.ok && loaded.value.some(({ name }) => name === 'FAR_AWAY')).toBe(true)
    expect(bench.processes.reveal(row.key, 'FAR_AWAY')).toEqual({ ok: true, value: { value: 'yes' } })
  })

  it('a session streams over the link and ends in order', async () => {
    const target = await bench.target({ args: ['idle'] })
    await bench.connect()
    const row = await bench.ready(target.pid)
    let bytes = 0
    const opened = await bench.registry.open(
      endpointFound(bench.processes, row.key),
      counters,
      { onChunk: (chunk) => void (bytes += chunk.byteLength), onEnd: () => undefined },
      { runtimeVersion: row.runtimeVersion },
    )
    if (!opened.ok) throw new Error(JSON.stringify(opened.error))
    await expect.poll(() => bytes).toBeGreaterThan(5000)
    expect(await opened.value.stop()).toMatchObject({ ok: true, value: { reason: 'stopped' } })
  })

  it('a process that ends leaves the list as it does here', async () => {
    const target = await bench.target({ args: ['idle'] })
    await bench.connect()
    await bench.ready(target.pid)
    target.send('exit 0')
    await expect.poll(() => bench.rowOf(target.pid)?.state).toBe('exited')
  })

  it('an unknown host key is shown with its fingerprint, and declining it ends the connection', async () => {
    bench.server.writeClientConfig({ knowsHost: false })
    await bench.connect()
    expect(bench.questions).toMatchObject([
      { kind: 'host-key', fingerprint: expect.stringMatching(/^ED25519 SHA256:/) },
    ])
    expect(bench.machine()).toMatchObject({ state: 'failed', fault: { hop: 'host-key', kind: 'host-key-declined' } })
  })

  it('a changed host key is named with its fingerprint, the file and line of the known one, and never accepted', async () => {
    const { fingerprint, file, host } = bench.server.knowAnotherKey()
    const fault = {
      hop: 'host-key',
      kind: 'host-key-changed',
      said: expect.stringContaining(`Offending ED25519 key in ${file}:2`),
      changedKey: { fingerprint, file, line: 2, host, isOfPerson: true },
    }
    await bench.connect()
    expect(bench.machine()).toMatchObject({ state: 'failed', fault })
    // ssh itself would go on with the key.
    fs.appendFileSync(bench.server.configPath, 'Host *\n  StrictHostKeyChecking no\n')
    await bench.connect()
    expect(bench.machine()).toMatchObject({ state: 'failed', fault })
    expect(bench.questions).toEqual([])
  })

  it('a key that the server doesn’t know is reported as the failed step', async () => {
    await bench.connect('far-key')
    expect(bench.machine('far-key')).toMatchObject({
      state: 'failed',
      fault: { hop: 'sign-in', kind: 'sign-in-refused' },
    })
  })

  it('a link that is cut says so on every row, and a reconnect frees the quiet sessions that it left behind', async () => {
    const cut = await throughProxy()
    const target = await bench.target({ args: ['idle'] })
    await bench.connect()
    const row = await bench.ready(target.pid)
    const ends: string[] = []
    const hooks = { onChunk: () => undefined, onEnd: ({ reason }: { reason: string }) => void ends.push(reason) }
    const endpoint = endpointFound(bench.processes, row.key)
    for (let count = 0; count < 3; count++)
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await bench.registry.open(endpoint, quiet, hooks, { runtimeVersion: row.runtimeVersion })
    cut.cut()
    await expect.poll(() => bench.machine().state).toBe('lost')
    await expect.poll(() => ends).toEqual(['link-lost', 'link-lost', 'link-lost'])
    expect(bench.rowOf(target.pid)).toMatchObject({ problem: { kind: 'link-lost', machine: 'far' } })
    expect(bench.registry.hasLeftover(endpoint)).toBe(true)
    await bench.connect()
    await bench.ready(target.pid)
    await expect.poll(() => bench.registry.hasLeftover(endpoint)).toBe(false)
    // The runtime lets go of them at its next tick; the session that woke it is stopped by then, too.
    await expect.poll(() => openConnections(target.pid)).toBe(0)
    // All 64 slots can be taken again, past what our own limit allows.
    await bench.service.disconnect('ssh:far')
    expect(await countFreeSlots(target.pid)).toBe(64)
  })

  it('a recording that a cut link ended is kept up to its last whole block, and says that the link ended it', async () => {
    const cut = await throughProxy()
    const target = await bench.target({ args: ['busy'] })
    await bench.connect()
    const row = await bench.ready(target.pid)
    const started = await startRecording(bench.registry, {
      endpoint: endpointFound(bench.processes, row.key),
      request: counters,
      runtimeVersion: row.runtimeVersion,
      path: path.join(bench.folder, 'cut.nettrace'),
      recorderPath: await bundleWorker('recorder', bench.folder),
    })
    if (!started.ok) throw new Error(JSON.stringify(started.error))
    await expect.poll(() => started.value.progress().writtenBytes).toBeGreaterThan(5000)
    cut.cut()
    const end = await started.value.whenEnded
    expect(end).toMatchObject({ reason: 'link-lost', isComplete: false, discardedBytes: 0 })
    expect(end.lastWholeBlockOffset).toBeGreaterThan(1000)
    expect(fs.statSync(end.path).size).toBe(end.receivedBytes)
  })

  it('a link that freezes while a session streams does not keep the process from exiting', async () => {
    const frozen = await throughProxy()
    const target = await bench.target({ args: ['busy'] })
    await bench.connect()
    const row = await bench.ready(target.pid)
    let bytes = 0
    const hooks = { onChunk: (chunk: ArrayBuffer) => void (bytes += chunk.byteLength), onEnd: () => undefined }
    await bench.registry.open(endpointFound(bench.processes, row.key), counters, hooks, {
      runtimeVersion: row.runtimeVersion,
    })
    await expect.poll(() => bytes).toBeGreaterThan(1000)
    frozen.freeze()
    const startMs = performance.now()
    // The far side ends the connection by itself; only then is the stream closed.
    await pause(1000)
    target.child.kill('SIGTERM')
    await target.whenEnded
    expect(performance.now() - startMs).toBeLessThan(60_000)
    await expect.poll(() => bench.machine().state).toBe('lost')
  })
})

describe.skipIf(missing !== null || process.env['PIPESCOPE_FULL'] === undefined)('servers of every kind', () => {
  let bench: MachineBench | null = null
  afterEach(() => bench?.end())

  it('a server that forbids socket forwarding is named, with its processes on the list', async () => {
    const here = (bench = await MachineBench.start({ settings: ['AllowStreamLocalForwarding no'] }))
    const target = await here.target({ args: ['idle'] })
    await here.connect()
    await expect.poll(() => here.machine().fault).toMatchObject({ hop: 'forwarding', kind: 'forwarding-forbidden' })
    expect(here.rowOf(target.pid)?.userName).toBe(farUser)
    const problem = { kind: 'forwarding-refused', machine: 'far' }
    await expect.poll(() => here.rowOf(target.pid), { timeout: 5000 }).toMatchObject({ state: 'no-endpoint', problem })
  })

  it('a key that may not forward is distinguished from a server that forbids it', async () => {
    const here = (bench = await MachineBench.start({ keyOptions: 'restrict' }))
    await here.connect()
    await expect
      .poll(() => here.machine().fault)
      .toMatchObject({ hop: 'forwarding', kind: 'forwarding-forbidden-for-key' })
  })

  it('an account without a shell is named', async () => {
    const here = (bench = await MachineBench.start({ settings: ['ForceCommand /bin/false'] }))
    await here.connect()
    expect(here.machine()).toMatchObject({ state: 'failed', fault: { hop: 'shell', kind: 'no-shell' } })
  })

  it('a machine behind a jump host is reached with the configuration of ssh alone', async () => {
    const here = (bench = await MachineBench.start())
    const target = await here.target({ args: ['idle'] })
    await here.connect('far-jump')
    expect((await here.ready(target.pid, 'far-jump')).machine?.name).toBe('far-jump')
  })

  it.each(['network', 'host-key', 'sign-in'] as const)(
    'a link that is cut right after the step “%s” of a connection is named, and the next attempt connects',
    async (step) => {
      const here = (bench = await MachineBench.start())
      const proxy = await SlowProxy.start(here.server.port)
      // So that what follows that step is still on its way.
      proxy.slow(200, Infinity)
      here.server.writeClientConfig({ knowsHost: true, port: proxy.port })
      let isCut = false
      here.service.onChange(() => {
        if (isCut || here.hop(step)?.state !== 'passed') return
        isCut = true
        proxy.cut()
      })
      await here.connect()
      expect(here.machine()).toMatchObject({ state: 'failed', fault: { kind: 'closed-early' } })
      proxy.slow(0, Infinity)
      await here.connect()
      expect(here.machine().state).toBe('connected')
      await proxy.stop()
    },
  )

  it('over a link of 100 ms and 1 MB/s the list is complete, and shows the round trip', async () => {
    const here = (bench = await MachineBench.start())
    const proxy = await SlowProxy.start(here.server.port)
    proxy.slow(100, 1_000_000)
    here.server.writeClientConfig({ knowsHost: true, port: proxy.port })
    const target = await here.target({ args: ['idle'] })
    await here.connect()
    await here.ready(target.pid)
    expect(here.machine().roundTripMs).toBeGreaterThan(95)
    await here.service.disconnectAll()
    await proxy.stop()
  })

  it('live values come less often over a link that is too slow for their interval, and as asked once it is faster', async () => {
    const here = (bench = await MachineBench.start())
    const proxy = await SlowProxy.start(here.server.port)
    proxy.slow(600, Infinity)
    here.server.writeClientConfig({ knowsHost: true, port: proxy.port })
    const target = await here.target({ args: ['idle'] })
    await here.connect()
    const { key } = await here.ready(target.pid)
    const live = new LiveService({
      directory: here.processes,
      openSession: liveSessionOpener(here.registry),
      workerPath: await bundleWorker('live-worker', here.folder),
      storageFolder: here.folder,
      settings: { current: defaultSettings, update: () => Promise.resolve() },
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
      carriedIntervalMs: (processKey) => here.service.carriedIntervalMs(processKey),
    })
    here.service.onPace(() => live.followLinks())
    const opened = await live.open({ processKey: key, intervalMs: 250 }, 'test')
    const sink = new RecordingSink()
    if (!opened.ok || !live.attach(opened.value.liveId, sink).ok) throw new Error('not opened')
    await expect
      .poll(() => sink.status, { timeout: 60_000 })
      .toMatchObject({
        phase: 'live',
        intervalMs: 1000,
        askedIntervalMs: 250,
        problems: [{ kind: 'slow-link', machine: 'far', askedMs: 250, intervalMs: 1000 }],
      })
    proxy.slow(0, Infinity)
    await expect.poll(() => sink.status, { timeout: 60_000 }).toMatchObject({ intervalMs: 250, problems: [] })
    const before = sink.values.length
    await expect.poll(() => sink.values.length, { timeout: 60_000 }).toBeGreaterThan(before)
    await live.closeAll()
    await here.service.disconnectAll()
    await proxy.stop()
  })

  it('processes inside containers are on the list with their own numbers, and answer', async () => {
    const here = (bench = await MachineBench.start())
    const targets = [await here.targets.contained('private-tmp'), await here.targets.contained('container')]
    await here.connect()
    for (const { pid, socketFolder, innerPid } of targets) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await expect.poll(() => here.rowOf(pid)?.state, { timeout: 50_000 }).toBe('ready')
      expect(here.rowOf(pid)).toMatchObject({ userName: farUser, isSameUser: true })
      expect(here.rowOf(pid)?.container?.innerPid ?? null).toBe(innerPid)
      expect(here.rowOf(pid)?.endpointPath).toMatch(
        new RegExp(`^ssh://far/proc/${pid}/root${socketFolder}/dotnet-diagnostic-${innerPid ?? pid}-\\d+-socket$`),
      )
    }
  })

  it('a process of another user is listed with its owner and not queried', async () => {
    const here = (bench = await MachineBench.start())
    const own = await startTarget({ args: ['idle'], env: { TMPDIR: undefined } })
    await here.connect()
    await expect.poll(() => here.rowOf(own.pid)?.state).toBe('no-permission')
    expect(here.rowOf(own.pid)?.problem).toMatchObject({ kind: 'foreign-owner', owner: 'root' })
    await own.dispose()
  })
})

/** To its diagnostic port, as the system counts them: no request of ours could free one. */
function openConnections(pid: number): number {
  const { path } = endpointOf(pid)
  const sockets = fs.readFileSync('/proc/net/unix', 'utf8').split('\n')
  return sockets.filter((line) => line.endsWith(` ${path}`)).length - 1
}

/** Beside the link, as another tool would. */
async function countFreeSlots(pid: number): Promise<number> {
  const endpoint = endpointOf(pid)
  const hooks = { onChunk: () => undefined, onEnd: () => undefined }
  const sessions: Session[] = []
  for (let count = 0; count < 65; count++) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const opened = await openSession(endpoint, quiet, hooks, { runtimeVersion: '10.0.0' })
    if (!opened.ok) break
    sessions.push(opened.value)
  }
  // oxlint-disable-next-line no-await-in-loop -- as above
  for (const session of sessions) await session.stop()
  return sessions.length
}
