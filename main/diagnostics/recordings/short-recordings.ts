import fs from 'node:fs'
import path from 'node:path'
import { randomUUID } from 'node:crypto'
import type { AppError } from '../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import type { ProbeReport } from '../../../shared/contract/recordings.ts'
import type { RecordingSpec } from '../../../shared/model/recording.ts'
import type { SnapshotStacks } from '../../../shared/model/stack-snapshot.ts'
import { provider } from '../../../shared/recording/provider-spec.ts'
import { WatchHost } from '../../workers/watch/watch-host.ts'
import { startRecording } from '../session-recording.ts'
import { collectRequest } from './collect.ts'
import { noStop, RecordingPart, type PartParts } from './recording-part.ts'
import { namesBeside, type RecordingTarget } from './recording-target.ts'
import { sampleProvider } from '../../../shared/model/runtime-providers.ts'
import { pause } from '../../os/pause.ts'

/** Long enough for several batches of the runtime (it sends ten a second), short enough to be waited for. */
const probeMs = 2000
/** A thousand samples a second: this is dozens of each thread. Delivery waits for the next batch anyway. */
const snapshotMs = 60

/** Recordings of a moment, whose file is thrown away after it was read. */
export class ShortRecordings {
  readonly #parts: PartParts
  readonly #folder: string

  constructor(parts: PartParts, folder: string) {
    this.#parts = parts
    this.#folder = folder
  }

  /** The same as a recording would collect, but without names: how much it is. */
  async probe(
    target: RecordingTarget,
    spec: RecordingSpec,
  ): Promise<Result<Omit<ProbeReport, 'cpuPercent' | 'cpuBeforePercent'>, AppError>> {
    return this.#withFile(async (file) => {
      const part = await RecordingPart.start(this.#parts, {
        endpoint: target.endpoint,
        runtimeVersion: target.row.runtimeVersion,
        spec: { ...spec, rundown: 'none' },
        path: file,
        stop: noStop,
        firstLookAfterMs: namesBeside(target.row, Date.now()).firstLookAfterMs,
      })
      if (!part.ok) return part
      await pause(probeMs)
      const { losses } = part.value
      const { end, verdict } = await part.value.stop()
      if (!verdict.ok) return verdict
      const seconds = probeMs / 1000
      return ok({
        durationMs: probeMs,
        bytesPerSecond: end.receivedBytes / seconds,
        eventsPerSecond: verdict.value.eventCount / seconds,
        lostCount: verdict.value.lostCount,
        losses,
        providers: (part.value.status?.providers ?? []).map(({ name, eventCount, bytes }) => ({
          name,
          eventsPerSecond: eventCount / seconds,
          bytesPerSecond: bytes / seconds,
        })),
      })
    })
  }

  /** Stacks of all managed threads, with names. */
  async stacks(target: RecordingTarget): Promise<Result<SnapshotStacks, AppError>> {
    if (target.row.runtimeFlavour === 'nativeaot')
      return err({ kind: 'unsupported', feature: 'stack-snapshot', neededVersion: null, actualVersion: 'NativeAOT' })
    const spec: RecordingSpec = {
      providers: [provider(sampleProvider, 0n, 4)],
      bufferMB: 64,
      // Loader and JIT parts are enough to name frames; a runtime that cannot choose writes all.
      rundown: '0x18',
      stacks: true,
      whenFull: 'drop',
    }
    return this.#withFile(async (file) => {
      const reader = new WatchHost({
        workerPath: this.#parts.watchPath,
        runtimeVersion: target.row.runtimeVersion,
      })
      try {
        const started = await startRecording(this.#parts.registry, {
          endpoint: target.endpoint,
          request: collectRequest(spec, target.row.runtimeVersion),
          runtimeVersion: target.row.runtimeVersion,
          path: file,
          recorderPath: this.#parts.recorderPath,
          ...(this.#parts.queues ? { queues: this.#parts.queues } : {}),
          isStarting: namesBeside(target.row, Date.now()).firstLookAfterMs > 0,
        })
        if (!started.ok) return started
        await pause(snapshotMs)
        const end = await started.value.stop()
        if (end.reason === 'target-ended') return err({ kind: 'process-gone', pid: target.row.pid })
        // Without names a stack is a list of addresses.
        if (end.reason === 'locked-up')
          return err({ kind: 'locked-up', silentMs: started.value.progress().lastByteAgoMs })
        if (end.reason === 'link-lost') return err({ kind: 'link-lost', machine: target.row.machine?.name ?? '' })
        return await reader.readStacks(file)
      } finally {
        reader.dispose()
      }
    })
  }

  async #withFile<T>(use: (file: string) => Promise<T>): Promise<T> {
    await fs.promises.mkdir(this.#folder, { recursive: true })
    const file = path.join(this.#folder, `${randomUUID()}.nettrace`)
    try {
      return await use(file)
    } finally {
      await fs.promises.rm(file, { force: true })
    }
  }
}
