import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { socketOf } from '../../../../samples/socket-of.ts'
import { ok } from '../../../../shared/base/result.ts'
import { toDisposable } from '../../../../shared/base/disposable.ts'
import { asPid, asProcessKey, type ProcessKey } from '../../../../shared/model/ids.ts'
import type { Job } from '../../../../shared/model/job.ts'
import type { ProcessRow } from '../../../../shared/model/process.ts'
import type { RecordingRequest, RecordingSpec } from '../../../../shared/model/recording.ts'
import type { Endpoint } from '../../../transport/endpoint.ts'
import { bundleWorker } from '../../../workers/testing/bundle-worker.ts'
import { SavedFiles } from '../../files/saved-files.ts'
import { JobRegistry } from '../../jobs/job-registry.ts'
import type { TargetDirectory } from '../../live/target/target-directory.ts'
import { SessionRegistry } from '../../session-registry.ts'
import { PresetStore } from '../preset-store.ts'
import type { PartParts } from '../recording-part.ts'
import { RecordingService } from '../recording-service.ts'
import { pause } from '../../../os/pause.ts'

/** Everything a recording needs, without windows: real workers, a real registry, a folder of its own. */
export interface RecordingBench {
  readonly folder: string
  readonly service: RecordingService
  readonly parts: PartParts
  readonly jobs: JobRegistry
  readonly savedFiles: SavedFiles
  readonly presets: PresetStore
  readonly registry: BenchRegistry
  readonly directory: TargetDirectory
  addTarget(pid: number, runtimeVersion: string | null, parts?: Partial<ProcessRow>): ProcessKey
  /** Whatever listens there. */
  addSocket(path: string, runtimeVersion: string | null, parts?: Partial<ProcessRow>): ProcessKey
  /** A process whose socket is not there. */
  addRow(runtimeVersion: string | null): ProcessKey
  request(key: ProcessKey, spec: RecordingSpec, parts?: Partial<RecordingRequest>): RecordingRequest
  /** Starts and gives the job; throws when it was refused. */
  start(request: RecordingRequest): Promise<string>
  jobOf(id: string): Job
  whenEnded(id: string): Promise<Job>
  dispose(): Promise<void>
}

/** Waits for a runtime that says nothing more while it stops as long as a test wants; null: as the product does. */
class BenchRegistry extends SessionRegistry {
  stopSilenceMs: number | null = null

  override open(
    ...[endpoint, request, hooks, options]: Parameters<SessionRegistry['open']>
  ): ReturnType<SessionRegistry['open']> {
    const { stopSilenceMs } = this
    return super.open(endpoint, request, hooks, stopSilenceMs === null ? options : { ...options, stopSilenceMs })
  }
}

/** Finds the default endpoint by name, independently of the product's discovery. */
export function endpointOf(pid: number): Endpoint {
  const path = socketOf(pid)
  if (path === null) throw new Error(`no socket of ${pid}`)
  return { transport: 'unix', path, pid: asPid(pid) }
}

export async function recordingBench(): Promise<RecordingBench> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ps-rec-'))
  const rows = new Map<ProcessKey, { readonly row: ProcessRow; readonly endpoint: Endpoint }>()
  const jobs = new JobRegistry({ journal: null, now: Date.now })
  const savedFiles = new SavedFiles({
    path: path.join(folder, 'files.json'),
    now: Date.now,
    trash: () => Promise.resolve(),
  })
  const presets = new PresetStore(path.join(folder, 'recordings.json'), Date.now)
  const registry = new BenchRegistry({ journalPath: null })
  const directory: TargetDirectory = {
    rows: () => [...rows.values()].map(({ row }) => row),
    rowOf: (key) => rows.get(key)?.row ?? null,
    endpointOf: (key) => rows.get(key)?.endpoint ?? null,
    subscribe: () => toDisposable(() => undefined),
  }
  const parts: PartParts = {
    registry,
    recorderPath: await bundleWorker('recorder', folder),
    watchPath: await bundleWorker('recording-watch', folder),
  }
  const service = new RecordingService({
    directory: { ...directory, resume: () => Promise.resolve(ok(null)) },
    ...parts,
    jobs,
    savedFiles,
    presets,
    temporaryFolder: path.join(folder, 'short'),
    homeFolder: path.join(folder, 'recordings'),
  })
  const jobOf = (id: string): Job => {
    const job = jobs.get(id)
    if (job === null) throw new Error(`no job ${id}`)
    return job
  }
  return {
    folder,
    service,
    parts,
    jobs,
    savedFiles,
    presets,
    registry,
    directory,
    addTarget(pid, runtimeVersion, parts = {}) {
      const endpoint = endpointOf(pid)
      // `dotnet-diagnostic-PID-KEY-socket`
      const key = asProcessKey(`${pid}:${endpoint.path.split('-').at(-2) ?? ''}`)
      rows.set(key, { row: { ...rowOf(key, pid, runtimeVersion), ...parts }, endpoint })
      return key
    },
    addSocket(path, runtimeVersion, parts = {}) {
      const key = asProcessKey(`${process.pid}:${path}`)
      const row = { ...rowOf(key, process.pid, runtimeVersion), ...parts }
      rows.set(key, { row, endpoint: { transport: 'unix', path, pid: asPid(process.pid) } })
      return key
    },
    addRow(runtimeVersion) {
      const key = asProcessKey(`999999:${String(runtimeVersion)}`)
      const endpoint: Endpoint = { transport: 'unix', path: path.join(folder, 'nobody'), pid: asPid(999_999) }
      rows.set(key, { row: rowOf(key, 999_999, runtimeVersion), endpoint })
      return key
    },
    request: (key, spec, parts = {}) => ({
      processKey: key,
      spec,
      stop: { afterMs: null, atBytes: null, onEvent: null, onCounter: null },
      keeping: { kind: 'whole' },
      folder: null,
      nameTemplate: '{process}_{date}_{time}',
      presetId: 'custom',
      resumes: false,
      ...parts,
    }),
    async start(request) {
      const started = await service.start(request)
      if (!started.ok) throw new Error(JSON.stringify(started.error))
      return started.value.jobId
    },
    jobOf,
    async whenEnded(id) {
      while (jobOf(id).state === 'running') await pause(20)
      return jobOf(id)
    },
    async dispose() {
      for (const job of jobs.running()) await jobs.act(job.id, 'cancel')
      await jobs.whenIdle()
      await registry.stopAll(5000)
      await savedFiles.flush()
      await presets.flush()
      service.dispose()
      fs.rmSync(folder, { recursive: true, force: true })
    },
  }
}

function rowOf(key: ProcessKey, pid: number, runtimeVersion: string | null): ProcessRow {
  return {
    key,
    pid: asPid(pid),
    parentKey: null,
    name: 'Pipescope.Sample',
    detail: null,
    state: 'ready',
    problem: null,
    isTool: false,
    isDemo: false,
    isPinned: false,
    runtimeFlavour: 'coreclr',
    runtimeVersion,
    architecture: 'x64',
    operatingSystem: 'Linux',
    runtimeIdentifier: null,
    userName: null,
    userId: null,
    isSameUser: true,
    commandLine: null,
    commandLineSource: null,
    entryAssembly: 'Pipescope.Sample',
    cookie: null,
    startTimeMs: null,
    container: null,
    endpointPath: null,
    identity: 'verified',
    firstSeenMs: 0,
    exitedAtMs: null,
  }
}
