import path from 'node:path'
import type { Disposable } from '../../../shared/base/disposable.ts'
import type { AppError } from '../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import { asPid, asProcessKey, type ProcessKey } from '../../../shared/model/ids.ts'
import type { QueueReport } from '../../../shared/model/app.ts'
import { applicationOf } from '../../../shared/model/application.ts'
import type {
  EnvironmentVariable,
  ProcessDetails,
  ProcessRow,
  SeenProcess,
  UnlistedReport,
} from '../../../shared/model/process.ts'
import type { OperatingSystem } from '../../os/operating-system.ts'
import { createDiscovery } from '../../transport/create-discovery.ts'
import type { Discovery, FoundEndpoint } from '../../transport/discovery.ts'
import type { Endpoint } from '../../transport/endpoint.ts'
import { answerTimeoutMs } from '../exchange.ts'
import { processInfo, resumeRuntime } from '../client.ts'
import { buildRow } from './build-row.ts'
import { capabilitiesOf } from './capabilities.ts'
import { EnvironmentVault } from './environment-vault.ts'
import { explainUnlisted } from './explain.ts'
import { IdleQueue } from './idle-queue.ts'
import { inspect, type AskProcessInfo } from './inspection.ts'
import { Limiter } from './limiter.ts'
import { listedParent, readAncestry } from './parents.ts'
import { RowBook, type ProcessListener } from './row-book.ts'
import { RuntimeScout } from './runtime-scout.ts'
import { SeenStore } from './seen-store.ts'
import { isWaitingAtStart } from './suspension.ts'
import { TargetEntry } from './target-entry.ts'

/*
 * Every .NET process of this machine as a row, followed as they come and go.
 *
 *     discovery ── endpoint ──> TargetEntry ── inspect (limited, own deadline each) ──> facts ── buildRow ──> RowBook ──> pages
 *     operating system ── once a second: gone? stopped? resumed? usage ──^
 *     RuntimeScout ── processes with a runtime but no endpoint ──> rows that say why
 *
 * Nothing here waits for a target: each entry has its own state and its own deadline.
 */

export interface ProcessDirectoryOptions {
  /** Folder for the memory of applications seen before; null keeps none. */
  readonly storageFolder: string | null
  readonly os?: OperatingSystem
  readonly discovery?: Discovery
  readonly ask?: AskProcessInfo
  readonly now?: () => number
  /** Process that counts as ours: its .NET children are tools. */
  readonly ownPid?: number
  /** For answers; default 5 s. */
  readonly answerTimeoutMs?: number
}

/** Enough to answer 200 endpoints at once, few enough to stay gentle. */
const maxConcurrentAsks = 32
/** A slow endpoint gives its place to the next after this. */
const patienceMs = 150
/** A row that waits for its answer shows what the operating system knows after this. */
const unansweredRowMs = 50
const visibleTickMs = 1000
const hiddenTickMs = 5000
/** How long the row of an ended process stays. */
const exitedRowMs = 30_000

export class ProcessDirectory implements Disposable {
  readonly #os: OperatingSystem
  readonly #discovery: Discovery
  readonly #ask: AskProcessInfo
  readonly #now: () => number
  readonly #ownPid: number
  readonly #answerTimeoutMs: number
  readonly #book = new RowBook()
  readonly #limiter = new Limiter(maxConcurrentAsks, patienceMs)
  readonly #idle = new IdleQueue()
  readonly #vault = new EnvironmentVault()
  readonly #scout: RuntimeScout
  readonly #seen: SeenStore
  readonly #entries = new Map<ProcessKey, TargetEntry>()
  readonly #demoPids = new Set<number>()
  readonly #closing = new AbortController()
  #timer: NodeJS.Timeout | null = null
  #ticking: Promise<void> | null = null
  #isVisible = true
  #hasStarted = false

  constructor(options: ProcessDirectoryOptions) {
    const machine =
      options.os && options.discovery ? { os: options.os, discovery: options.discovery } : createDiscovery()
    this.#os = machine.os
    this.#discovery = machine.discovery
    this.#ask = options.ask ?? processInfo
    this.#now = options.now ?? Date.now
    this.#ownPid = options.ownPid ?? process.pid
    this.#answerTimeoutMs = options.answerTimeoutMs ?? answerTimeoutMs
    const { storageFolder } = options
    this.#seen = new SeenStore(
      storageFolder === null ? null : path.join(storageFolder, 'seen-processes.json'),
      this.#now,
    )
    this.#scout = new RuntimeScout(this.#os, this.#idle)
  }

  /** Begins to look; rows come through `subscribe`. */
  start(): void {
    if (this.#hasStarted) return
    this.#hasStarted = true
    this.#ticking = this.#begin().finally(() => {
      this.#ticking = null
      this.#plan()
    })
  }

  /** Usage is measured, and the machine looked at each second, only while somebody can see it. */
  setVisible(isVisible: boolean): void {
    if (this.#isVisible === isVisible) return
    this.#isVisible = isVisible
    if (isVisible && this.#hasStarted) void this.refresh()
  }

  /** Looks now instead of at the next second. */
  async refresh(): Promise<void> {
    if (this.#closing.signal.aborted) return
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#ticking ??= this.#tick().finally(() => {
      this.#ticking = null
      this.#plan()
    })
    await this.#ticking
  }

  rows(): readonly ProcessRow[] {
    return this.#book.rows()
  }

  rowOf(key: ProcessKey): ProcessRow | null {
    return this.#book.get(key)
  }

  /** Null when there is none (any more). */
  endpointOf(key: ProcessKey): Endpoint | null {
    return this.#entries.get(key)?.endpoint ?? null
  }

  subscribe(listener: ProcessListener): Disposable {
    return this.#book.subscribe(listener)
  }

  /** Marks the rows of a process as the demo target's. */
  setDemo(pid: number, isDemo: boolean): void {
    if (isDemo) this.#demoPids.add(pid)
    else this.#demoPids.delete(pid)
    for (const entry of this.#entries.values()) if (entry.pid === pid) this.#publish(entry)
  }

  details(key: ProcessKey): Result<ProcessDetails, AppError> {
    const entry = this.#entries.get(key)
    const row = this.#book.get(key)
    if (!entry || !row) return err({ kind: 'not-found', what: 'process' })
    const { asked, answered } = entry.facts
    return ok({
      key,
      capabilities: capabilitiesOf({
        runtimeVersion: row.runtimeVersion,
        flavour: row.runtimeFlavour,
        hasAnswered: asked > 0 && entry.facts.state !== 'silent' && entry.facts.state !== 'no-permission',
      }),
      commandsAnswered: [answered, asked],
    })
  }

  async environment(key: ProcessKey): Promise<Result<readonly EnvironmentVariable[], AppError>> {
    const entry = this.#entries.get(key)
    if (!entry) return err({ kind: 'not-found', what: 'process' })
    return this.#vault.load(key, { pid: entry.pid, endpoint: entry.endpoint, os: this.#os })
  }

  reveal(key: ProcessKey, name: string): Result<{ readonly value: string }, AppError> {
    return this.#vault.reveal(key, name)
  }

  /** Asks again an endpoint that did not answer, or did not answer well. */
  retry(key: ProcessKey): Result<null, AppError> {
    const entry = this.#entries.get(key)
    if (!entry?.endpoint) return err({ kind: 'not-found', what: 'endpoint' })
    entry.isAsking = false
    this.#inspect(entry, true)
    return ok(null)
  }

  /** Lets a runtime that waits at its start go on, and makes sure that it did. */
  async resume(key: ProcessKey): Promise<Result<null, AppError>> {
    const entry = this.#entries.get(key)
    if (!entry?.endpoint) return err({ kind: 'not-found', what: 'endpoint' })
    if (entry.facts.state !== 'suspended')
      return err({ kind: 'invalid-request', what: 'resume', detail: 'the runtime is not waiting' })
    const { suspension } = entry.facts
    const resumed = suspension.isDefaultPortSuspended ? await resumeRuntime(entry.endpoint) : ok(null)
    if (!resumed.ok) return resumed
    for (let waitedMs = 0; waitedMs < 3000; waitedMs += 100) {
      const now = this.#os.process(entry.pid)
      if (!isWaitingAtStart(suspension, now?.threadCount ?? null)) {
        this.#inspect(entry, true)
        return ok(null)
      }
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    // Each suspending port has to be resumed by the tool that owns it.
    return err({ kind: 'unsupported', feature: 'resume-other-port', neededVersion: null, actualVersion: null })
  }

  async explain(): Promise<Result<UnlistedReport, AppError>> {
    await this.refresh()
    const listedPids = new Set<number>()
    for (const entry of this.#entries.values()) if (entry.endpoint !== null) listedPids.add(entry.pid)
    return ok(await explainUnlisted(this.#os, this.#discovery, listedPids))
  }

  seen(): readonly SeenProcess[] {
    return this.#seen.list()
  }

  pin(key: ProcessKey, isPinned: boolean): Result<null, AppError> {
    const row = this.#book.get(key)
    if (!row) return err({ kind: 'not-found', what: 'process' })
    this.#seen.pin(seenEntry(row, this.#now()), isPinned)
    this.#publishAll()
    return ok(null)
  }

  forget(application: string): Result<null, AppError> {
    if (!this.#seen.forget(application)) return err({ kind: 'not-found', what: 'application' })
    this.#publishAll()
    return ok(null)
  }

  queues(): readonly QueueReport[] {
    return [
      {
        name: 'process-asks',
        owner: 'processes',
        // Each endpoint waits at most once.
        limit: 10_000,
        fill: this.#limiter.waitingCount,
        peak: this.#limiter.peakWaitingCount,
        droppedCount: 0,
        unit: 'items',
      },
    ]
  }

  /** Writes what is to be remembered. */
  async flush(): Promise<void> {
    await this.#seen.flush()
  }

  dispose(): void {
    this.#closing.abort()
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#limiter.clear()
    this.#idle.dispose()
    this.#discovery.dispose()
    this.#book.dispose()
    for (const entry of this.#entries.values()) entry.dispose()
  }

  async #begin(): Promise<void> {
    await this.#discovery.start(() => this.#synchronise())
    if (this.#closing.signal.aborted) return
    this.#synchronise()
    this.#book.complete()
    void this.#scoutRuntimes()
  }

  #plan(): void {
    if (this.#closing.signal.aborted) return
    this.#timer = setTimeout(() => void this.refresh(), this.#isVisible ? visibleTickMs : hiddenTickMs)
  }

  async #tick(): Promise<void> {
    await this.#discovery.tick()
    if (this.#closing.signal.aborted) return
    this.#synchronise()
    for (const entry of this.#entries.values()) this.#follow(entry)
    await this.#scoutRuntimes()
    if (this.#isVisible) await this.#measure()
  }

  /** Entries for endpoints that are new, the end of entries whose endpoint or process is gone. */
  #synchronise(): void {
    const current = new Map<ProcessKey, FoundEndpoint>()
    for (const found of this.#discovery.endpoints.values()) {
      const key = keyOf(found.endpoint.pid, found.startKey)
      if (!current.has(key)) current.set(key, found)
    }
    const countBefore = this.#entries.size
    for (const [key, found] of current) {
      const known = this.#entries.get(key)
      if (known === undefined) this.#addEntry(key, found)
      else if (known.exitedAtMs === null && known.endpoint?.path !== found.endpoint.path) {
        known.endpoint = found.endpoint
        this.#inspect(known, true)
      }
    }
    for (const [key, entry] of this.#entries)
      if (!current.has(key) && entry.exitedAtMs === null) this.#loseEndpoint(entry)
    // All of them: a new one may be the parent of others.
    if (this.#entries.size !== countBefore) this.#publishAll()
  }

  #addEntry(key: ProcessKey, found: FoundEndpoint): void {
    const entry = new TargetEntry(key, found.endpoint.pid, found.endpoint, this.#now())
    entry.glance(this.#os)
    this.#entries.set(key, entry)
    this.#inspect(entry, false)
  }

  #loseEndpoint(entry: TargetEntry): void {
    const running = this.#os.process(entry.pid)
    if (running === null || keyOf(entry.pid, running.startKey) !== entry.key) return this.#markExited(entry)
    // The process lives: its socket was removed by somebody, or it is just ending and has removed it itself.
    if (entry.endpoint === null) return
    entry.endpoint = null
    entry.facts = { ...entry.facts, state: 'no-endpoint', problem: { kind: 'socket-lost' } }
    entry.later(500, () => {
      if (entry.exitedAtMs === null && entry.endpoint === null) this.#publish(entry)
    })
  }

  #markExited(entry: TargetEntry): void {
    entry.exitedAtMs = this.#now()
    entry.endpoint = null
    entry.cancelLater()
    entry.facts = { ...entry.facts, state: 'exited', problem: { kind: 'exited', exitCode: null, signal: null } }
    this.#vault.drop(entry.key)
    this.#publish(entry)
  }

  /** What changes without a word from discovery: the end, a stop and its end, a resume by somebody else. */
  #follow(entry: TargetEntry): void {
    if (entry.exitedAtMs !== null) {
      if (this.#now() - entry.exitedAtMs >= exitedRowMs) this.#forgetEntry(entry)
      return
    }
    const running = this.#os.process(entry.pid)
    if (running === null || keyOf(entry.pid, running.startKey) !== entry.key) return this.#markExited(entry)
    const { state, suspension } = entry.facts
    if (running.isStopped !== (state === 'stopped') && entry.endpoint !== null) {
      // Asked before it was stopped, and the answer may still come: the row says what holds now.
      if (running.isStopped) entry.setState('stopped', { kind: 'stopped' })
      else this.#inspect(entry, true)
      this.#publish(entry)
    } else if (state === 'suspended' && !isWaitingAtStart(suspension, running.threadCount)) {
      this.#inspect(entry, true)
    }
    if (entry.ancestry !== null && running.parentPid !== entry.ancestry.parentPid) {
      entry.ancestry = null
      this.#publish(entry)
    }
  }

  #forgetEntry(entry: TargetEntry): void {
    entry.dispose()
    this.#entries.delete(entry.key)
    this.#book.remove(entry.key)
    this.#publishAll()
  }

  #inspect(entry: TargetEntry, isAgain: boolean): void {
    const { endpoint } = entry
    if (endpoint === null || entry.isAsking) return
    entry.isAsking = true
    entry.cancelLater()
    if (!isAgain) entry.setState('asking', null)
    const turn = ++entry.turn
    this.#limiter.run(async () => {
      const inspection = await inspect(endpoint, {
        os: this.#os,
        ask: this.#ask,
        answerTimeoutMs: this.#answerTimeoutMs,
        signal: entry.newQuestion(),
        onLooked: (running, details) => {
          if (isAgain) return
          entry.facts = { ...entry.facts, os: running ?? entry.facts.os, details }
          // Most answers are there before.
          entry.later(unansweredRowMs, () => this.#publish(entry))
        },
      })
      // A newer inspection, or the end, has overtaken this one.
      if (entry.turn !== turn || entry.exitedAtMs !== null || this.#closing.signal.aborted) return
      entry.isAsking = false
      entry.cancelLater()
      const retryMs = entry.take(inspection)
      if (retryMs !== null) entry.later(retryMs, () => this.#inspect(entry, true))
      this.#publish(entry)
      if (entry.needsFlavour()) this.#idle.add(() => this.#recognise(entry))
    })
  }

  #recognise(entry: TargetEntry): void {
    if (entry.exitedAtMs !== null || !entry.recognise(this.#os)) return
    this.#publish(entry)
  }

  /** Processes with a runtime and without an endpoint become rows as well. */
  async #scoutRuntimes(): Promise<void> {
    const taken = new Set<number>()
    for (const entry of this.#entries.values()) if (entry.exitedAtMs === null) taken.add(entry.pid)
    await this.#scout.look(taken, ({ os, problem, version }) => {
      const key = keyOf(os.pid, os.startKey)
      if (this.#entries.has(key) || this.#closing.signal.aborted) return
      const entry = new TargetEntry(key, asPid(os.pid), null, this.#now())
      entry.look(this.#os)
      entry.setState('no-endpoint', problem)
      entry.osVersion = version
      entry.flavour = 'coreclr'
      this.#entries.set(key, entry)
      this.#publish(entry)
    })
  }

  async #measure(): Promise<void> {
    const entries = [...this.#entries.values()].filter((entry) => entry.exitedAtMs === null)
    const byPid = new Map(entries.map((entry) => [entry.pid as number, entry.key]))
    const usage = await this.#os.usage([...byPid.keys()])
    if (this.#closing.signal.aborted || usage.length === 0) return
    this.#book.usage(
      usage.flatMap(({ pid, cpuPercent, workingSetBytes, threadCount }) => {
        const key = byPid.get(pid)
        return key === undefined ? [] : [{ key, cpuPercent, workingSetBytes, threadCount }]
      }),
      this.#now(),
    )
  }

  #publishAll(): void {
    for (const entry of this.#entries.values()) this.#publish(entry)
  }

  #publish(entry: TargetEntry): void {
    if (!this.#entries.has(entry.key)) return
    entry.ancestry ??= readAncestry(entry.pid, this.#os, this.#ownPid)
    const draft = buildRow({
      ...entry.facts,
      key: entry.key,
      pid: entry.pid,
      parentKey: listedParent(entry.ancestry, this.#entries),
      flavour: entry.flavour,
      osRuntimeVersion: entry.osVersion,
      endpointPath: entry.endpoint?.path ?? null,
      isOwn: entry.ancestry.isOwn,
      isDemo: this.#demoPids.has(entry.pid),
      isPinned: false,
      firstSeenMs: entry.firstSeenMs,
      exitedAtMs: entry.exitedAtMs,
    })
    const application = applicationOf(draft)
    if (entry.notedAs !== null && entry.notedAs !== application) {
      this.#seen.rename(entry.notedAs, application)
      entry.notedAs = application
    }
    const row = { ...draft, isPinned: this.#seen.isPinned(application) }
    this.#book.put(row)
    const isKnownWell = row.state === 'ready' || row.state === 'limited'
    if (isKnownWell && !row.isTool && !row.isDemo) this.#note(entry, row)
  }

  /** Once for each start. */
  #note(entry: TargetEntry, row: ProcessRow): void {
    if (entry.notedAs !== null) return
    entry.notedAs = applicationOf(row)
    this.#seen.note(seenEntry(row, this.#now()))
  }
}

/** `pid:startKey`. */
function keyOf(pid: number, startKey: string): ProcessKey {
  return asProcessKey(`${pid}:${startKey}`)
}

function seenEntry(row: ProcessRow, nowMs: number): Omit<SeenProcess, 'isPinned'> {
  return {
    application: applicationOf(row),
    name: row.name,
    runtimeVersion: row.runtimeVersion,
    lastSeenMs: nowMs,
  }
}
