import type { AppError } from '../../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../../shared/base/result.ts'
import type { ProcessKey } from '../../../../shared/model/ids.ts'
import type { LivePace } from '../../../../shared/model/live.ts'
import type { Endpoint } from '../../../transport/endpoint.ts'
import type { CounterSources } from './counter-sources.ts'
import type { MeterAgreement } from './meter-agreement.ts'
import type { ProblemList } from '../problems.ts'
import {
  majorVersion,
  planCounters,
  planMeters,
  wantsCounters,
  wantsMeters,
  type LiveNeeds,
  type LiveWish,
} from './session-plan.ts'
import { noSessions, type SessionSet } from './session-set.ts'
import { settledWithin } from './settled-within.ts'
import type { TargetLife } from '../target/target-life.ts'

/** More changes than anybody looks back on. */
const paceLimit = 200
/** A changed pace is in force by then, or the person is told that the target does not answer. */
const changeLimitMs = 15_000

export interface SessionWishesOptions {
  readonly intervalMs: number
  readonly needs: LiveNeeds | null
  readonly clientId: string
  readonly life: TargetLife
  readonly problems: ProblemList
  readonly meters: MeterAgreement
  readonly sources: CounterSources
  readonly sessions: SessionSet
  readonly endpointOf: (key: ProcessKey) => Endpoint | null
  /** Some view wants values, and there is a worker to take them. */
  readonly isWanted: () => boolean
}

/** Keeps the sessions of a target what they should be now. Whatever changes calls `refresh`; the wish is computed here alone. */
export class SessionWishes {
  readonly #options: SessionWishesOptions
  #paces: readonly LivePace[]
  #needs: LiveNeeds | null

  constructor(options: SessionWishesOptions) {
    this.#options = options
    this.#needs = options.needs
    this.#paces = [{ sinceMs: Number.MIN_SAFE_INTEGER, intervalMs: options.intervalMs }]
  }

  get intervalMs(): number {
    return this.#paces.at(-1)?.intervalMs ?? this.#options.intervalMs
  }

  /** Every one there was: what came at another pace is still shown, and read by its own. */
  get paces(): readonly LivePace[] {
    return this.#paces
  }

  changePace(intervalMs: number, nowMs: number): void {
    this.#paces = [...this.#paces, { sinceMs: nowMs, intervalMs }].slice(-paceLimit)
  }

  /** More or less is wanted than before; what is open for both goes on only when it is the same session. */
  changeNeeds(needs: LiveNeeds | null): void {
    const isMore =
      needs === null || needs.counterProviders.some((name) => !this.#needs?.counterProviders.includes(name))
    // What no session has set up yet begins slowly, whatever pace is wished.
    if (this.#needs !== null && isMore) this.#options.sources.reset()
    this.#needs = needs
  }

  refresh(): Promise<void> {
    const { life, problems, sessions, endpointOf, isWanted } = this.#options
    const { exit, isSuspended, isBeingAsked, runtimeVersion } = life
    // A suspended runtime gets its sessions once it runs: with sessions from the very start some never got going (decision 0050).
    // One whose version is about to be told: sessions by the rules for an unknown one would be replaced at once.
    if (!isWanted() || exit !== null || isSuspended || isBeingAsked) return sessions.set(noSessions)
    const wish = this.#wish()
    const isMetered = wantsMeters(this.#needs)
    const meters = isMetered ? planMeters(wish) : null
    const counters = wantsCounters(this.#needs) ? planCounters(wish) : null
    if (meters === null && isMetered) problems.set({ kind: 'meters-unsupported', runtimeVersion })
    else problems.clear('meters-unsupported')
    return sessions.set({ endpoint: endpointOf(life.key), runtimeVersion, counters, meters })
  }

  /** `refresh` for somebody who waits: a target that does not answer is told, and the change follows when it does. */
  async refreshed(): Promise<Result<null, AppError>> {
    if (await settledWithin(this.refresh(), changeLimitMs)) return ok(null)
    return err({ kind: 'timeout', operation: 'StopTracing', timeoutMs: changeLimitMs })
  }

  #wish(): LiveWish {
    const { clientId, life, meters, sources } = this.#options
    return {
      needs: this.#needs,
      intervalMs: this.intervalMs,
      areCountersSetUp: sources.areSetUp,
      runtimeMajor: majorVersion(life.runtimeVersion),
      extraProviders: sources.names,
      meterNames: meters.names,
      meterLimits: meters.limitsFor(this.intervalMs),
      clientId,
    }
  }
}
