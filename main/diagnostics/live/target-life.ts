import type { Disposable } from '../../../shared/base/disposable.ts'
import type { ProcessKey } from '../../../shared/model/ids.ts'
import type { LiveStatus } from '../../../shared/model/live.ts'
import type { ProcessRow } from '../../../shared/model/process.ts'
import { applicationOf, findSuccessor, type Application } from './restart-match.ts'
import type { TargetDirectory } from './target-directory.ts'

export interface TargetLifeEvents {
  /** Paused or going on, or more is known about its end. */
  onChanged(): void
  /** It waits for a resume, or does not any more. */
  onSuspended(isSuspended: boolean): void
  /** Its version became known, or that it will not be told: what can be asked for depends on it. */
  onKnown(): void
  onExited(exit: NonNullable<LiveStatus['exit']>): void
  /** Resolves when nothing of the old process is left to be read. */
  drained(): Promise<void>
  /** The same application runs again under another key; its facts are in place already. */
  onFollowed(from: ProcessKey, successor: ProcessRow): void
}

export interface TargetLifeOptions {
  readonly row: ProcessRow
  readonly directory: TargetDirectory
  readonly isWatched: (key: ProcessKey) => boolean
  readonly now: () => number
  readonly events: TargetLifeEvents
}

/**
 * What the process list says about the process of a live view: running, stopped, suspended, exited, started again. The end is told by
 * whoever notices it first, the list or the session's stream (`exited`).
 */
export class TargetLife implements Disposable {
  readonly #options: TargetLifeOptions
  #subscription: Disposable | null = null
  #key: ProcessKey
  #application: Application
  #runtimeVersion: string | null
  #exit: LiveStatus['exit'] = null
  #isStopped = false
  #isSuspended = false
  #isBeingAsked: boolean
  #isFollowing = false
  #isDisposed = false

  constructor(options: TargetLifeOptions) {
    this.#options = options
    this.#key = options.row.key
    this.#application = applicationOf(options.row)
    this.#runtimeVersion = options.row.runtimeVersion
    this.#isBeingAsked = isBeingAsked(options.row)
  }

  /** Reports what the row says already, then every change. */
  watch(): void {
    this.#rowChanged(this.#options.row)
    this.#subscription = this.#options.directory.subscribe((message) => {
      if (message.kind !== 'usage') this.#directoryChanged()
    })
  }

  get key(): ProcessKey {
    return this.#key
  }
  get application(): Application {
    return this.#application
  }
  get runtimeVersion(): string | null {
    return this.#runtimeVersion
  }
  get exit(): LiveStatus['exit'] {
    return this.#exit
  }
  /** By the operating system or a debugger. */
  get isStopped(): boolean {
    return this.#isStopped
  }
  get isSuspended(): boolean {
    return this.#isSuspended
  }

  /** Its first answer is outstanding, and with it the version. It comes, or its deadline does. */
  get isBeingAsked(): boolean {
    return this.#isBeingAsked
  }

  /** How long the process has run. */
  ageMs(): number {
    const row = this.#options.directory.rowOf(this.#key)
    return this.#options.now() - (row?.startTimeMs ?? row?.firstSeenMs ?? 0)
  }

  exited(timeMs: number, exitCode: number | null): void {
    if (this.#exit !== null) {
      // The streams end first; how the process ended is known a moment later.
      if (exitCode !== null) this.#exit = { ...this.#exit, exitCode }
      this.#options.events.onChanged()
      return
    }
    this.#exit = { timeMs, exitCode }
    this.#isStopped = false
    this.#options.events.onExited(this.#exit)
    this.#follow()
  }

  dispose(): void {
    this.#isDisposed = true
    this.#subscription?.dispose()
  }

  #directoryChanged(): void {
    if (this.#isDisposed) return
    const row = this.#options.directory.rowOf(this.#key)
    if (this.#exit !== null) {
      if (row?.problem?.kind === 'exited' && row.problem.exitCode !== this.#exit.exitCode) this.#rowChanged(row)
      this.#follow()
      return
    }
    if (row !== null) this.#rowChanged(row)
    else this.exited(this.#options.now(), null)
  }

  #rowChanged(row: ProcessRow): void {
    const { events, now } = this.#options
    if (row.state === 'exited') {
      const exitCode = row.problem?.kind === 'exited' ? row.problem.exitCode : null
      this.exited(row.exitedAtMs ?? now(), exitCode)
      return
    }
    const wasSuspended = this.#isSuspended
    const wasStopped = this.#isStopped
    this.#isSuspended = row.state === 'suspended'
    this.#isStopped = row.state === 'stopped'
    if (row.commandLine !== this.#application.commandLine && !this.#isSuspended) this.#application = applicationOf(row)
    if (wasSuspended !== this.#isSuspended) events.onSuspended(this.#isSuspended)
    if (wasStopped !== this.#isStopped) events.onChanged()
    const wasBeingAsked = this.#isBeingAsked
    this.#isBeingAsked = isBeingAsked(row)
    const isNewVersion = row.runtimeVersion !== null && row.runtimeVersion !== this.#runtimeVersion
    if (isNewVersion) this.#runtimeVersion = row.runtimeVersion
    if (isNewVersion || (wasBeingAsked && !this.#isBeingAsked)) events.onKnown()
  }

  #follow(): void {
    if (this.#exit === null || this.#isFollowing) return
    const { directory, isWatched, events } = this.#options
    const isTaken = (row: ProcessRow) => row.key === this.#key || isWatched(row.key)
    const successor = findSuccessor(this.#application, this.#exit.timeMs, directory.rows(), isTaken)
    if (successor === null) return
    this.#isFollowing = true
    void events.drained().then(() => {
      this.#isFollowing = false
      if (this.#isDisposed) return
      const from = this.#key
      this.#key = successor.key
      this.#runtimeVersion = successor.runtimeVersion
      this.#isBeingAsked = isBeingAsked(successor)
      this.#exit = null
      events.onFollowed(from, successor)
    })
  }
}

/** A row is first seen without a version. */
function isBeingAsked({ state, runtimeVersion }: ProcessRow): boolean {
  return state === 'asking' && runtimeVersion === null
}
