import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { canBuildSamples, type SampleTarget } from '../../../samples/start-target.ts'
import { defaultSettings } from '../../../shared/model/settings.ts'
import { SlowProxy } from '../../machines/testing/slow-proxy.ts'
import { whyNoSshServer } from '../../machines/testing/ssh-server.ts'
import { pause } from '../../os/pause.ts'
import type { CollectRequest } from '../../protocol/collect-request.ts'
import { bundleWorker } from '../../workers/testing/bundle-worker.ts'
import { captureHeap, type CapturePhase } from '../heaps/capture-heap.ts'
import { LiveService } from '../live/live-service.ts'
import { liveSessionOpener } from '../live/sessions/open-live-session.ts'
import { RecordingSink } from '../live/testing/recording-sink.ts'
import { endpointFound } from './testing/endpoint-found.ts'
import { MachineBench } from './testing/machine-bench.ts'

const missing = canBuildSamples() ? whyNoSshServer() : 'no .NET SDK'
const counters: CollectRequest = {
  bufferMB: 16,
  providers: [{ name: 'System.Runtime', keywords: 0n, level: 4, arguments: 'EventCounterIntervalSec=1' }],
  rundown: 'none',
  stacks: false,
}
const hooks = { onChunk: () => undefined, onEnd: () => undefined }

describe.skipIf(missing !== null || process.env['PIPESCOPE_FULL'] === undefined)('a link that is cut', () => {
  let bench: MachineBench
  let proxy: SlowProxy
  let target: SampleTarget
  beforeEach(async () => {
    bench = await MachineBench.start()
    proxy = await SlowProxy.start(bench.server.port)
    bench.server.writeClientConfig({ knowsHost: true, port: proxy.port })
    target = await bench.target({ args: ['busy', 'meters'] })
    await bench.connect()
    await bench.ready(target.pid)
  })
  afterEach(async () => {
    await proxy.stop()
    await bench.end()
  })

  const endpoint = () => endpointFound(bench.processes, bench.rowOf(target.pid)!.key)

  /** So long in between that what was asked has left this machine's side of the link, and no answer comes back. */
  async function freezeAndCut(): Promise<void> {
    proxy.freeze()
    await pause(500)
    proxy.cut()
    await expect.poll(() => bench.machine().state).toBe('lost')
  }

  async function expectUnharmed(): Promise<void> {
    await bench.connect()
    const { runtimeVersion } = await bench.ready(target.pid)
    const opened = await bench.registry.open(endpoint(), counters, hooks, { runtimeVersion })
    expect(opened.ok && (await opened.value.stop())).toMatchObject({ ok: true, value: { reason: 'stopped' } })
    target.child.kill('SIGTERM')
    await target.whenEnded
  }

  it('while a session is being opened is the reason why there is none', async () => {
    proxy.freeze()
    const opening = bench.registry.open(endpoint(), counters, hooks, { runtimeVersion: '10.0.0' })
    await freezeAndCut()
    expect(await opening).toMatchObject({ ok: false, error: { kind: 'link-lost', machine: 'far' } })
    await expectUnharmed()
  })

  it('while a heap is walked ends the capture, and another one is whole after a reconnect', async () => {
    const recorderPath = await bundleWorker('recorder', bench.folder)
    const capture = (name: string, onPhase?: (phase: CapturePhase) => void) =>
      captureHeap(bench.registry, {
        endpoint: endpoint(),
        runtimeVersion: '10.0.0',
        path: path.join(bench.folder, name),
        recorderPath,
        ...(onPhase === undefined ? {} : { onPhase }),
      })
    let cut = Promise.resolve()
    const ended = await capture('cut.nettrace', (phase) => {
      if (phase === 'waiting-for-collection') cut = freezeAndCut()
    })
    await cut
    expect(ended).toMatchObject({ ok: false, error: { kind: 'link-lost', machine: 'far' } })
    await bench.connect()
    await bench.ready(target.pid)
    expect(await capture('again.nettrace')).toMatchObject({ ok: true, value: { isComplete: true, reason: 'stopped' } })
    await expectUnharmed()
  })

  it('while a live view is open is named there, and its values continue after a reconnect', async () => {
    const live = new LiveService({
      directory: bench.processes,
      openSession: liveSessionOpener(bench.registry),
      workerPath: await bundleWorker('live-worker', bench.folder),
      storageFolder: bench.folder,
      settings: { current: defaultSettings, update: () => Promise.resolve() },
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    })
    try {
      const opened = await live.open({ processKey: bench.rowOf(target.pid)!.key, intervalMs: 250 }, 'test')
      if (!opened.ok) throw new Error(JSON.stringify(opened.error))
      const sink = new RecordingSink()
      live.attach(opened.value.liveId, sink)
      await expect.poll(() => sink.values.length).toBeGreaterThan(10)
      await freezeAndCut()
      await expect.poll(() => JSON.stringify(sink.status)).toContain('link-lost')
      const before = sink.values.length
      await bench.connect()
      await bench.ready(target.pid)
      await expect.poll(() => sink.values.length).toBeGreaterThan(before + 10)
      expect(sink.gaps).toHaveLength(1)
    } finally {
      await live.closeAll()
    }
    await expectUnharmed()
  })
})
