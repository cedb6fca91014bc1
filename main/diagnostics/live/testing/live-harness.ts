import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { defaultSettings, type Settings } from '../../../../shared/model/settings.ts'
import { asProcessKey, type ProcessKey } from '../../../../shared/model/ids.ts'
import type { IntervalMs } from '../../../../shared/model/live.ts'
import type { ProcessRow } from '../../../../shared/model/process.ts'
import type { SampleTarget } from '../../../../samples/start-target.ts'
import { socketOf } from '../../../../samples/socket-of.ts'
import { bundleWorker } from '../../../workers/testing/bundle-worker.ts'
import { SessionRegistry } from '../../session-registry.ts'
import { LiveService } from '../live-service.ts'
import { liveSessionOpener } from '../sessions/open-live-session.ts'
import { FakeDirectory, testRow } from './fake-directory.ts'
import { RecordingSink } from './recording-sink.ts'

/** A whole live service around a process list that the test fills; real sessions, real worker threads. */
export class LiveHarness {
  readonly directory = new FakeDirectory()
  readonly registry = new SessionRegistry({ journalPath: null })
  readonly service: LiveService
  settings: Settings = defaultSettings
  readonly #folder: string

  private constructor(folder: string, workerPath: string) {
    this.#folder = folder
    this.service = new LiveService({
      directory: this.directory,
      openSession: liveSessionOpener(this.registry),
      workerPath,
      storageFolder: folder,
      settings: {
        current: this.settings,
        update: async (patch) => {
          Object.assign(this.settings, patch)
        },
      },
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    })
  }

  static async create(): Promise<LiveHarness> {
    const folder = mkdtempSync(path.join(tmpdir(), 'live-harness-'))
    return new LiveHarness(folder, await bundleWorker('live-worker', folder))
  }

  /** Lists a real process; its socket is found by name, independently of the product's discovery. */
  list(pid: number, changes: Partial<ProcessRow> = {}): ProcessKey {
    const socketPath = socketOf(pid)
    if (socketPath === null) throw new Error(`no socket of ${pid}`)
    const key = asProcessKey(`${pid}:real`)
    this.directory.put(testRow(pid, { key, name: 'sample', ...changes }), socketPath)
    return key
  }

  async open(key: ProcessKey, intervalMs: IntervalMs = 1000): Promise<string> {
    const opened = await this.service.open({ processKey: key, intervalMs }, 'test')
    if (!opened.ok) throw new Error(JSON.stringify(opened.error))
    return opened.value.liveId
  }

  watch(liveId: string): RecordingSink {
    const sink = new RecordingSink()
    const attached = this.service.attach(liveId, sink)
    if (!attached.ok) throw new Error(JSON.stringify(attached.error))
    return sink
  }

  async close(liveId: string): Promise<void> {
    await this.service.close({ liveId }, 'test')
  }

  /** After a test. A target that a failed test left stopped must not keep its sessions from ending. */
  async endTargets(targets: readonly SampleTarget[]): Promise<void> {
    for (const target of targets) target.child.kill('SIGCONT')
    try {
      await this.service.closeAll()
    } finally {
      await Promise.all(targets.map((target) => target.dispose()))
    }
  }

  async dispose(): Promise<void> {
    await this.service.closeAll()
    rmSync(this.#folder, { recursive: true, force: true })
  }
}
