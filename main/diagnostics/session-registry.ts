import type { AppError } from '../../shared/base/errors.ts'
import { err, type Result } from '../../shared/base/result.ts'
import type { CollectRequest } from '../protocol/collect-request.ts'
import type { Endpoint } from '../transport/endpoint.ts'
import { openSession, type OpenSessionOptions, type Session, type SessionEnd, type SessionHooks } from './session.ts'
import { SessionJournal } from './session-journal.ts'

/** A runtime has 64 slots, shared by all tools; a few are all we ever need. */
export const maxSessionsPerTarget = 8
/** A stop that takes longer is left to the end of our process, and remembered in the journal. */
const stopAllTimeoutMs = 10_000

export interface SessionRegistryOptions {
  /** Where sessions that may have been left behind are remembered; null keeps no memory. */
  readonly journalPath: string | null
}

/**
 * The only way sessions are opened: counts them per target, stops all of them on quit, and heals targets in which an earlier run of
 * ours (crashed, killed) may have left sessions behind.
 */
export class SessionRegistry {
  readonly #journal: SessionJournal
  readonly #sessions = new Set<Session>()
  readonly #countByPath = new Map<string, number>()
  #isClosed = false

  constructor(options: SessionRegistryOptions) {
    this.#journal = new SessionJournal(options.journalPath)
  }

  /** Open sessions, over all targets. */
  get sessionCount(): number {
    return this.#sessions.size
  }

  countOf(endpoint: Endpoint): number {
    return this.#countByPath.get(endpoint.path) ?? 0
  }

  /** `openSession` with the limit, the journal and the stop on quit. */
  async open(
    endpoint: Endpoint,
    request: CollectRequest,
    hooks: SessionHooks,
    options: OpenSessionOptions,
  ): Promise<Result<Session, AppError>> {
    if (this.#isClosed) return err({ kind: 'cancelled' })
    if (this.countOf(endpoint) >= maxSessionsPerTarget)
      return err({ kind: 'session-limit', limit: maxSessionsPerTarget, owner: 'pipescope' })
    if (this.#journal.takeLeftover(endpoint.path)) await this.#heal(endpoint, options.runtimeVersion)
    return this.#openCounted(endpoint, request, hooks, options)
  }

  /** Stops and drains everything; what does not end in time is given up. Nothing can be opened afterwards. */
  async stopAll(timeoutMs: number = stopAllTimeoutMs): Promise<void> {
    this.#isClosed = true
    const sessions = [...this.#sessions]
    let timer: NodeJS.Timeout | undefined
    const deadline = new Promise<void>((resolve) => (timer = setTimeout(resolve, timeoutMs)))
    await Promise.race([Promise.all(sessions.map((session) => session.stop())), deadline])
    clearTimeout(timer)
    for (const session of this.#sessions) session.abandon()
  }

  async #openCounted(
    endpoint: Endpoint,
    request: CollectRequest,
    hooks: SessionHooks,
    options: OpenSessionOptions,
  ): Promise<Result<Session, AppError>> {
    this.#count(endpoint, 1)
    this.#journal.add(endpoint.path)
    let session: Session | null = null
    let hasEnded = false
    const watched: SessionHooks = {
      onChunk: (bytes) => hooks.onChunk(bytes),
      onEnd: (end: SessionEnd) => {
        hasEnded = true
        if (session) this.#sessions.delete(session)
        this.#count(endpoint, -1)
        hooks.onEnd(end)
      },
    }
    const onClean = (): void => {
      this.#journal.remove(endpoint.path)
      options.onClean?.()
    }
    const opened = await openSession(endpoint, request, watched, { ...options, onClean })
    if (!opened.ok) {
      this.#count(endpoint, -1)
      return opened
    }
    session = opened.value
    if (!hasEnded) this.#sessions.add(session)
    // Quitting began while the runtime was answering.
    if (this.#isClosed) session.dispose()
    return opened
  }

  /**
   * Opening any session wakes those that were dropped while quiet, and they free their slots (protocol: each session gets an event
   * about every new one, and the write to a closed connection fails). An empty one will do; whether it opens does not matter.
   */
  async #heal(endpoint: Endpoint, runtimeVersion: string | null): Promise<void> {
    const nothing: CollectRequest = {
      bufferMB: 1,
      providers: [{ name: 'Pipescope-Wake', keywords: 0n, level: 0, arguments: null }],
      rundown: 'none',
      stacks: true,
    }
    const silent: SessionHooks = { onChunk: () => undefined, onEnd: () => undefined }
    const opened = await openSession(endpoint, nothing, silent, { runtimeVersion })
    if (opened.ok) await opened.value.stop()
  }

  #count(endpoint: Endpoint, change: number): void {
    const count = this.countOf(endpoint) + change
    if (count > 0) this.#countByPath.set(endpoint.path, count)
    else this.#countByPath.delete(endpoint.path)
  }
}
