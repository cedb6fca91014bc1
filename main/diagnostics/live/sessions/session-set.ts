import type { AppError } from '../../../../shared/base/errors.ts'
import type { Result } from '../../../../shared/base/result.ts'
import type { Endpoint } from '../../../transport/endpoint.ts'
import type { PlannedSession, Role } from './session-plan.ts'

/** One streaming session as far as this room is concerned; see main/diagnostics/session.ts. */
export interface OpenedSession {
  /** Stops it and resolves when its stream is drained to the end; idempotent. */
  stop(): Promise<Result<unknown, AppError>>
  dispose(): void
}

export interface SessionHooks {
  /** The buffer may be transferred. */
  onChunk(bytes: ArrayBuffer): void
  /** The stream is over, asked for or not; nothing follows. */
  onEnd(isTargetGone: boolean): void
  /** The session can be stopped without harm, and whatever else is open beside it. */
  readonly whenHarmless: Promise<void>
}

export type OpenSession = (
  endpoint: Endpoint,
  plan: PlannedSession,
  hooks: SessionHooks,
  runtimeVersion: string | null,
) => Promise<Result<OpenedSession, AppError>>

export interface DesiredSessions {
  readonly endpoint: Endpoint | null
  readonly runtimeVersion: string | null
  readonly counters: PlannedSession | null
  readonly meters: PlannedSession | null
}

/** `stopped`: by us. */
export type SessionEnding = 'stopped' | 'target-gone' | 'connection-lost'

export interface SessionSetEvents {
  onOpening(role: Role): void
  /** Called before the first chunk of the session. */
  onOpened(role: Role, sessionIndex: number): void
  onChunk(sessionIndex: number, bytes: ArrayBuffer): void
  onEnded(role: Role, sessionIndex: number, how: SessionEnding): void
  onFailed(role: Role, error: AppError): void
  /** Resolves when the next session may be opened after this one, or when the signal aborts. */
  settled(role: Role, signal: AbortSignal): Promise<void>
  /** Resolves when the session can be stopped without harm to its target. */
  harmless(sessionIndex: number): Promise<void>
}

interface OpenEntry {
  readonly sessionIndex: number
  readonly key: string
  readonly session: OpenedSession
  isStopping: boolean
}

export const noSessions: DesiredSessions = { endpoint: null, runtimeVersion: null, counters: null, meters: null }
/**
 * The order of starting, one after the other, the second only once the first has settled. Counters that tick while the meters
 * of a process are being set up for the first time lock up its diagnostics, and a process that is still starting up altogether
 * (docs/decisions/0050-order-of-live-sessions.md).
 */
const roles: readonly Role[] = ['meters', 'counters']

/**
 * Keeps the open sessions of one target equal to the wanted ones. All starts and stops of a target go through one loop,
 * so however fast views open, close and change the pace there is never a second session of a role, never a start that
 * overtakes a stop, and a session that was opened for a view that has gone meanwhile is stopped at once. The old session
 * of a role has ended before its successor starts: the pace of EventCounters is shared by all listeners of a process and
 * the fastest one sticks until everybody has left.
 */
export class SessionSet {
  readonly #open = new Map<Role, OpenEntry>()
  /** What failed is not tried again until `retry`, or until something else is wanted. */
  readonly #failedKeys = new Map<Role, string>()
  readonly #openSession: OpenSession
  readonly #events: SessionSetEvents
  #desired = noSessions
  #isDirty = false
  #running: Promise<void> | null = null
  #nextSessionIndex = 0
  #onNoneOpen: (() => void)[] = []
  /** Aborted when something else is wanted. */
  #waiting = new AbortController()

  constructor(openSession: OpenSession, events: SessionSetEvents) {
    this.#openSession = openSession
    this.#events = events
  }

  get openRoles(): readonly Role[] {
    return [...this.#open.keys()]
  }

  isOpen(role: Role): boolean {
    return this.#open.has(role)
  }

  sessionIndexOf(role: Role): number | null {
    return this.#open.get(role)?.sessionIndex ?? null
  }

  get isBusy(): boolean {
    return this.#running !== null
  }

  /** Resolves when none is open: what they sent has been handed on. */
  whenNoneOpen(): Promise<void> {
    if (this.#open.size === 0) return Promise.resolve()
    return new Promise((resolve) => void this.#onNoneOpen.push(resolve))
  }

  /** Resolves when what is open is what was wanted last (or failed to open). */
  set(desired: DesiredSessions): Promise<void> {
    this.#desired = desired
    this.#isDirty = true
    this.#waiting.abort()
    this.#running ??= this.#run()
    return this.#running
  }

  /** Tries once more what failed. */
  retry(): Promise<void> {
    this.#failedKeys.clear()
    return this.set(this.#desired)
  }

  async #run(): Promise<void> {
    while (this.#isDirty) {
      this.#isDirty = false
      await this.#stopUnwanted()
      if (!this.#isDirty) await this.#startMissing()
    }
    this.#running = null
  }

  async #stopUnwanted(): Promise<void> {
    const unwanted = roles.filter((role) => this.#open.has(role) && this.#open.get(role)?.key !== this.#keyOf(role))
    await Promise.all(unwanted.map((role) => this.#stop(role)))
  }

  async #stop(role: Role): Promise<void> {
    const entry = this.#open.get(role)
    if (entry === undefined) return
    await this.#events.harmless(entry.sessionIndex)
    // It may have ended by itself meanwhile, or be wanted again.
    if (this.#open.get(role) !== entry || entry.key === this.#keyOf(role)) return
    entry.isStopping = true
    const stopped = await entry.session.stop()
    if (!stopped.ok) entry.session.dispose()
    this.#ended(role, entry, 'stopped')
    if (!stopped.ok && stopped.error.kind === 'locked-up') this.#failed(role, stopped.error)
  }

  async #startMissing(): Promise<void> {
    const missing = roles.filter((role) => {
      const key = this.#keyOf(role)
      return key !== null && !this.#open.has(role) && this.#failedKeys.get(role) !== key
    })
    this.#waiting = new AbortController()
    const { signal } = this.#waiting
    for (const role of missing) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
      await this.#start(role)
      if (this.#open.has(role) && role !== missing.at(-1)) {
        // oxlint-disable-next-line no-await-in-loop
        await this.#events.settled(role, signal)
      }
      // Somebody may have closed the view meanwhile.
      if (this.#isDirty) return
    }
  }

  async #start(role: Role): Promise<void> {
    const { endpoint, runtimeVersion, [role]: plan } = this.#desired
    const key = this.#keyOf(role)
    if (endpoint === null || plan === null || key === null) return
    const sessionIndex = this.#nextSessionIndex++
    let entry: OpenEntry | null = null
    let ending: SessionEnding | null = null
    this.#events.onOpening(role)
    // The stream starts in the same read as the answer, so chunks can come before `openSession` has resolved.
    const early: ArrayBuffer[] = []
    const harmless = new AbortController()
    const whenHarmless = new Promise<void>((resolve) => harmless.signal.addEventListener('abort', () => resolve()))
    const opened = await this.#openSession(
      endpoint,
      plan,
      {
        onChunk: (bytes) => {
          if (entry === null) early.push(bytes)
          else this.#events.onChunk(sessionIndex, bytes)
        },
        onEnd: (isTargetGone) => {
          ending = isTargetGone ? 'target-gone' : 'connection-lost'
          if (entry !== null && !entry.isStopping) this.#ended(role, entry, ending)
        },
        whenHarmless,
      },
      runtimeVersion,
    )
    if (!opened.ok) return this.#failed(role, opened.error)
    this.#failedKeys.delete(role)
    entry = { sessionIndex, key, session: opened.value, isStopping: false }
    this.#open.set(role, entry)
    this.#events.onOpened(role, sessionIndex)
    for (const bytes of early) this.#events.onChunk(sessionIndex, bytes)
    if (ending !== null) this.#ended(role, entry, ending)
    // Not before the other one is open as well, which is then answered for by itself.
    void Promise.all([this.#events.harmless(sessionIndex), this.#running]).then(() => harmless.abort())
  }

  #failed(role: Role, error: AppError): void {
    const key = this.#keyOf(role)
    if (key !== null) this.#failedKeys.set(role, key)
    this.#events.onFailed(role, error)
  }

  #ended(role: Role, entry: OpenEntry, how: SessionEnding): void {
    if (this.#open.get(role) !== entry) return
    this.#open.delete(role)
    this.#events.onEnded(role, entry.sessionIndex, how)
    if (this.#open.size > 0) return
    for (const resolve of this.#onNoneOpen.splice(0)) resolve()
  }

  #keyOf(role: Role): string | null {
    const plan = this.#desired[role]
    const { endpoint } = this.#desired
    return plan === null || endpoint === null ? null : `${endpoint.path}\n${plan.fingerprint}`
  }
}
