import type { Disposable } from '../../../../shared/base/disposable.ts'
import type { AppError } from '../../../../shared/base/errors.ts'
import type { LiveDocument } from '../live-document.ts'
import { problemOfFailure, type ProblemList } from '../problems.ts'
import { ReopenSchedule } from './reopen-schedule.ts'
import type { Role } from './session-plan.ts'
import type { SessionEnding } from './session-set.ts'
import type { StartUpGate } from '../target/start-up-gate.ts'
import type { StopGate } from '../target/stop-gate.ts'
import type { LiveLog } from '../target/target-directory.ts'
import type { TargetLife } from '../target/target-life.ts'
import type { ValueFlow } from '../value-flow.ts'

export interface SessionOutcomesOptions {
  readonly document: LiveDocument
  readonly problems: ProblemList
  readonly flow: ValueFlow
  readonly startUp: StartUpGate
  readonly stopGate: StopGate
  readonly life: TargetLife
  readonly clientId: string
  readonly intervalMs: () => number
  readonly openRoleCount: () => number
  /** Why sessions are stopped at the moment. */
  readonly stopReason: () => 'stopped' | 'interval-changed'
  /** Whether sessions are wanted at all: the view is open, its worker runs. */
  readonly isWanted: () => boolean
  readonly reopen: () => void
  readonly log: (level: keyof LiveLog, event: string, fields: Parameters<LiveLog['info']>[1]) => void
  /** By our clock. */
  readonly now: () => number
  /** By that of the samples. */
  readonly sampleNow: () => number
}

/** What becomes of the sessions of a target: told to its document and its problems, tried again when they were lost. */
export class SessionOutcomes implements Disposable {
  readonly #options: SessionOutcomesOptions
  readonly #reopening: ReopenSchedule
  readonly #failedRoles = new Set<Role>()

  constructor(options: SessionOutcomesOptions) {
    this.#options = options
    this.#reopening = new ReopenSchedule(() => {
      if (this.#isWorthTrying()) options.reopen()
    })
  }

  opened(role: Role, sessionIndex: number): void {
    const { document, problems, startUp, flow, clientId, intervalMs, log } = this.#options
    this.#reopening.succeeded()
    this.#failedRoles.delete(role)
    if (this.#failedRoles.size === 0) problems.clear('open-failed', 'session-refused', 'connection-lost')
    const isMeters = role === 'meters'
    if (isMeters) {
      // What others run is said again for the new session, if it still holds.
      problems.clear('meters-taken', 'meters-shared-settings', 'series-limit', 'histogram-limit', 'instrument-error')
      startUp.metersOpened()
    }
    flow.expect(intervalMs())
    this.#options.stopGate.opened(sessionIndex, role, intervalMs())
    const meterSessionId = isMeters ? 'SHARED' : null
    document.worker.beginSession({ sessionIndex, role, meterSessionId, clientId: isMeters ? clientId : null })
    log('info', 'live-session-opened', { role, sessionIndex })
    document.touch()
  }

  ended(role: Role, sessionIndex: number, how: SessionEnding): void {
    const { document, problems, flow, life, log, now, sampleNow } = this.#options
    log('info', 'live-session-ended', { role, sessionIndex, how })
    this.#options.stopGate.ended(sessionIndex)
    if (this.#options.openRoleCount() === 0) flow.rest()
    if (how === 'stopped') {
      document.worker.endSession(sessionIndex, this.#options.stopReason())
      document.touch()
      return
    }
    flow.lost()
    // The process list may have told the end before the stream ended.
    const isGone = how === 'target-gone' || life.exit !== null
    document.worker.endSession(sessionIndex, isGone ? 'exited' : 'connection-lost')
    if (isGone) return life.exited(now())
    document.openGap(sampleNow(), 'connection-lost')
    problems.set({ kind: 'connection-lost' })
    this.#plan()
  }

  failed(role: Role, error: AppError): void {
    const { problems, life, log, now } = this.#options
    log('warn', 'live-session-failed', { role, kind: error.kind })
    if (error.kind === 'cancelled') return
    if (error.kind === 'process-gone') return life.exited(now())
    if (error.kind === 'unsupported' && role === 'meters') {
      problems.set({ kind: 'meters-unsupported', runtimeVersion: life.runtimeVersion })
      return
    }
    this.#failedRoles.add(role)
    problems.set(problemOfFailure(error))
    // Whatever is asked of it would wait with the rest.
    if (error.kind !== 'locked-up') this.#plan()
  }

  /** What failed is tried at once, not when its turn comes. */
  retry(): void {
    this.#reopening.now()
  }

  /** Another process takes the place of the old one. */
  reset(): void {
    this.#failedRoles.clear()
  }

  dispose(): void {
    this.#reopening.dispose()
  }

  #plan(): void {
    if (this.#isWorthTrying()) this.#reopening.plan()
  }

  #isWorthTrying(): boolean {
    return this.#options.isWanted() && this.#options.life.exit === null
  }
}
