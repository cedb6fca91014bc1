import type { AppError } from '../../shared/base/errors.ts'
import { err, ok, type Result } from '../../shared/base/result.ts'
import type { CollectRequest } from '../protocol/collect-request.ts'
import type { Endpoint } from '../transport/endpoint.ts'
import type { UserEventsRequest } from '../protocol/encode-user-events.ts'
import type { TargetFacts } from '../protocol/target-facts.ts'
import { OpenSessions, type IsMeant } from './open-sessions.ts'
import { openSession, openUserEventsSession } from './session.ts'
import type { OpenSessionOptions, Session, SessionHooks } from './session-model.ts'
import { SessionJournal } from './session-journal.ts'
import { mayCloseEarly } from './session-running.ts'
import { SoleUse } from './sole-use.ts'
import { SpareSlots } from './spare-slots.ts'
import { sampleProvider } from '../../shared/model/runtime-providers.ts'
import { pause } from '../os/pause.ts'

/** A runtime has 64 slots, shared by all tools; a few are all we ever need. With the spare one, open for a moment, it is 8. */
export const maxSessionsPerTarget = 7
/** A stop that takes longer is left to the end of our process, and remembered in the journal. */
const stopAllTimeoutMs = 10_000
const wakingHarm =
  'an earlier run of Pipescope ended without stopping a session in it, and opening another one can end a .NET Core 3 process then; ' +
  'start it again to look into it'
/** Abandoned sessions are woken by a new one and end at a tick of their stream, ten a second. */
const wakeMs = 300

export interface RegistryOpenOptions extends OpenSessionOptions {
  /**
   * The spare slot is given back when this resolves, or with the session's end; default: at once. For sessions beside whose set-up
   * nothing must be stopped (docs/decisions/0050).
   */
  readonly spareUntil?: Promise<void>
  /**
   * The runtime waits or sets itself up: nobody had the time to take its slots, and nothing may come and go in it (docs/decisions/0111).
   * No spare slot is held.
   */
  readonly isStarting?: boolean
}

export interface SessionRegistryOptions {
  /** Where sessions that may have been left behind are remembered; null keeps no memory. */
  readonly journalPath: string | null
  /**
   * An earlier run of ours left sessions in this target, and an empty one was opened and stopped to free them. Not `isHealed`: all
   * slots are taken, nothing can be opened, and only the target's end frees them.
   */
  readonly onHealed?: (endpoint: Endpoint, isHealed: boolean) => void
  /** The runtime has locked up while a session of ours was being stopped. */
  readonly onLockedUp?: (endpoint: Endpoint) => void
}

/** A target in which nobody else's sessions come or go. */
export interface SoleSessions {
  open: SessionRegistry['open']
  /** Takes effect, and resolves, when nothing of what was opened is left in the target. */
  release(): Promise<void>
}

interface Opener {
  readonly open: (options: OpenSessionOptions) => Promise<Result<Session, AppError>>
  /** Left behind, it would wait in the target until somebody opens another session. */
  readonly isQuiet: boolean
}

/**
 * The only way sessions are opened: counts them per target, stops all of them on quit, and heals targets in which an earlier run of
 * ours (crashed, killed) may have left sessions behind.
 */
export class SessionRegistry {
  readonly #journal: SessionJournal
  readonly #onHealed: (endpoint: Endpoint, isHealed: boolean) => void
  readonly #onLockedUp: (endpoint: Endpoint) => void
  readonly #open = new OpenSessions()
  readonly #soleUse = new SoleUse()
  readonly #spares = new SpareSlots((endpoint, version) => this.#openEmpty(endpoint, version))

  constructor(options: SessionRegistryOptions) {
    this.#journal = new SessionJournal(options.journalPath)
    this.#onHealed = options.onHealed ?? (() => undefined)
    this.#onLockedUp = options.onLockedUp ?? (() => undefined)
  }

  /** Open sessions, over all targets. */
  get sessionCount(): number {
    return this.#open.count
  }

  /** Nothing of ours is left in any target, spare slots included; what was given up is not ours any more. */
  get isIdle(): boolean {
    return this.#open.isIdle
  }

  countOf(endpoint: Endpoint): number {
    return this.#open.placesIn(endpoint)
  }

  /** `openSession` with the limit, the journal and the stop on quit. The last free slot of the target is never taken. */
  async open(
    endpoint: Endpoint,
    request: CollectRequest,
    hooks: SessionHooks,
    options: RegistryOpenOptions,
  ): Promise<Result<Session, AppError>> {
    const opener = (own: OpenSessionOptions): Promise<Result<Session, AppError>> =>
      openSession(endpoint, request, hooks, own)
    return this.#openInTurn(endpoint, options, { open: opener, isQuiet: !writesRegularly(request) })
  }

  /**
   * Has the target for sessions of the caller's only: until it is released, all others wait with opening and stopping theirs. A second
   * caller is refused.
   */
  async alone(endpoint: Endpoint, signal?: AbortSignal): Promise<Result<SoleSessions, AppError>> {
    const held = await this.#soleUse.hold(endpoint.path, signal)
    if (!held.ok) return held
    const before = new Set(this.#open.uncleanIn(endpoint))
    const leftBehind = (): readonly Promise<void>[] => this.#open.uncleanIn(endpoint, before)
    return ok({
      open: (own, request, hooks, options) =>
        this.#openPlaced(own, options, {
          open: (inner) => openSession(own, request, hooks, inner),
          isQuiet: !writesRegularly(request),
        }),
      release: async () => {
        // The end of one session may be what the next one waits for.
        for (let left = leftBehind(); left.length > 0; left = leftBehind())
          // oxlint-disable-next-line no-await-in-loop -- as said
          await Promise.all(left)
        held.value()
      },
    })
  }

  /** Whether sessions of ours may be in it that nobody stopped: behind a link that broke, or by an earlier run. */
  hasLeftover(endpoint: Endpoint): boolean {
    return this.#journal.leftover(endpoint.path) !== null
  }

  /** One new session wakes those that were left behind in this target, and they end. */
  async heal(endpoint: Endpoint, runtimeVersion: string | null): Promise<void> {
    if (!this.hasLeftover(endpoint)) return
    const opened = await this.open(endpoint, emptyRequest, silent, { runtimeVersion })
    if (opened.ok) await opened.value.stop()
  }

  /** Stops those behind such endpoints and waits for their ends, at most so long: before a sleep, or before their link is closed. */
  async stopThose(isMeant: IsMeant, timeoutMs: number): Promise<void> {
    await this.#open.stopThose(isMeant, timeoutMs)
  }

  /** Whether somebody has the target alone. */
  isAlone(endpoint: Endpoint): boolean {
    return this.#soleUse.isHeld(endpoint.path)
  }

  /** `openUserEventsSession` in the same way. */
  async openUserEvents(
    target: { readonly endpoint: Endpoint; readonly facts: TargetFacts },
    request: UserEventsRequest,
    descriptor: number,
    options: OpenSessionOptions,
  ): Promise<Result<Session, AppError>> {
    const opener = (own: OpenSessionOptions): Promise<Result<Session, AppError>> =>
      openUserEventsSession(target, request, descriptor, own)
    return this.#openInTurn(target.endpoint, options, { open: opener, isQuiet: true })
  }

  /**
   * Stops and drains everything, sessions that are just being opened too; what does not end in time is given up. Nothing can be
   * opened afterwards.
   */
  async stopAll(timeoutMs: number = stopAllTimeoutMs): Promise<void> {
    await this.#open.stopAll(timeoutMs)
  }

  /** Opens when nobody has the target alone, and stops so as well. */
  async #openInTurn(
    endpoint: Endpoint,
    options: RegistryOpenOptions,
    opener: Opener,
  ): Promise<Result<Session, AppError>> {
    const opening = this.#soleUse.turn(endpoint.path)
    const stopping = this.#soleUse.turn(endpoint.path)
    await opening.enter()
    const waiting = { ...endingWith(options, () => stopping.leave()), beforeStop: () => stopping.enter() }
    const opened = await this.#openPlaced(endpoint, waiting, opener)
    opening.leave()
    return opened
  }

  async #openPlaced(
    endpoint: Endpoint,
    options: RegistryOpenOptions,
    opener: Opener,
  ): Promise<Result<Session, AppError>> {
    if (this.#open.isBarred(endpoint)) return err({ kind: 'cancelled' })
    if (this.countOf(endpoint) >= maxSessionsPerTarget)
      return err({ kind: 'session-limit', limit: maxSessionsPerTarget, owner: 'pipescope' })
    // Counted from here on: nobody else gets this place while we wait.
    this.#open.takePlace(endpoint)
    const opened = await this.#openHealed(endpoint, options, opener)
    if (!opened.ok) this.#open.leavePlace(endpoint)
    return opened
  }

  async #openHealed(
    endpoint: Endpoint,
    options: RegistryOpenOptions,
    opener: Opener,
  ): Promise<Result<Session, AppError>> {
    const leftover = this.#journal.leftover(endpoint.path)
    if (leftover?.isQuiet === true && !mayCloseEarly(options.runtimeVersion))
      return err({ kind: 'refused-harmful', operation: 'CollectTracing', reason: wakingHarm })
    const isHealing = leftover !== null
    if (isHealing) {
      this.#journal.forget(endpoint.path)
      const healed = await this.#openEmpty(endpoint, options.runtimeVersion)
      if (healed.ok) await healed.value.stop()
      const isFull = !healed.ok && healed.error.kind === 'session-limit'
      if (healed.ok || isFull) this.#onHealed(endpoint, healed.ok)
    }
    const first = await this.#openWithSpare(endpoint, options, opener)
    if (first.ok || !isHealing || first.error.kind !== 'session-limit') return first
    // What was woken needs a tick of its stream to notice that nobody listens.
    await pause(wakeMs)
    return this.#openWithSpare(endpoint, options, opener)
  }

  async #openWithSpare(
    endpoint: Endpoint,
    options: RegistryOpenOptions,
    opener: Opener,
  ): Promise<Result<Session, AppError>> {
    const { runtimeVersion, spareUntil, isStarting, signal } = options
    let over: () => void = nothing
    const whenOver = new Promise<void>((resolve) => (over = resolve))
    let isPending = true
    const watched = endingWith(options, () => {
      isPending = false
      over()
    })
    const open = (): Promise<Result<Session, AppError>> => this.#openOne(endpoint, watched, opener)
    if (isStarting === true) return open()
    if (!mayCloseEarly(runtimeVersion)) return this.#spares.inTurn(endpoint, runtimeVersion, open, signal)
    const spare = await this.#spares.hold(endpoint, runtimeVersion, signal)
    if (!spare.ok) return spare
    const opened = await open()
    const release = (): Promise<void> => spare.value.release()
    if (opened.ok && spareUntil !== undefined) void Promise.race([spareUntil, whenOver]).then(release)
    // Given up, while the runtime may be at work on it (the pause of a heap walk): it is not told to stop anything before the answer.
    else if (!opened.ok && isPending) void whenOver.then(release)
    // A runtime that is resumed next must not be told to stop a session while it starts: the caller goes on when the spare has ended.
    else await release()
    return opened
  }

  async #openOne(endpoint: Endpoint, options: OpenSessionOptions, opener: Opener): Promise<Result<Session, AppError>> {
    const opened = await opener.open(this.#remembered(endpoint, options, opener.isQuiet))
    if (!opened.ok) return opened
    this.#open.add(opened.value)
    void opened.value.whenEnded.then(({ reason }) => {
      if (reason === 'locked-up') this.#onLockedUp(endpoint)
    })
    return opened
  }

  /** Writes nothing, is listened to by nobody, and wakes those that were dropped while quiet (docs/decisions/0111). */
  #openEmpty(endpoint: Endpoint, runtimeVersion: string | null): Promise<Result<Session, AppError>> {
    return openSession(endpoint, emptyRequest, silent, this.#remembered(endpoint, { runtimeVersion }, true))
  }

  /** In the journal, and waited for on quit, until nothing of it is left in the target. */
  #remembered(endpoint: Endpoint, options: OpenSessionOptions, isQuiet: boolean): OpenSessionOptions {
    this.#journal.add(endpoint.path, isQuiet)
    const over = this.#open.attempt(endpoint)
    return {
      ...options,
      onClean: () => {
        this.#journal.remove(endpoint.path, isQuiet)
        over()
        options.onClean?.()
      },
      // Stays in the journal, but there is nothing more to wait for.
      onAbandoned: () => {
        if (endpoint.transport === 'ssh') this.#journal.leaveBehind(endpoint.path, isQuiet)
        over()
        options.onAbandoned?.()
      },
    }
  }
}

/** Nothing comes of it. */
const emptyRequest: CollectRequest = {
  bufferMB: 1,
  providers: [{ name: 'Pipescope-Wake', keywords: 0n, level: 0, arguments: null }],
  rundown: 'none',
  stacks: true,
}
const silent: SessionHooks = { onChunk: nothing, onEnd: nothing }

/** `over` is called once, whichever way nothing more of it is left, or left to be waited for. */
function endingWith(options: RegistryOpenOptions, over: () => void): RegistryOpenOptions {
  return {
    ...options,
    onClean: () => {
      over()
      options.onClean?.()
    },
    onAbandoned: () => {
      over()
      options.onAbandoned?.()
    },
  }
}

/** Counters and samples come at a fixed pace: a session of them that is left behind ends at its next write. */
function writesRegularly(request: CollectRequest): boolean {
  return request.providers.some(
    ({ name, arguments: text }) => name === sampleProvider || (text?.includes('EventCounterIntervalSec=') ?? false),
  )
}

function nothing(): void {
  // Replaced before it can be called.
}
