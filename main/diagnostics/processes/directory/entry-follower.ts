import type { Disposable } from '../../../../shared/base/disposable.ts'
import { asProcessKey, type ProcessKey } from '../../../../shared/model/ids.ts'
import type { OperatingSystem } from '../../../os/operating-system.ts'
import type { Discovery, FoundEndpoint } from '../../../transport/discovery.ts'
import type { EntryRows } from './entry-rows.ts'
import { socketAfterExit } from '../exit-traces.ts'
import type { IdleQueue } from '../idle-queue.ts'
import { inspect, type AskProcessInfo } from '../inspection.ts'
import { Limiter } from '../limiter.ts'
import { isWaitingAtStart } from '../suspension.ts'
import { TargetEntry } from './target-entry.ts'

export interface EntryFollowerOptions {
  readonly os: OperatingSystem
  readonly discovery: Discovery
  /** Holds the entries; what changed is published there. */
  readonly rows: EntryRows
  readonly idle: IdleQueue
  readonly ask: AskProcessInfo
  readonly answerTimeoutMs: number
  readonly now: () => number
  /** Of the keys of processes on another machine. */
  readonly keyPrefix: string
  readonly onExited: (key: ProcessKey) => void
}

/** Enough to answer 200 endpoints at once, few enough to stay gentle. */
const maxConcurrentAsks = 32
/** A slow endpoint gives its place to the next after this. */
const patienceMs = 150
/** A row that waits for its answer shows what the operating system knows after this. */
const unansweredRowMs = 50
/** How long the row of an ended process stays. */
const exitedRowMs = 30_000

/**
 * The life of each entry: it begins with an endpoint, is asked (few at a time, each with its own deadline), is stopped, resumed,
 * loses its socket, ends, and is taken away 30 s later. When to look is the directory's business.
 */
export class EntryFollower implements Disposable {
  readonly #options: EntryFollowerOptions
  /** Paths of sockets that were proven to be another process's than their name says. */
  readonly #impostors = new Set<string>()
  readonly #limiter = new Limiter(maxConcurrentAsks, patienceMs)
  #isEnded = false

  constructor(options: EntryFollowerOptions) {
    this.#options = options
  }

  get waitingCount(): number {
    return this.#limiter.waitingCount
  }

  get peakWaitingCount(): number {
    return this.#limiter.peakWaitingCount
  }

  dispose(): void {
    this.#isEnded = true
    this.#limiter.clear()
  }

  /** Also while an earlier question is still open: its answer counts no more. */
  askAgain(entry: TargetEntry): void {
    entry.isAsking = false
    this.inspect(entry, true)
  }

  /** Entries for endpoints that are new, the end of entries whose endpoint or process is gone. */
  synchronise(): void {
    const current = this.#chooseEndpoints()
    const countBefore = this.#options.rows.entries.size
    for (const [key, found] of current) {
      const known = this.#options.rows.entries.get(key)
      if (known === undefined) this.#addEntry(key, found)
      else if (known.exitedAtMs === null && known.endpoint?.path !== found.endpoint.path) {
        known.endpoint = found.endpoint
        this.inspect(known, true)
      }
    }
    for (const [key, entry] of this.#options.rows.entries)
      if (!current.has(key) && entry.exitedAtMs === null) this.#loseEndpoint(entry)
    // All of them: a new one may be the parent of others.
    if (this.#options.rows.entries.size !== countBefore) this.#options.rows.publishAll()
  }

  /** One endpoint per process: an impostor's socket hides no real one. */
  #chooseEndpoints(): ReadonlyMap<ProcessKey, FoundEndpoint> {
    const { endpoints } = this.#options.discovery
    for (const path of this.#impostors) if (!endpoints.has(path)) this.#impostors.delete(path)
    const chosen = new Map<ProcessKey, FoundEndpoint>()
    for (const found of endpoints.values()) {
      const key = keyOf(found.endpoint.pid, found.startKey, this.#options.keyPrefix)
      const former = chosen.get(key)
      if (former === undefined || this.#impostors.has(former.endpoint.path)) chosen.set(key, found)
    }
    return chosen
  }

  #addEntry(key: ProcessKey, found: FoundEndpoint): void {
    const entry = new TargetEntry(key, found.endpoint.pid, found.endpoint, this.#options.now())
    entry.glance(this.#options.os)
    this.#options.rows.add(entry)
    this.inspect(entry, false)
  }

  #loseEndpoint(entry: TargetEntry): void {
    const running = this.#options.os.process(entry.pid)
    if (running === null || keyOf(entry.pid, running.startKey, this.#options.keyPrefix) !== entry.key)
      return this.#markExited(entry)
    // The process lives: its socket was removed by somebody, or it is just ending and has removed it itself.
    if (entry.endpoint === null) return
    entry.endpoint = null
    entry.socketLostAtMs = this.#options.now()
    entry.facts = { ...entry.facts, state: 'no-endpoint', problem: { kind: 'socket-lost' } }
    // Cancelled by its end; while a question about the old socket is open, a new one may be there.
    entry.later(500, () => {
      if (entry.endpoint === null) this.#options.rows.publish(entry)
    })
  }

  #markExited(entry: TargetEntry): void {
    entry.exitedAtMs = this.#options.now()
    const socket = socketAfterExit(entry.endpoint, entry.socketLostAtMs, entry.exitedAtMs)
    entry.endpoint = null
    entry.cancelLater()
    const problem = { kind: 'exited', exitCode: null, signal: null, ...(socket === null ? {} : { socket }) } as const
    entry.facts = { ...entry.facts, state: 'exited', problem }
    this.#options.onExited(entry.key)
    this.#options.rows.publish(entry)
  }

  /** What changes without a word from discovery: the end, a stop and its end, a resume by somebody else. */
  follow(entry: TargetEntry): void {
    if (entry.exitedAtMs !== null) {
      if (this.#options.now() - entry.exitedAtMs >= exitedRowMs) this.#options.rows.remove(entry)
      return
    }
    const running = this.#options.os.process(entry.pid)
    if (running === null || keyOf(entry.pid, running.startKey, this.#options.keyPrefix) !== entry.key)
      return this.#markExited(entry)
    const { state } = entry.facts
    if (running.isStopped !== (state === 'stopped') && entry.endpoint !== null) {
      // Asked before it was stopped, and the answer may still come: the row says what holds now.
      if (running.isStopped) entry.setState('stopped', { kind: 'stopped' })
      else this.inspect(entry, true)
      this.#options.rows.publish(entry)
    } else if (state === 'suspended' && this.#hasGoneOn(entry)) {
      this.inspect(entry, true)
    }
    if (entry.ancestry !== null && running.parentPid !== entry.ancestry.parentPid) {
      entry.ancestry = null
      this.#options.rows.publish(entry)
    }
  }

  #hasGoneOn({ pid, facts }: TargetEntry): boolean {
    return isWaitingAtStart(facts.suspension, this.#options.os.hasRuntimeStarted(pid)) === false
  }

  /** `isAgain`: its row stands already, and keeps what it says until the new answer. */
  inspect(entry: TargetEntry, isAgain: boolean): void {
    const { endpoint } = entry
    if (endpoint === null || entry.isAsking) return
    entry.isAsking = true
    entry.cancelLater()
    const turn = ++entry.turn
    this.#limiter.run(async () => {
      const inspection = await inspect(endpoint, {
        os: this.#options.os,
        ask: this.#options.ask,
        answerTimeoutMs: this.#options.answerTimeoutMs,
        signal: entry.newQuestion(),
        onLooked: (running, details) => {
          if (isAgain) return
          entry.facts = { ...entry.facts, os: running ?? entry.facts.os, details }
          // Most answers are there before.
          entry.later(unansweredRowMs, () => this.#options.rows.publish(entry))
        },
      })
      // A newer inspection, or the end, has overtaken this one.
      if (entry.turn !== turn || entry.exitedAtMs !== null || this.#isEnded) return
      entry.isAsking = false
      entry.cancelLater()
      const retryMs = entry.take(inspection)
      this.#noteImpostor(endpoint.path, inspection.problem?.kind === 'impostor')
      if (retryMs !== null) entry.later(retryMs, () => this.inspect(entry, true))
      this.#options.rows.publish(entry)
      if (entry.needsFlavour()) this.#options.idle.add(() => void this.#recognise(entry))
    })
  }

  #noteImpostor(path: string, isImpostor: boolean): void {
    if (isImpostor === this.#impostors.has(path)) return
    if (isImpostor) this.#impostors.add(path)
    else this.#impostors.delete(path)
    // The process may have a socket of its own elsewhere.
    this.synchronise()
  }

  async #recognise(entry: TargetEntry): Promise<void> {
    const isNews = await entry.recognise(this.#options.os)
    if (isNews && !this.#isEnded) this.#options.rows.publish(entry)
  }
}

/** `pid:startKey`, on another machine with `MACHINE/` before it. */
export function keyOf(pid: number, startKey: string, prefix = ''): ProcessKey {
  return asProcessKey(`${prefix}${pid}:${startKey}`)
}
