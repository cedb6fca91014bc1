import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { must } from '../../../../shared/base/assert.ts'
import { ok } from '../../../../shared/base/result.ts'
import { defaultSettings } from '../../../../shared/model/settings.ts'
import type { Fired, RuleEntry } from '../../../../shared/model/rules.ts'
import { readyMade } from '../../../../shared/rules/ready-made.ts'
import { usualLimits, type Rule, type RuleAction, type RuleCondition } from '../../../../shared/rules/rule.ts'
import { RulesHost } from '../../../workers/rules/rules-host.ts'
import { bundleWorker } from '../../../workers/testing/bundle-worker.ts'
import { DumpService } from '../../dumps/dump-service.ts'
import { SavedFiles } from '../../files/saved-files.ts'
import { knownProcess } from '../../known-target.ts'
import { collectUnattended, type UnattendedCaseParts } from '../../cases/collect/collect-unattended.ts'
import { HeapCaptures } from '../../heaps/heap-captures.ts'
import { HeapDocuments } from '../../heaps/heap-documents.ts'
import { containerMemoryPercent } from '../../heaps/memory-room.ts'
import { JobRegistry } from '../../jobs/job-registry.ts'
import { LiveService } from '../../live/live-service.ts'
import { liveSessionOpener } from '../../live/sessions/open-live-session.ts'
import { ProcessDirectory } from '../../processes/directory/directory.ts'
import { PresetStore } from '../../recordings/preset-store.ts'
import { RecordingPlaces } from '../../recordings/recording-places.ts'
import { RecordingService } from '../../recordings/recording-service.ts'
import { SessionRegistry } from '../../session-registry.ts'
import { EventReadings } from '../event-readings.ts'
import { LiveReadings } from '../live-readings.ts'
import { RuleActions } from '../rule-actions.ts'
import { RuleClaims } from '../rule-claims.ts'
import { RuleService } from '../rule-service.ts'
import { RuleStore } from '../rule-store.ts'

/** A clock that a test may set; the other one nobody does. */
export interface TestClock {
  offsetMs: number
}

const workerNames = ['live-worker', 'recorder', 'recording-watch', 'rules', 'heap-document', 'case-files'] as const
type Workers = Readonly<Record<(typeof workerNames)[number], string>>

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** Rules with everything they need and no window: the real process list, real sessions and workers, a folder of their own. */
export class RuleBench {
  readonly folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ps-rules-'))
  /** In the command line of every process that rules of this bench look at: other tests run beside it on the same machine. */
  readonly mark = path.basename(this.folder)
  readonly clock: TestClock = { offsetMs: 0 }
  readonly notified: string[] = []
  readonly registry = new SessionRegistry({ journalPath: null })
  /** Children of the test are no tools of ours. */
  readonly directory = new ProcessDirectory({ storageFolder: null, ownPid: 0 })
  readonly jobs = new JobRegistry({ journal: null, now: Date.now })
  readonly live: LiveService
  readonly recordings: RecordingService
  rules: RuleService
  readonly #heaps: HeapDocuments
  readonly #workers: Workers

  static async create(): Promise<RuleBench> {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ps-rules-workers-'))
    const built = await Promise.all(workerNames.map(async (name) => [name, await bundleWorker(name, folder)] as const))
    return new RuleBench(Object.fromEntries(built) as Workers)
  }

  private constructor(workers: Workers) {
    this.#workers = workers
    const { folder, registry, directory, jobs } = this
    const presets = new PresetStore(path.join(folder, 'recordings.json'), Date.now)
    const savedFiles = new SavedFiles({
      path: path.join(folder, 'files.json'),
      now: Date.now,
      trash: () => Promise.resolve(),
    })
    const homeFolder = path.join(folder, 'recordings')
    const places = new RecordingPlaces({ presets, homeFolder }, Date.now)
    this.live = new LiveService({
      directory,
      openSession: liveSessionOpener(registry),
      workerPath: workers['live-worker'],
      storageFolder: folder,
      settings: { current: defaultSettings, update: () => Promise.resolve() },
      log: quiet,
    })
    this.recordings = new RecordingService({
      directory,
      registry,
      jobs,
      savedFiles,
      presets,
      recorderPath: workers.recorder,
      watchPath: workers['recording-watch'],
      temporaryFolder: path.join(folder, 'short'),
      homeFolder,
    })
    this.#heaps = new HeapDocuments({ workerPath: workers['heap-document'], onCrash: () => undefined })
    const heapCaptures = new HeapCaptures({
      directory,
      registry,
      jobs,
      savedFiles,
      heaps: this.#heaps,
      live: this.live,
      savesGcDump: () => false,
      places,
      recorderPath: workers.recorder,
      now: Date.now,
    })
    this.#parts = { places, savedFiles, heapCaptures }
    this.rules = this.#start()
    directory.start()
  }

  readonly #parts: {
    readonly places: RecordingPlaces
    readonly savedFiles: SavedFiles
    readonly heapCaptures: HeapCaptures
  }

  /** As after the end of one run of the app and the begin of the next. */
  async restart(): Promise<void> {
    await this.rules.end()
    this.rules = this.#start()
  }

  /** Adds a rule and arms it, as if main had asked. */
  arm(condition: RuleCondition | readonly RuleCondition[], actions: readonly RuleAction[], change: Partial<Rule> = {}) {
    const conditions = 'kind' in condition ? [condition] : [...condition]
    const rule: Rule = {
      ...readyMade[0]!.rule,
      name: 'Test',
      applications: { name: 'Pipescope.Sample', commandLine: this.mark, allUsers: false },
      conditions,
      actions: [...actions],
      limits: { ...usualLimits, apartMs: 0, leastFreeBytes: 0 },
      ...change,
    }
    const saved = this.rules.save({ id: null, rule })
    if (!saved.ok) throw new Error(JSON.stringify(saved.error))
    this.rules.arm(saved.value.id)
    return saved.value.id
  }

  entry(id: string): RuleEntry {
    return this.rules.state().rules.find((entry) => entry.id === id)!
  }

  /** Newest first, without what was skipped. */
  fired(id: string): readonly Fired[] {
    return this.rules.state().journal.filter(({ ruleId, outcome }) => ruleId === id && outcome !== 'skipped')
  }

  skipped(id: string): readonly Fired[] {
    return this.rules.state().journal.filter(({ ruleId, outcome }) => ruleId === id && outcome === 'skipped')
  }

  /** After each test. */
  async clear(): Promise<void> {
    for (const { id } of this.rules.state().rules) this.rules.remove(id)
    await this.rules.whenIdle()
    this.clock.offsetMs = 0
    this.notified.length = 0
  }

  async dispose(): Promise<void> {
    await this.rules.end()
    await this.live.closeAll()
    this.recordings.dispose()
    await this.jobs.whenIdle()
    await this.registry.stopAll()
    this.directory.dispose()
    fs.rmSync(this.folder, { recursive: true, force: true })
  }

  #caseParts(): UnattendedCaseParts {
    return {
      directory: this.directory,
      registry: this.registry,
      workerPath: this.#workers['case-files'],
      tool: { name: 'Pipescope', version: '0.0.0', node: '', platform: '' },
      now: Date.now,
      targetOf: (key) => knownProcess(key, this.directory),
      userName: () => null,
      recorderPath: this.#workers.recorder,
      watchPath: this.#workers['recording-watch'],
      reportBug: (where) => where,
      ownLog: () => '',
      words: { homeFolder: '/home/nobody', userName: 'nobody', hostName: 'nowhere' },
      hostNameOf: () => null,
      list: { keep: () => Promise.resolve(), forget: () => Promise.resolve() },
    }
  }

  #start(): RuleService {
    const { directory, live, registry, recordings, jobs } = this
    const { places, savedFiles, heapCaptures } = this.#parts
    const dumps = new DumpService({
      targetOf: (ref) => knownProcess(must(ref.kind === 'process' ? ref.key : null, 'a process'), directory),
      jobs,
      savedFiles,
      userName: () => null,
      now: Date.now,
    })
    const host = new RulesHost(this.#workers.rules, () => undefined)
    const clocks = () => ({ nowMs: Date.now() + this.clock.offsetMs, ticksMs: performance.now() })
    return new RuleService({
      directory,
      live,
      host,
      clocks,
      store: new RuleStore({
        path: path.join(this.folder, 'rules.json'),
        clocks,
        applicationKey: (text) => `key:${text}`,
      }),
      claims: new RuleClaims((text) => `key:${text}`),
      actions: new RuleActions({
        jobs,
        recordings,
        heapCaptures,
        dumps,
        places,
        savedFiles,
        collectCase: (order) => collectUnattended(this.#caseParts(), order),
        notify: (title, body) => void this.notified.push(`${title}: ${body}`),
        now: Date.now,
      }),
      sources: {
        live: (key, needs, listener) => new LiveReadings(live, key, needs, listener),
        containerMemory: ({ pid }) => containerMemoryPercent(pid),
        events: (row, parts) => {
          const endpoint = directory.endpointOf(row.key)
          if (endpoint === null) return null
          return new EventReadings({ registry, host, endpoint, runtimeVersion: row.runtimeVersion, ...parts })
        },
      },
      folderOf: () => this.folder,
      onFlightProblem: () => undefined,
      onFilesProblem: () => undefined,
      reportBug: (where) => where,
      login: { startsAtLogin: () => false, setStartsAtLogin: () => ok(null) },
    })
  }
}
