import { randomUUID } from 'node:crypto'
import { DisposableStore, type Disposable } from '../../../../shared/base/disposable.ts'
import type { AppError } from '../../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../../shared/base/result.ts'
import type { ProcessKey } from '../../../../shared/model/ids.ts'
import type { LiveExit, LivePhase } from '../../../../shared/model/live.ts'
import { machineNameOfKey } from '../../../../shared/model/machine.ts'
import type { ProcessRow } from '../../../../shared/model/process.ts'
import type { LiveNotice } from '../../../workers/live/live-protocol.ts'
import { closeLimitMs, closeWhenDrained } from '../closing.ts'
import { CounterSources } from '../sessions/counter-sources.ts'
import { LiveDocument } from '../live-document.ts'
import { phaseOf } from '../live-phase.ts'
import type { LiveTargetOptions } from './live-target-options.ts'
import { MeterAgreement } from '../sessions/meter-agreement.ts'
import { ProblemList } from '../problems.ts'
import { SampleClock } from '../sample-clock.ts'
import { canBeFast, majorVersion, type LiveNeeds } from '../sessions/session-plan.ts'
import { SessionOutcomes } from '../sessions/session-outcomes.ts'
import { noSessions, SessionSet } from '../sessions/session-set.ts'
import { SessionWishes } from '../sessions/session-wishes.ts'
import { StartUpGate } from './start-up-gate.ts'
import { StopGate } from './stop-gate.ts'
import type { LiveLog } from './target-directory.ts'
import { TargetLife } from './target-life.ts'
import { ValueFlow } from '../value-flow.ts'
import { deliverNotice, type NoticeReceivers } from '../worker-notices.ts'

/**
 * The live data of one process, for all views of it: at most one counter and one meter session, one worker.
 *
 *   starting -> waiting -> live <-> paused
 *      |           |         |
 *      +-> failed  +---------+-> exited -> (the application starts again) -> starting
 *
 * The phase is computed from what is known, it is not a variable: sessions open or being opened, a first value seen since
 * then, silence, the life of the process (target-life.ts). Sessions follow the wish (session-wishes.ts), one loop per target
 * (session-set.ts).
 */
export class LiveTarget implements Disposable {
  readonly document: LiveDocument
  readonly #options: LiveTargetOptions
  readonly #life: TargetLife
  readonly #sessions: SessionSet
  readonly #problems: ProblemList
  readonly #meters: MeterAgreement
  readonly #flow: ValueFlow
  readonly #outcomes: SessionOutcomes
  readonly #sources: CounterSources
  readonly #wishes: SessionWishes
  readonly #disposables = new DisposableStore()
  readonly #clientId = randomUUID()
  readonly #startUp: StartUpGate
  readonly #stopGate: StopGate
  readonly #clock: SampleClock
  /** By the clock of the samples. */
  #exitMs = 0
  #isWanted = true
  #hasWorkerEnded = false
  #askedIntervalMs: number
  #stopReason: 'stopped' | 'interval-changed' = 'stopped'

  constructor(options: LiveTargetOptions) {
    this.#options = options
    this.#askedIntervalMs = options.intervalMs
    this.#clock = new SampleClock(options.now)
    const sampleNow = () => this.#clock.now()
    this.#life = this.#disposables.add(this.#newLife())
    this.#sources = new CounterSources(options.providers, () => this.application)
    this.document = new LiveDocument({
      liveId: options.liveId,
      worker: { ...options.worker, intervalMs: this.#carriedIntervalMs() },
      onNotice: (notice) => this.#noticed(notice),
      onCatalog: () => {
        const { instruments } = this.document.worker.catalog()
        this.#meters.noteInstruments(instruments, majorVersion(this.#life.runtimeVersion))
      },
      status: () => this.#status(),
    })
    this.#problems = new ProblemList(() => this.document.touch())
    this.#startUp = new StartUpGate(() => this.#life.ageMs())
    this.#stopGate = new StopGate(options.warmRoles, () => this.#life.key)
    this.#meters = this.#disposables.add(new MeterAgreement(this.#problems, () => void this.#wishes.refresh()))
    this.#flow = this.#disposables.add(
      new ValueFlow({
        ...options,
        document: this.document,
        problems: this.#problems,
        life: this.#life,
        now: sampleNow,
      }),
    )
    this.#outcomes = this.#disposables.add(this.#newOutcomes())
    this.#sessions = new SessionSet(options.openSession, {
      onOpening: () => this.document.touch(),
      onOpened: (role, sessionIndex) => this.#outcomes.opened(role, sessionIndex),
      onChunk: (sessionIndex, bytes) => {
        this.#flow.heard()
        this.#stopGate.heard(sessionIndex)
        this.document.worker.push(sessionIndex, bytes)
      },
      onEnded: (role, sessionIndex, how) => this.#outcomes.ended(role, sessionIndex, how),
      onFailed: (role, error) => this.#outcomes.failed(role, error),
      settled: (_role, signal) => this.#startUp.metersSettled(signal),
      harmless: (sessionIndex) => this.#stopGate.whenHarmless(sessionIndex),
    })
    this.#wishes = new SessionWishes({
      intervalMs: this.#carriedIntervalMs(),
      needs: options.needs,
      clientId: this.#clientId,
      life: this.#life,
      problems: this.#problems,
      meters: this.#meters,
      sources: this.#sources,
      sessions: this.#sessions,
      endpointOf: (key) => options.directory.endpointOf(key),
      isWanted: () => this.#isWanted && !this.#hasWorkerEnded,
    })
    this.#tellOfLink()
    this.#life.watch()
    void this.#wishes.refresh()
  }

  get key(): ProcessKey {
    return this.#life.key
  }

  get application(): string {
    return this.#life.application.entryAssembly ?? this.name
  }

  get name(): string {
    return this.#life.application.name
  }

  get phase(): LivePhase {
    return phaseOf({
      isWanted: this.#isWanted,
      hasExited: this.#life.exit !== null,
      isStopped: this.#life.isStopped,
      isSilent: this.#flow.isSilent,
      hasValues: this.#flow.hasValues,
      hasWorkerEnded: this.#hasWorkerEnded,
      hasSessions: this.#sessions.openRoles.length > 0,
      isRefused: this.#problems.has('open-failed') || this.#problems.has('session-refused'),
    })
  }

  /** Resolves when the sessions of the new pace are open. */
  async setInterval(intervalMs: number): Promise<Result<null, AppError>> {
    this.#askedIntervalMs = intervalMs
    return this.#keepPace()
  }

  /** What the link carries has changed. Not where sessions are better left alone than opened anew without anybody having asked. */
  async followLink(): Promise<void> {
    if (canBeFast(majorVersion(this.#life.runtimeVersion))) await this.#keepPace()
  }

  /** The interval that was asked for, or the longer one that the link carries now. */
  async #keepPace(): Promise<Result<null, AppError>> {
    const intervalMs = this.#carriedIntervalMs()
    this.#tellOfLink()
    if (intervalMs === this.#wishes.intervalMs) return ok(null)
    this.#wishes.changePace(intervalMs, this.#clock.now())
    this.#stopReason = 'interval-changed'
    if (this.#sessions.openRoles.length > 0) this.document.openGap(this.#clock.now(), 'interval-changed')
    this.document.worker.setInterval(intervalMs)
    const changed = await this.#wishes.refreshed()
    this.#stopReason = 'stopped'
    return changed
  }

  /** Follows when it can; nobody waits for it. */
  setNeeds(needs: LiveNeeds | null): void {
    this.#wishes.changeNeeds(needs)
    void this.#wishes.refresh()
  }

  async addProvider(provider: string): Promise<Result<null, AppError>> {
    const added = this.#sources.add(provider, majorVersion(this.#life.runtimeVersion))
    if (!added.ok) return added
    return added.value ? this.#wishes.refreshed() : ok(null)
  }

  async removeProvider(provider: string): Promise<Result<null, AppError>> {
    this.#sources.remove(provider)
    return this.#wishes.refreshed()
  }

  /** Shows the values of the metrics session that another tool runs, or adopts its settings. */
  async joinShared(): Promise<Result<null, AppError>> {
    const sessionIndex = this.#sessions.sessionIndexOf('meters')
    const runningId = sessionIndex === null ? null : this.#meters.joinRunning()
    if (sessionIndex !== null && runningId !== null) {
      this.document.worker.acceptMeterSession(sessionIndex, runningId)
      return ok(null)
    }
    if (!this.#meters.adoptSettings()) return err({ kind: 'not-found', what: 'shared meter session' })
    return this.#wishes.refreshed()
  }

  /** Everything that its sessions had sent when they ended is with its views. */
  async whenRead(): Promise<void> {
    await this.#sessions.whenNoneOpen()
    // The answer comes behind what came before the question.
    await this.document.worker.snapshot({ fromMs: Number.POSITIVE_INFINITY, maxSamples: 0 })
  }

  /** Tries at once what failed; nothing of what was received goes. */
  retry(): void {
    this.#outcomes.retry()
  }

  /** Stops and drains the sessions, then ends the worker. Takes no longer than its limits, whatever the target does. */
  async close(): Promise<void> {
    this.#isWanted = false
    this.#disposables.dispose()
    if (await closeWhenDrained(this.#wishes.refresh(), () => this.document.close())) return
    this.#log('warn', 'live-close-unfinished', { limitMs: closeLimitMs })
  }

  dispose(): void {
    void this.close()
  }

  #carriedIntervalMs(): number {
    return Math.max(this.#askedIntervalMs, this.#options.carriedIntervalMs(this.#life.key) ?? 0)
  }

  #tellOfLink(): void {
    const [askedMs, intervalMs] = [this.#askedIntervalMs, this.#carriedIntervalMs()]
    const machine = machineNameOfKey(this.#life.key)
    const isSlow = machine !== null && intervalMs > askedMs && this.#life.exit === null
    this.#problems.put('slow-link', isSlow ? { kind: 'slow-link', machine, askedMs, intervalMs } : null)
    this.document.touch()
  }

  #newLife(): TargetLife {
    const { row, directory, isWatched, now } = this.#options
    return new TargetLife({
      row,
      directory,
      isWatched,
      now,
      events: {
        onChanged: () => this.document.touch(),
        onStopped: (pid) => this.#problems.put('stopped', pid === null ? null : { kind: 'stopped', pid }),
        onSuspended: (isSuspended) => {
          this.#problems.put('suspended-at-start', isSuspended ? { kind: 'suspended-at-start' } : null)
          void this.#wishes.refresh()
        },
        onKnown: () => void this.#wishes.refresh(),
        onExited: (exit) => this.#exited(exit),
        drained: () => this.#sessions.set(noSessions),
        onFollowed: (from, successor) => this.#followed(from, successor),
      },
    })
  }

  #newOutcomes(): SessionOutcomes {
    return new SessionOutcomes({
      document: this.document,
      problems: this.#problems,
      flow: this.#flow,
      startUp: this.#startUp,
      stopGate: this.#stopGate,
      life: this.#life,
      clientId: this.#clientId,
      intervalMs: () => this.#wishes.intervalMs,
      openRoleCount: () => this.#sessions.openRoles.length,
      stopReason: () => this.#stopReason,
      isWanted: () => this.#isWanted && !this.#hasWorkerEnded,
      reopen: () => {
        void this.#wishes.refresh()
        void this.#sessions.retry()
      },
      log: (level, event, fields) => this.#log(level, event, fields),
      now: this.#options.now,
      sampleNow: () => this.#clock.now(),
    })
  }

  #exited({ timeMs, exitCode }: LiveExit): void {
    this.#exitMs = this.#clock.ofOurs(timeMs)
    this.#clearTimers()
    this.#problems.endedWithProcess()
    this.document.openGap(this.#exitMs, 'exited')
    this.#log('info', 'live-target-exited', { exitCode })
    this.document.touch()
    void this.#wishes.refresh()
  }

  #followed(from: ProcessKey, successor: ProcessRow): void {
    this.#flow.lost()
    this.#sources.reset()
    this.#outcomes.reset()
    this.#meters.reset()
    this.#tellOfLink()
    this.#options.onFollowed(from, successor.key)
    const timeMs = this.#clock.ofOurs(successor.startTimeMs ?? this.#options.now())
    this.document.addMark({ timeMs, label: `restarted, pid ${successor.pid}`, origin: 'restart' })
    this.#log('info', 'live-target-followed', { pid: successor.pid })
    void this.#wishes.refresh()
  }

  #noticed(notice: LiveNotice): void {
    const receivers: NoticeReceivers = {
      problems: this.#problems,
      meters: this.#meters,
      startUp: this.#startUp,
      seriesLimit: () => this.#meters.limitsFor(this.#wishes.intervalMs).maxTimeSeries,
      onSessionStarted: (syncUnixMs) => this.#clock.sessionStarted(syncUnixMs),
      onFirstValue: (sessionIndex, timeMs) => {
        this.#stopGate.delivered(sessionIndex)
        this.#flow.delivered(timeMs)
      },
      onFirstCollection: (sessionIndex) => this.#stopGate.delivered(sessionIndex),
      onCounters: (sessionIndex) => {
        // A late word of a session before knows nothing of what was added since.
        if (sessionIndex !== this.#sessions.sessionIndexOf('counters')) return
        if (this.#sources.areSetUp) return
        this.#sources.noteSetUp()
        void this.#wishes.refresh()
      },
      onWorkerEnded: (reason) => this.#workerEnded(reason),
      onDiskFailed: (code) => this.#log('warn', 'live-retention-disk-failed', { code }),
      onChanged: () => this.document.touch(),
    }
    deliverNotice(notice, receivers)
  }

  #workerEnded(reason: string): void {
    this.#problems.set({ kind: 'open-failed', error: { kind: 'internal', reference: this.document.liveId } })
    this.#log('error', 'live-worker-ended', { reason })
    this.#hasWorkerEnded = true
    this.#clearTimers()
    void this.#wishes.refresh()
  }

  #clearTimers(): void {
    this.#outcomes.dispose()
    this.#meters.dispose()
  }

  #status() {
    const { exit } = this.#life
    const { maxTimeSeries, maxHistograms } = this.#meters.limitsFor(this.#wishes.intervalMs)
    return {
      processKey: this.#life.key,
      phase: this.phase,
      intervalMs: this.#wishes.intervalMs,
      askedIntervalMs: this.#askedIntervalMs,
      paces: this.#wishes.paces,
      problems: this.#problems.all,
      budget: { ...this.document.progress.budget, seriesLimit: maxTimeSeries, histogramLimit: maxHistograms },
      exit: exit === null ? null : { ...exit, timeMs: this.#exitMs },
    }
  }

  #log(level: keyof LiveLog, event: string, fields: Parameters<LiveLog['info']>[1]): void {
    this.#options.log[level](event, { liveId: this.document.liveId, ...fields })
  }
}
