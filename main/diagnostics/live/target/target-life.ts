import type { Disposable } from '../../../../shared/base/disposable.ts'
import type { Pid, ProcessKey } from '../../../../shared/model/ids.ts'
import type { LiveStatus } from '../../../../shared/model/live.ts'
import type { ProcessEnd, ProcessRow } from '../../../../shared/model/process.ts'
import { processAgeMs } from '../../../os/process-age.ts'
import { applicationOf, findSuccessor, type Application } from './restart-match.ts'
import type { TargetDirectory } from './target-directory.ts'

export interface TargetLifeEvents {
  /** More is known about its end. */
  onChanged(): void
  /** The system holds it; null = it lets it go on. */
  onStopped(pid: Pid | null): void
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
  /** Of `performance.now()`: people set the other clock, also between an end and the next start. */
  #endedMs = 0
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
    return processAgeMs(row?.startTimeMs ?? row?.firstSeenMs ?? 0, this.#options.now())
  }

  exited(timeMs: number, how: ProcessEnd = unknownEnd): void {
    if (this.#exit !== null) {
      // The streams end first; how the process ended is known a moment later.
      if (how !== unknownEnd) this.#exit = { ...how, timeMs: this.#exit.timeMs }
      this.#options.events.onChanged()
      return
    }
    this.#exit = { ...how, timeMs }
    this.#endedMs = performance.now() - Math.max(0, this.#options.now() - timeMs)
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
      if (row?.problem?.kind === 'exited' && !isSameEnd(row.problem, this.#exit)) this.#rowChanged(row)
      this.#follow()
      return
    }
    if (row !== null) this.#rowChanged(row)
    else this.exited(this.#options.now())
  }

  #rowChanged(row: ProcessRow): void {
    const { events, now } = this.#options
    if (row.state === 'exited') {
      this.exited(row.exitedAtMs ?? now(), row.problem?.kind === 'exited' ? endOf(row.problem) : unknownEnd)
      return
    }
    const wasSuspended = this.#isSuspended
    const wasStopped = this.#isStopped
    this.#isSuspended = row.state === 'suspended'
    this.#isStopped = row.state === 'stopped'
    if (!this.#isSuspended) this.#application = knownOf(this.#application, row)
    if (wasSuspended !== this.#isSuspended) events.onSuspended(this.#isSuspended)
    if (wasStopped !== this.#isStopped) events.onStopped(this.#isStopped ? row.pid : null)
    const wasBeingAsked = this.#isBeingAsked
    this.#isBeingAsked = row.state === 'stopped' ? wasBeingAsked : isBeingAsked(row)
    const isNewVersion = row.runtimeVersion !== null && row.runtimeVersion !== this.#runtimeVersion
    if (isNewVersion) this.#runtimeVersion = row.runtimeVersion
    if (isNewVersion || (wasBeingAsked && !this.#isBeingAsked)) events.onKnown()
  }

  #follow(): void {
    if (this.#exit === null || this.#isFollowing) return
    const { events } = this.#options
    if (this.#successor() === null) return
    this.#isFollowing = true
    void events.drained().then(() => {
      this.#isFollowing = false
      if (this.#isDisposed || this.#exit === null) return
      // Another view may have followed it meanwhile, or it has ended: the choice is made where nothing comes between it and its use.
      const successor = this.#successor()
      if (successor === null) return
      const from = this.#key
      this.#key = successor.key
      this.#runtimeVersion = successor.runtimeVersion
      this.#isBeingAsked = isBeingAsked(successor)
      this.#exit = null
      events.onFollowed(from, successor)
    })
  }

  #successor(): ProcessRow | null {
    const { directory, isWatched, now } = this.#options
    return findSuccessor(this.#application, performance.now() - this.#endedMs, {
      rows: directory.rows(),
      ageMs: (startTimeMs) => processAgeMs(startTimeMs, now()),
      isTaken: (row) => row.key === this.#key || isWatched(row.key),
    })
  }
}

const unknownEnd: ProcessEnd = { exitCode: null, signal: null }

function endOf({ exitCode, signal, socket }: ProcessEnd): ProcessEnd {
  return { exitCode, signal, ...(socket === undefined ? {} : { socket }) }
}

function isSameEnd(a: ProcessEnd, b: ProcessEnd): boolean {
  return a.exitCode === b.exitCode && a.signal === b.signal && a.socket === b.socket
}

/** The entry assembly is known with the first answer. A process that no longer answers is still the same application. */
function knownOf(before: Application, row: ProcessRow): Application {
  const now = applicationOf(row)
  const isSame =
    now.commandLine === before.commandLine && (now.entryAssembly ?? before.entryAssembly) === before.entryAssembly
  return isSame ? before : now
}

/** A row is first seen without a version. One that is stopped by then is asked as soon as it goes on. */
function isBeingAsked({ state, runtimeVersion }: ProcessRow): boolean {
  return (state === 'asking' || state === 'stopped') && runtimeVersion === null
}
