import path from 'node:path'
import { LiveService } from '../../main/diagnostics/live/live-service.ts'
import { liveSessionOpener } from '../../main/diagnostics/live/sessions/open-live-session.ts'
import { RecordingSink } from '../../main/diagnostics/live/testing/recording-sink.ts'
import type { MachineBench } from '../../main/diagnostics/machines/testing/machine-bench.ts'
import { bundleWorker } from '../../main/workers/testing/bundle-worker.ts'
import { defaultSettings } from '../../shared/model/settings.ts'
import { spreadOf, type Spread } from '../harness.ts'
import { until } from './list.ts'

const wantedCount = 15
const intervalMs = 1000

/** From the moment a counter is written in the process to the frame for the page; both by the clock of this machine. */
class LateSink extends RecordingSink {
  readonly lateSec: number[] = []

  override postFrame(frame: ArrayBuffer): boolean {
    const before = this.values.length
    const isTaken = super.postFrame(frame)
    const times = this.values
      .slice(before)
      .filter(({ instrument }) => instrument.provider === 'System.Runtime')
      .map(({ timeMs }) => timeMs)
    if (times.length > 0) this.lateSec.push((Date.now() - Math.min(...times)) / 1000)
    return isTaken
  }
}

export async function lateness(bench: MachineBench): Promise<Readonly<Record<string, Spread | number>>> {
  const target = await bench.target({ args: ['busy', 'counters'] })
  const { key } = await bench.ready(target.pid)
  const service = new LiveService({
    directory: bench.processes,
    openSession: liveSessionOpener(bench.registry),
    workerPath: await bundleWorker('live-worker', bench.folder),
    storageFolder: path.join(bench.folder, 'live'),
    settings: { current: defaultSettings, update: () => Promise.resolve() },
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  })
  try {
    const opened = await service.open({ processKey: key, intervalMs }, 'bench')
    if (!opened.ok) throw new Error(JSON.stringify(opened.error))
    const sink = new LateSink()
    service.attach(opened.value.liveId, sink)
    await until(() => sink.lateSec.length > wantedCount)
    // The first frame brings what came before it was attached.
    return { valueLateSec: spreadOf(sink.lateSec.slice(1)), intervalSec: intervalMs / 1000 }
  } finally {
    await service.closeAll()
    await target.dispose()
  }
}
