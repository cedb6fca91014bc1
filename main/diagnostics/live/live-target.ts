import { randomUUID } from 'node:crypto'
import { DisposableStore, type Disposable } from '../../../shared/base/disposable.ts'
import type { AppError } from '../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import type { LiveId, ProcessKey } from '../../../shared/model/ids.ts'
import type { LivePhase, LiveStatus } from '../../../shared/model/live.ts'
import type { ProcessRow } from '../../../shared/model/process.ts'
import type { LiveNotice } from '../../workers/live-protocol.ts'
import type { LiveWorkerOptions } from '../../workers/live-worker-host.ts'
import { LiveDocument } from './live-document.ts'
import { MeterAgreement } from './meter-agreement.ts'
import { ProblemList } from './problems.ts'
import { applicationOf, findSuccessor, type Application } from './restart-match.ts'
import { canHaveSeveralSources, majorVersion, planCounters, planMeters, type LiveWish } from './session-plan.ts'
import { noSessions, SessionSet, type OpenSession, type Role, type SessionEnding } from './session-set.ts'
import { SilenceWatch } from './silence.ts'
import { StartUpGate } from './start-up-gate.ts'
import type { LiveLog, ProviderMemory, TargetDirectory } from './target-directory.ts'

export interface LiveTargetOptions {
  readonly liveId: LiveId
  readonly row: ProcessRow
  readonly intervalMs: number
  readonly directory: TargetDirectory
  readonly providers: ProviderMemory
  readonly openSession: OpenSession
  readonly worker: Omit<LiveWorkerOptions, 'liveId' | 'onMessage' | 'intervalMs'>
  readonly isWatched: (key: ProcessKey) => boolean
  /** The same application runs again under another key. */
  readonly onFollowed: (from: ProcessKey, to: ProcessKey) => void
  readonly log: LiveLog
  readonly now: () => number
}

/** A session that ended by itself is opened again after these; by then the process list knows whether it has exited. */
const reopenDelaysMs = [250, 1000, 2500, 5000, 10_000] as const

/**
 * The live data of one process, for all views of it: at most one counter and one meter session, one worker.
 *
 *   starting -> waiting -> live <-> paused
 *      |           |         |
 *      +-> failed  +---------+-> exited -> (the application starts again) -> starting
 *
 * The phase is computed from what is known, it is not a variable: sessions open or being opened, a first value seen since
 * then, silence, the row of the process. Sessions follow the wish (`#refresh`), one loop per target (session-set.ts).
 */
export class LiveTarget implements Disposable {
  readonly document: LiveDocument
  readonly #options: LiveTargetOptions
  readonly #sessions: SessionSet
  readonly #problems: ProblemList
  readonly #meters: MeterAgreement
  readonly #silence: SilenceWatch
  readonly #disposables = new DisposableStore()
  readonly #clientId = randomUUID()
  readonly #startUp: StartUpGate
  readonly #failedRoles = new Set<Role>()
  #key: ProcessKey
  #application: Application
  #runtimeVersion: string | null
  #intervalMs: number
  #exit: LiveStatus['exit'] = null
  #isStopped = false
  #isSuspended = false
  #isWanted = true
  #areCountersSetUp = false
  #hasWorkerEnded = false
  /** A value came since the sessions were first opened, or opened again after a loss. */
  #hasValues = false
  #reopenCount = 0
  #reopenTimer: NodeJS.Timeout | null = null
  #stopReason: 'stopped' | 'interval-changed' = 'stopped'
  #isFollowing = false

  constructor(options: LiveTargetOptions) {
    this.#options = options
    this.#key = options.row.key
    this.#application = applicationOf(options.row)
    this.#runtimeVersion = options.row.runtimeVersion
    this.#intervalMs = options.intervalMs
    this.document = new LiveDocument({
      liveId: options.liveId,
      worker: { ...options.worker, intervalMs: options.intervalMs },
      onNotice: (notice) => this.#noticed(notice),
      onCatalog: () => {
        const { instruments } = this.document.worker.catalog()
        this.#meters.noteInstruments(instruments, majorVersion(this.#runtimeVersion))
      },
      status: () => this.#status(),
    })
    this.#problems = new ProblemList(() => this.document.touch())
    this.#startUp = new StartUpGate(() => this.#processAgeMs())
    this.#meters = new MeterAgreement(this.#problems, () => void this.#refresh())
    this.#silence = this.#disposables.add(
      new SilenceWatch({
        intervalMs: options.intervalMs,
        now: options.now,
        onChange: (sinceMs) => this.#silenceChanged(sinceMs),
      }),
    )
    this.#sessions = new SessionSet(options.openSession, {
      onOpening: () => this.document.touch(),
      onOpened: (role, sessionIndex) => this.#opened(role, sessionIndex),
      onChunk: (sessionIndex, bytes) => {
        this.#silence.heard()
        this.document.worker.push(sessionIndex, bytes)
      },
      onEnded: (role, sessionIndex, how) => this.#ended(role, sessionIndex, how),
      onFailed: (role, error) => this.#failed(role, error),
      settled: (_role, signal) => this.#startUp.metersSettled(signal),
    })
    this.#rowChanged(options.row)
    this.#disposables.add(
      options.directory.subscribe((message) => {
        if (message.kind !== 'usage') this.#directoryChanged()
      }),
    )
    void this.#refresh()
  }

  get key(): ProcessKey {
    return this.#key
  }

  get application(): string {
    return this.#application.entryAssembly ?? this.#application.name
  }

  get name(): string {
    return this.#application.name
  }

  get phase(): LivePhase {
    if (!this.#isWanted) return 'closed'
    if (this.#exit !== null) return 'exited'
    if (this.#isStopped || (this.#silence.isSilent && this.#hasValues)) return 'paused'
    if (this.#hasWorkerEnded) return 'failed'
    if (this.#sessions.openRoles.length > 0) return this.#hasValues ? 'live' : 'waiting'
    return this.#problems.has('open-failed') || this.#problems.has('session-refused') ? 'failed' : 'starting'
  }

  /** Resolves when the sessions of the new pace are open. */
  async setInterval(intervalMs: number): Promise<Result<null, AppError>> {
    if (intervalMs === this.#intervalMs) return ok(null)
    this.#intervalMs = intervalMs
    this.#stopReason = 'interval-changed'
    if (this.#sessions.openRoles.length > 0) this.document.openGap(this.#options.now(), 'interval-changed')
    this.document.worker.setInterval(intervalMs)
    await this.#refresh()
    this.#stopReason = 'stopped'
    return ok(null)
  }

  async addProvider(provider: string): Promise<Result<null, AppError>> {
    if (!canHaveSeveralSources(majorVersion(this.#runtimeVersion))) {
      const reason = 'a second EventCounter source in a session locks up the diagnostics of .NET Core 3'
      return err({ kind: 'refused-harmful', operation: 'add-provider', reason })
    }
    const known = this.#extraProviders()
    if (known.some((name) => name.toLowerCase() === provider.toLowerCase())) return ok(null)
    this.#options.providers.setExtraProviders(this.application, [...known, provider])
    await this.#refresh()
    return ok(null)
  }

  async removeProvider(provider: string): Promise<Result<null, AppError>> {
    const left = this.#extraProviders().filter((name) => name.toLowerCase() !== provider.toLowerCase())
    this.#options.providers.setExtraProviders(this.application, left)
    await this.#refresh()
    return ok(null)
  }

  /** Shows the values of the metrics session that another tool runs, or adopts its settings. */
  async joinShared(): Promise<Result<null, AppError>> {
    const taken = this.#problems.all.find((problem) => problem.kind === 'meters-taken')
    const sessionIndex = this.#sessions.sessionIndexOf('meters')
    if (taken !== undefined && sessionIndex !== null) {
      this.document.worker.acceptMeterSession(sessionIndex, taken.sessionId)
      this.#problems.set({ ...taken, canJoin: false })
      return ok(null)
    }
    if (!this.#meters.adoptSettings()) return err({ kind: 'not-found', what: 'shared meter session' })
    await this.#refresh()
    return ok(null)
  }

  /** Stops and drains the sessions, then ends the worker. */
  async close(): Promise<void> {
    this.#isWanted = false
    this.#clearTimers()
    this.#disposables.dispose()
    await this.#refresh()
    await this.document.close()
  }

  dispose(): void {
    void this.close()
  }

  #refresh(): Promise<void> {
    // A suspended runtime gets its sessions once it runs: with sessions from the very start some never got going (decision 0050).
    if (!this.#isWanted || this.#exit !== null || this.#hasWorkerEnded || this.#isSuspended) {
      return this.#sessions.set(noSessions)
    }
    const wish = this.#wish()
    const meters = planMeters(wish)
    if (meters === null) this.#problems.set({ kind: 'meters-unsupported', runtimeVersion: this.#runtimeVersion })
    else this.#problems.clear('meters-unsupported')
    return this.#sessions.set({
      endpoint: this.#options.directory.endpointOf(this.#key),
      runtimeVersion: this.#runtimeVersion,
      counters: planCounters(wish),
      meters,
    })
  }

  #wish(): LiveWish {
    return {
      intervalMs: this.#intervalMs,
      areCountersSetUp: this.#areCountersSetUp,
      runtimeMajor: majorVersion(this.#runtimeVersion),
      extraProviders: this.#extraProviders(),
      meterNames: this.#meters.names,
      meterLimits: this.#meters.limitsFor(this.#intervalMs),
      clientId: this.#clientId,
    }
  }

  #extraProviders(): readonly string[] {
    return this.#options.providers.extraProviders(this.application)
  }

  #opened(role: Role, sessionIndex: number): void {
    this.#reopenCount = 0
    this.#failedRoles.delete(role)
    if (this.#failedRoles.size === 0) this.#problems.clear('open-failed', 'session-refused', 'connection-lost')
    if (role === 'meters') this.#problems.clear('meters-taken', 'series-limit', 'histogram-limit')
    if (role === 'meters') this.#startUp.metersOpened()
    this.#silence.expect(this.#intervalMs)
    this.document.worker.beginSession({
      sessionIndex,
      role,
      meterSessionId: role === 'meters' ? 'SHARED' : null,
      clientId: role === 'meters' ? this.#clientId : null,
    })
    this.#log('info', 'live-session-opened', { role, sessionIndex })
    this.document.touch()
  }

  #ended(role: Role, sessionIndex: number, how: SessionEnding): void {
    this.#log('info', 'live-session-ended', { role, sessionIndex, how })
    if (this.#sessions.openRoles.length === 0) {
      this.#silence.rest()
      this.#problems.clear('silent')
    }
    if (how === 'stopped') {
      this.document.worker.endSession(sessionIndex, this.#stopReason)
      this.document.touch()
      return
    }
    this.#hasValues = false
    this.document.worker.endSession(sessionIndex, how === 'target-gone' ? 'exited' : 'connection-lost')
    if (how === 'target-gone') this.#exited(this.#options.now(), null)
    else {
      this.document.openGap(this.#options.now(), 'connection-lost')
      this.#problems.set({ kind: 'connection-lost' })
      this.#scheduleReopen()
    }
  }

  #failed(role: Role, error: AppError): void {
    this.#log('warn', 'live-session-failed', { role, kind: error.kind })
    if (error.kind === 'cancelled') return
    this.#failedRoles.add(role)
    if (error.kind === 'session-limit') {
      this.#problems.set({ kind: 'session-refused', limit: error.limit })
    } else if (error.kind === 'process-gone') {
      this.#exited(this.#options.now(), null)
      return
    } else if (error.kind === 'endpoint-stale') {
      // A runtime that is just starting has bound its socket and does not listen yet; the process list knows when it is gone.
      this.#problems.set({ kind: 'connection-lost' })
    } else if (error.kind === 'unsupported' && role === 'meters') {
      this.#problems.set({ kind: 'meters-unsupported', runtimeVersion: this.#runtimeVersion })
      return
    } else this.#problems.set({ kind: 'open-failed', error })
    this.#scheduleReopen()
  }

  /** A dropped connection, a refused session: tried again, later each time. */
  #scheduleReopen(): void {
    if (!this.#isWanted || this.#hasWorkerEnded || this.#exit !== null || this.#reopenTimer !== null) return
    const delayMs = reopenDelaysMs[Math.min(this.#reopenCount, reopenDelaysMs.length - 1)]!
    this.#reopenCount += 1
    this.#reopenTimer = setTimeout(() => {
      this.#reopenTimer = null
      if (this.#exit !== null || !this.#isWanted) return
      void this.#refresh()
      void this.#sessions.retry()
    }, delayMs)
  }

  #directoryChanged(): void {
    if (!this.#isWanted) return
    const row = this.#options.directory.rowOf(this.#key)
    if (this.#exit !== null) {
      if (row?.problem?.kind === 'exited' && row.problem.exitCode !== this.#exit.exitCode) this.#rowChanged(row)
      this.#follow()
      return
    }
    if (row !== null) this.#rowChanged(row)
    else this.#exited(this.#options.now(), null)
  }

  #rowChanged(row: ProcessRow): void {
    if (row.state === 'exited') {
      const exitCode = row.problem?.kind === 'exited' ? row.problem.exitCode : null
      this.#exited(row.exitedAtMs ?? this.#options.now(), exitCode)
      return
    }
    const wasStopped = this.#isStopped
    this.#isStopped = row.state === 'stopped'
    const wasSuspended = this.#isSuspended
    this.#isSuspended = row.state === 'suspended'
    if (this.#isSuspended) this.#problems.set({ kind: 'suspended-at-start' })
    else this.#problems.clear('suspended-at-start')
    if (wasSuspended !== this.#isSuspended) void this.#refresh()
    if (this.#isStopped !== wasStopped) this.document.touch()
    if (row.commandLine !== this.#application.commandLine && row.state !== 'suspended') {
      this.#application = applicationOf(row)
    }
    // A row is first seen without a version; the plan depends on it.
    if (row.runtimeVersion !== null && row.runtimeVersion !== this.#runtimeVersion) {
      this.#runtimeVersion = row.runtimeVersion
      void this.#refresh()
    }
  }

  #exited(timeMs: number, exitCode: number | null): void {
    if (this.#exit !== null) {
      // The streams end first; how the process ended is known a moment later.
      if (exitCode !== null) this.#exit = { ...this.#exit, exitCode }
      this.document.touch()
      return
    }
    this.#exit = { timeMs, exitCode }
    this.#isStopped = false
    this.#clearTimers()
    this.#problems.clear('connection-lost', 'open-failed', 'silent', 'suspended-at-start')
    this.document.openGap(timeMs, 'exited')
    this.#log('info', 'live-target-exited', { exitCode })
    this.document.touch()
    void this.#refresh()
    this.#follow()
  }

  #follow(): void {
    if (this.#exit === null || this.#isFollowing) return
    const { directory, isWatched } = this.#options
    const isTaken = (row: ProcessRow) => row.key === this.#key || isWatched(row.key)
    const successor = findSuccessor(this.#application, this.#exit.timeMs, directory.rows(), isTaken)
    if (successor === null) return
    this.#isFollowing = true
    // What is left of the old sessions is drained before the new ones are opened.
    void this.#sessions.set(noSessions).then(() => {
      this.#isFollowing = false
      if (!this.#isWanted) return
      const from = this.#key
      this.#key = successor.key
      this.#runtimeVersion = successor.runtimeVersion
      this.#exit = null
      this.#hasValues = false
      this.#areCountersSetUp = false
      this.#failedRoles.clear()
      this.#meters.reset()
      this.#options.onFollowed(from, successor.key)
      this.document.addMark({
        timeMs: successor.startTimeMs ?? this.#options.now(),
        label: `restarted, pid ${successor.pid}`,
        origin: 'restart',
      })
      this.#log('info', 'live-target-followed', { pid: successor.pid })
      void this.#refresh()
    })
  }

  #silenceChanged(sinceMs: number | null): void {
    if (sinceMs === null) {
      this.#problems.clear('silent')
      this.document.closeGap(this.#options.now())
    } else {
      this.#problems.set({ kind: 'silent', sinceMs })
      this.document.openGap(sinceMs, 'paused')
    }
    this.document.touch()
  }

  #noticed(notice: LiveNotice): void {
    switch (notice.what) {
      case 'first-value':
        this.#hasValues = true
        this.document.closeGap(notice.timeMs)
        break
      case 'series-limit':
        this.#problems.set({ kind: 'series-limit', limit: this.#meters.limitsFor(this.#intervalMs).maxTimeSeries })
        break
      case 'own-series-limit':
        this.#problems.set({ kind: 'series-limit', limit: notice.limit })
        break
      case 'histogram-limit':
        this.#meters.histogramLimitReached()
        break
      case 'instrument-error':
      case 'meter-error':
        this.#problems.set({ kind: 'instrument-error', message: notice.message })
        break
      case 'meter-session-running':
        this.#startUp.noteMeterEvent()
        if (!notice.isOwn) {
          this.#problems.set({ kind: 'meters-taken', sessionId: notice.runningSessionId, canJoin: true })
        }
        break
      case 'meter-settings-differ':
        this.#startUp.noteMeterEvent()
        if (notice.isOwn) this.#meters.settingsDiffer(notice)
        break
      case 'damage':
        this.#problems.set({ kind: 'stream-damaged', offset: notice.offset, message: notice.block })
        break
      case 'worker-ended':
        this.#problems.set({ kind: 'open-failed', error: { kind: 'internal', reference: this.document.liveId } })
        this.#log('error', 'live-worker-ended', { reason: notice.reason })
        this.#hasWorkerEnded = true
        this.#clearTimers()
        void this.#refresh()
        break
      case 'retention-disk-failed':
        this.#log('warn', 'live-retention-disk-failed', { code: notice.code })
        break
      case 'provider-answered':
        if (!this.#areCountersSetUp) {
          this.#areCountersSetUp = true
          void this.#refresh()
        }
        return
      case 'session-started':
      case 'session-drained':
      case 'process-facts':
        return
      case 'meter-enumeration-complete':
        this.#startUp.noteMeterEvent()
        return
    }
    this.document.touch()
  }

  #clearTimers(): void {
    if (this.#reopenTimer !== null) clearTimeout(this.#reopenTimer)
    this.#reopenTimer = null
    this.#meters.dispose()
  }

  #processAgeMs(): number {
    const row = this.#options.directory.rowOf(this.#key)
    return this.#options.now() - (row?.startTimeMs ?? row?.firstSeenMs ?? 0)
  }

  #status() {
    const { seriesCount, histogramCount } = this.document.progress.budget
    const { maxTimeSeries, maxHistograms } = this.#meters.limitsFor(this.#intervalMs)
    return {
      processKey: this.#key,
      phase: this.phase,
      intervalMs: this.#intervalMs,
      problems: this.#problems.all,
      budget: { seriesCount, histogramCount, seriesLimit: maxTimeSeries, histogramLimit: maxHistograms },
      exit: this.#exit,
    }
  }

  #log(level: keyof LiveLog, event: string, fields: Parameters<LiveLog['info']>[1]): void {
    this.#options.log[level](event, { liveId: this.document.liveId, ...fields })
  }
}
